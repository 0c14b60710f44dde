"""A training recipe: reading it from TOML, changing single values, refusing what cannot work.

Every problem of a recipe is collected, and all are shown at once, before anything heavy loads.
"""

from __future__ import annotations

import dataclasses
import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from schemas.errors import UserError
from trainer.recipes.conflicts import conflicts
from trainer.recipes.settings import PoolingMode, Recipe

__all__ = ["PoolingMode", "Recipe", "differences", "load_recipe", "recipe_names"]


def _hints(kind: type, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Key and type of every setting; those of a group have a dotted key."""
    for key, hint in get_type_hints(kind, include_extras=True).items():
        if dataclasses.is_dataclass(hint) and isinstance(hint, type):
            yield from _hints(hint, f"{prefix}{key}.")
        else:
            yield prefix + key, hint


_HINTS: dict[str, Any] = dict(_hints(Recipe))
_GROUPS: dict[str, Any] = {
    key: hint for key, hint in get_type_hints(Recipe).items() if dataclasses.is_dataclass(hint)
}
_REQUIRED = [
    field.name
    for field in dataclasses.fields(Recipe)
    if field.default is field.default_factory is dataclasses.MISSING
]


def recipe_names() -> list[str]:
    """Names of the recipes that come with the package."""
    folder = resources.files("trainer") / "recipes"
    return sorted(
        f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")
    )


def load_recipe(name_or_path: str, changes: Iterable[str] = (), model: str | None = None) -> Recipe:
    """Read a recipe and change single values of it.

    Args:
        name_or_path: name of a packaged recipe, or a TOML file.
        changes: `key=value` each; the value is TOML, or a bare word where the key takes text.
        model: takes the place of the recipe's model.

    Raises:
        UserError: with every problem found, in the file, in the changes and between values.
    """
    source, text = _recipe_text(name_or_path)
    try:
        values = _flat(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{source} is not valid TOML: {error}.") from error
    problems = [f"{source}: {problem}" for problem in _unknown(values)]
    problems += [f"{source}: the key {key} is missing." for key in _REQUIRED if key not in values]
    given, wrong = _parse_changes(changes)
    problems += wrong
    if model is not None:
        given["model"] = model
    origin = {**dict.fromkeys(values, source), **dict.fromkeys(given, "--set")}
    values = {key: value for key, value in {**values, **given}.items() if key in _HINTS}
    for key, value in values.items():
        values[key], problem = _checked(key, value)
        problems += [f"{origin[key]}: {problem}"] if problem else []
    recipe = None if problems else _assembled(values)
    problems += conflicts(recipe) if recipe else []
    if recipe is None or problems:
        raise UserError("\n  ".join(["The recipe cannot be used:", *problems]))
    return recipe


def differences(before: Recipe, now: Recipe) -> list[str]:
    """Settings in which two recipes differ, as `key: before -> now`."""
    old, new = before.settings(), now.settings()
    return [f"{key}: {old[key]!r} -> {new[key]!r}" for key in old if old[key] != new[key]]


def _recipe_text(name_or_path: str) -> tuple[str, str]:
    """Where the recipe is and what it says."""
    if name_or_path in recipe_names():
        packaged = resources.files("trainer") / "recipes" / f"{name_or_path}.toml"
        return f"recipe {name_or_path}", packaged.read_text(encoding="utf-8")
    path = Path(name_or_path)
    if not path.is_file():
        raise UserError(
            f"There is no recipe or file named {name_or_path}. The recipes are"
            f" {', '.join(recipe_names())}; a file of one's own is given with its path."
        )
    try:
        return str(path), path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not a text file in UTF-8.") from error


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by dotted key; a table that is no group of settings stays what it is."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if key in _GROUPS and isinstance(value, dict):
            flat |= {f"{key}.{name}": inner for name, inner in value.items()}
        else:
            flat[key] = value
    return flat


def _assembled(values: Mapping[str, Any]) -> Recipe:
    """The recipe of checked values by dotted key."""
    plain = {key: value for key, value in values.items() if "." not in key}
    for group, kind in _GROUPS.items():
        prefix = f"{group}."
        own = {k.removeprefix(prefix): v for k, v in values.items() if k.startswith(prefix)}
        plain[group] = kind(**own)
    return Recipe(**plain)


def _parse_changes(changes: Iterable[str]) -> tuple[dict[str, Any], list[str]]:
    """Values given by `--set`, and what is wrong with them."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        if not equals or not key:
            problems.append(f"--set {change}: it should be key=value.")
            continue
        try:
            values[key] = tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            # A shell strips quotes: `--set rows=complete` means the word.
            values[key] = text
    return values, problems + [f"--set: {problem}" for problem in _unknown(values)]


def _unknown(values: Mapping[str, Any]) -> list[str]:
    """A message for each key that no recipe has, with the nearest one that exists."""
    problems = []
    for key in values:
        if key not in _HINTS:
            near = difflib.get_close_matches(key, _HINTS, n=1, cutoff=0.5)
            problems.append(f"unknown key {key}." + (f" Did you mean {near[0]}?" if near else ""))
    return problems


def _checked(key: str, value: Any) -> tuple[Any, str | None]:
    """The value in the key's type, and what is wrong with it."""
    hint = _HINTS[key]
    if get_origin(hint) is Literal:
        allowed = get_args(hint)
        wrong = (
            None if value in allowed else f"{key} is {value!r}, not one of {', '.join(allowed)}."
        )
        return value, wrong
    if hint is bool:
        wrong = (
            None if isinstance(value, bool) else f"{key} is {value!r}, it should be true or false."
        )
        return value, wrong
    if hint is str:
        return value, None if isinstance(value, str) else f"{key} is {value!r}, it should be text."
    kind, limits = get_args(hint)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not (whole or (kind is float and isinstance(value, float))):
        name = "a whole number" if kind is int else "a number"
        return value, f"{key} is {value!r}, it should be {name}."
    if value not in limits:
        return value, f"{key} is {value}, it should be {limits}."
    return kind(value), None
