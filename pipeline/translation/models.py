"""Parses `--models` into the two model folders or hub names of each pivot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline.translation.engines.marian.installed import find_round_trip
from schemas.errors import UserError


@dataclass(frozen=True, slots=True)
class Pivot:
    """A pivot language and the models of its round trip.

    Attributes:
        lang: code of the language, for example `de`.
        forward: English to pivot; a hub name or a folder.
        backward: pivot to English.
    """

    lang: str
    forward: str
    backward: str


WMT19 = (
    Pivot("de", "facebook/wmt19-en-de", "facebook/wmt19-de-en"),
    Pivot("ru", "facebook/wmt19-en-ru", "facebook/wmt19-ru-en"),
)
"""The models of the paper (Ng et al., 2019)."""
FIREFOX = "firefox:"
"""Prefix of pivots whose models are looked for on this machine."""


def demo_pivots() -> tuple[Pivot, ...]:
    """The small models of this package; German only, see `pipeline/demo/models/README.md`."""
    folder = Path(__file__).resolve().parents[1] / "demo" / "models"
    return (Pivot("de", str(folder / "en-de"), str(folder / "de-en")),)


def resolve_pivots(models: Sequence[str], wanted: Sequence[str] | None = None) -> list[Pivot]:
    """Pivots in the order given.

    Args:
        models: `wmt19`, `demo`, `firefox:LANG,LANG`, or `LANG=FORWARD,BACKWARD` once a language.
        wanted: languages to keep; all by default.

    Raises:
        UserError: a value is malformed, gives a language twice, or lacks a wanted one.
    """
    pivots = [pivot for model in models for pivot in _pivots_of(model)]
    langs = [pivot.lang for pivot in pivots]
    if twice := sorted({lang for lang in langs if langs.count(lang) > 1}):
        raise UserError(f"--models gives the pivot {', '.join(twice)} more than once.")
    if wanted is None:
        return pivots
    if absent := [lang for lang in wanted if lang not in langs]:
        raise UserError(
            f"--pivots asks for {', '.join(absent)}, but --models {' '.join(models)} has only"
            f" {', '.join(langs)}."
        )
    return [pivot for pivot in pivots if pivot.lang in wanted]


def _pivots_of(model: str) -> Sequence[Pivot]:
    """The pivots of one value of `--models`."""
    if model == "wmt19":
        return WMT19
    if model == "demo":
        return demo_pivots()
    if langs := firefox_languages(model):
        return [Pivot(lang, *find_round_trip(lang)) for lang in langs]
    lang, equals, pair = model.partition("=")
    names = pair.split(",")
    if equals and _is_code(lang) and len(names) == 2 and all(names):
        return [Pivot(lang, *names)]
    raise UserError(
        f"--models {model!r} is none of: wmt19, demo, firefox:PIVOT as in firefox:de,ru, or"
        " PIVOT=FORWARD,BACKWARD as in de=path/to/en-de,path/to/de-en."
    )


def firefox_languages(model: str) -> list[str]:
    """The pivots after `firefox:`; none if that is not the form of `model`."""
    langs = model.removeprefix(FIREFOX).split(",")
    return langs if model.startswith(FIREFOX) and all(map(_is_code, langs)) else []


def _is_code(lang: str) -> bool:
    """Whether this is a code such as `de`, or one with a script such as `zh-Hans`."""
    return re.fullmatch(r"[a-z]+(-[A-Z][a-z]{3})?", lang) is not None
