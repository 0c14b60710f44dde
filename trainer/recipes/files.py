"""Finding recipe files and reading them, before their settings are checked."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from schemas.errors import UserError
from schemas.reading import as_file

SENTENCE_RECIPE, RAW_RECIPE = "meaning", "osscse"
"""The default recipes for a trained sentence encoder and for any other model."""

Layer = tuple[str, dict[str, Any]]
"""Where settings come from, for messages, and the settings."""


def recipe_names() -> list[str]:
    """Names of the recipes that come with the package."""
    folder = resources.files("trainer") / "recipes"
    return sorted(
        f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")
    )


def recipe_text(name_or_path: str) -> tuple[str, str]:
    """Where a recipe comes from, for messages, and the text of its file.

    Raises:
        UserError: there is no such recipe, or its file is not text.
    """
    if name_or_path in recipe_names():
        packaged = resources.files("trainer") / "recipes" / f"{name_or_path}.toml"
        return f"recipe {name_or_path}", packaged.read_text(encoding="utf-8")
    path = Path(name_or_path)
    if not _is_file(path):
        raise UserError(
            f"There is no recipe or file named {name_or_path}. The recipes are"
            f" {', '.join(recipe_names())}; give a file of your own with its path."
        )
    try:
        return str(path), as_file(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a text file in UTF-8.") from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the name is too long for one
        return False


def recipe_layers(name_or_path: str) -> list[Layer]:
    """A recipe and those that it extends, starting with the one that extends nothing.

    Raises:
        UserError: a file is missing, is not TOML, or extends itself.
    """
    layers: list[Layer] = []
    seen: list[str] = []
    wanted: str | None = name_or_path
    while wanted is not None:
        if wanted in seen:
            raise UserError(f"{name_or_path} extends itself: {' -> '.join([*seen, wanted])}.")
        seen.append(wanted)
        source, text = _text_of(seen)
        try:
            values = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # a number may be too long for Python
            raise UserError(f"{source} is not valid TOML: {error}.") from error
        wanted = _extended(wanted, source, values.pop("extends", None))
        layers.insert(0, (source, values))
    return layers


def _text_of(seen: Sequence[str]) -> tuple[str, str]:
    """`recipe_text` of the last of some recipes, each of which extends the next."""
    try:
        return recipe_text(seen[-1])
    except UserError as error:
        if len(seen) == 1:
            raise
        raise UserError(f"{seen[-2]} extends a recipe that cannot be read. {error}") from error


def recipe_summary(name: str) -> str:
    """The first sentence of a packaged recipe's file, which describes it."""
    _, text = recipe_text(name)
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("# "):
            break
        lines.append(line.removeprefix("# "))
    return " ".join(lines).partition(". ")[0].rstrip(".") + "."


def _extended(name: str, source: str, base: object) -> str | None:
    """The recipe that another extends; file names are relative to the extending file's folder."""
    if base is None:
        return None
    if not isinstance(base, str):
        raise UserError(f"{source}: extends is {base!r}, it should be a recipe's name or a file.")
    if base in recipe_names():
        return base
    # Each file gets one canonical name, so that cycles are found.
    return str((Path(name).parent / base).resolve())
