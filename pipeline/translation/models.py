"""Parses `--models` into the model folders or hub names of each pivot."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pipeline.translation.engines.marian.installed import find_model, through_english
from schemas.errors import UserError
from schemas.pivots import SAFE_STEP, STEP, languages, legs, named


@dataclass(frozen=True, slots=True)
class Pivot:
    """A pivot language, or a chain of them, and the models of its round trip.

    Attributes:
        lang: code of the language, for example `de`; for a chain, `de>ru`.
        forward: English to the (first) pivot; a hub name or a folder.
        backward: the (last) pivot to English.
        between: each pivot of a chain to the next.
    """

    lang: str
    forward: str
    backward: str
    between: tuple[str, ...] = ()

    @property
    def models(self) -> dict[str, str]:
        """Leg -> its model, in the order of the trip."""
        names = self.forward, *self.between, self.backward
        return dict(zip(leg_names(self.lang), names, strict=True))

    @property
    def names(self) -> list[str]:
        """The models as manifests name them, in the order of the trip."""
        return [Path(name).name for name in self.models.values()]


WMT19 = (
    Pivot("de", "facebook/wmt19-en-de", "facebook/wmt19-de-en"),
    Pivot("ru", "facebook/wmt19-en-ru", "facebook/wmt19-ru-en"),
)
"""The models of the paper (Ng et al., 2019)."""
DEMO_WEIGHTS = {
    "en-de": "7de5029316b6ae20b0effad6b074cf4de9f877f4d24cef94e47e4e315f313c98",
    "de-en": "e4906095f661269ecbc72cb42054bdf2997b3608f4b8f9d01e916a1905aef689",
}
"""Name of a bundled model -> SHA-256 of its weights."""
FIREFOX = "firefox:"
"""Prefix of pivots whose models are looked for on this machine."""


def leg_names(lang: str) -> list[str]:
    """How manifests name the legs of a pivot.

    >>> leg_names("de"), leg_names("de>ru")
    (['forward', 'backward'], ['forward', 'leg 2', 'backward'])
    """
    between = range(2, len(legs(lang)))
    return ["forward", *(f"leg {n}" for n in between), "backward"]


def demo_pivots() -> tuple[Pivot, ...]:
    """The small models of this package; German only, see `pipeline/demo/models/README.md`."""
    folder = Path(__file__).resolve().parents[1] / "demo" / "models"
    return (Pivot("de", str(folder / "en-de"), str(folder / "de-en")),)


@dataclass(frozen=True, slots=True)
class Short:
    """A value of `--models` that stands for certain models.

    Attributes:
        pivots: gives those models.
        general: whether they are trained on text of many kinds.
        weights: name of a model -> SHA-256 of its weights, if other models often have the same
            names.
    """

    pivots: Callable[[], tuple[Pivot, ...]]
    general: bool
    weights: Mapping[str, str] | None = None


SHORT = {
    "wmt19": Short(lambda: WMT19, general=True),
    "demo": Short(demo_pivots, general=False, weights=DEMO_WEIGHTS),
}
"""Short names of models, in the order in which help and messages name them."""


def resolve_pivots(models: Sequence[str], wanted: Sequence[str] | None = None) -> list[Pivot]:
    """Pivots in the order given.

    Args:
        models: a name in `SHORT`, `firefox:PIVOT,PIVOT`, or `PIVOT=FORWARD,BACKWARD` once per
            pivot; for a chain such as `de>ru` (or `de+ru`), all models in the order of the trip.

    Raises:
        UserError: a value is malformed, gives a pivot twice, or lacks a wanted one.
    """
    pivots = [pivot for model in models for pivot in _pivots_of(model)]
    langs = [pivot.lang for pivot in pivots]
    if twice := sorted({lang for lang in langs if langs.count(lang) > 1}):
        raise UserError(f"--models gives the pivot {', '.join(twice)} more than once.")
    if wanted is None:
        return pivots
    wanted = [named(lang) for lang in wanted]
    if absent := [lang for lang in wanted if lang not in langs]:
        raise UserError(
            f"--pivots asks for {', '.join(absent)}, but --models {' '.join(models)} has only"
            f" {', '.join(langs)}."
        )
    return [pivot for pivot in pivots if pivot.lang in wanted]


def _pivots_of(model: str) -> Sequence[Pivot]:
    """The pivots of one value of `--models`."""
    if model in SHORT:
        return SHORT[model].pivots()
    if model.startswith(FIREFOX):
        every = model.removeprefix(FIREFOX).split(",")
        return [_found(lang) for lang in [_pivot_name(typed, model) for typed in every]]
    typed, equals, rest = model.partition("=")
    names = rest.split(",")
    if not equals or not all(names):
        raise _unknown(model)
    lang = _pivot_name(typed, model)
    wanted = [f"{source}-{target}" for source, target in legs(lang)]
    if len(names) == len(wanted):
        return [_pivot(lang, names)]
    if STEP not in lang:
        raise _unknown(model)
    raise UserError(
        f"--models {model!r} gives {len(names)} models; the chain {lang} needs {len(wanted)}, in"
        f" this order: {', '.join(wanted)}."
    )


def firefox_languages(model: str) -> list[str]:
    """The languages after `firefox:`, also within chains; none if `model` has another form.

    >>> firefox_languages("firefox:pt,de+en+ru")
    ['pt', 'de', 'ru']
    """
    chains = [languages(named(typed)) for typed in model.removeprefix(FIREFOX).split(",")]
    langs = [lang for chain in chains for lang in chain if lang != "en" or len(chain) == 1]
    return langs if model.startswith(FIREFOX) and all(map(_is_code, langs)) else []


def _is_code(lang: str) -> bool:
    """Whether this is a code such as `de`, or one with a script such as `zh-Hans`."""
    return re.fullmatch(r"[a-z]+(-[A-Z][a-z]{3})?", lang) is not None


def _unknown(model: str) -> UserError:
    return UserError(
        f"--models {model!r} is not one of: {', '.join(SHORT)}, firefox:PIVOT as in firefox:de,ru,"
        " or PIVOT=FORWARD,BACKWARD as in de=path/to/en-de,path/to/de-en. A pivot may be a chain of"
        " languages, as in firefox:de+ru."
    )


def _pivot(lang: str, names: Sequence[str]) -> Pivot:
    """The pivot of models in the order of the trip."""
    forward, *between, backward = names
    return Pivot(lang, forward, backward, tuple(between))


def _found(lang: str) -> Pivot:
    """The pivot of Firefox's models on this machine."""
    lang = STEP.join(through_english(languages(lang)))
    return _pivot(lang, [find_model(source, target) for source, target in legs(lang)])


def _pivot_name(typed: str, model: str) -> str:
    """The name of a pivot that sentences can go through.

    Raises:
        UserError: it is not a language code, or is a chain that lacks a language, begins or ends
            with English, or has a language twice in a row.
    """
    lang = named(typed)
    langs = languages(lang)
    if len(langs) > 1 and "" in langs:
        raise UserError(
            f"--models {model!r}: a chain has a language on either side of each {STEP} or"
            f" {SAFE_STEP}, as in de+ru."
        )
    if not all(map(_is_code, langs)):
        raise _unknown(model)
    if len(langs) > 1 and "en" in (langs[0], langs[-1]):
        raise UserError(
            f"--models {model!r}: a chain begins and ends with English anyway; name only the"
            " languages between, as in de+ru."
        )
    if twice := [one for one, other in pairwise(langs) if one == other]:
        raise UserError(
            f"--models {model!r}: no model translates {twice[0]} to {twice[0]}; name it once."
        )
    return lang
