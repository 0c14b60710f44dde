"""From what stands after `--models` to the two model folders or hub names of each pivot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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


def demo_pivots() -> tuple[Pivot, ...]:
    """The small models in this package; German only, see `pipeline/demo/models/README.md`."""
    folder = Path(__file__).resolve().parents[1] / "demo" / "models"
    return (Pivot("de", str(folder / "en-de"), str(folder / "de-en")),)


def resolve_pivots(models: Sequence[str], wanted: Sequence[str] | None = None) -> list[Pivot]:
    """Pivots in the order given.

    Args:
        models: `wmt19`, `demo`, or `LANG=FORWARD,BACKWARD` once a language.
        wanted: languages to keep; all if absent.

    Raises:
        UserError: an unknown form, a language given twice, or a wanted one that is not there.
    """
    pivots: list[Pivot] = []
    for model in models:
        if model == "wmt19":
            pivots += WMT19
        elif model == "demo":
            pivots += demo_pivots()
        else:
            lang, equals, pair = model.partition("=")
            names = pair.split(",")
            if not (
                equals and lang.isalpha() and lang.islower() and len(names) == 2 and all(names)
            ):
                raise UserError(
                    f"--models {model!r} is none of: wmt19, demo, or PIVOT=FORWARD,BACKWARD as in"
                    " de=path/to/en-de,path/to/de-en."
                )
            pivots.append(Pivot(lang, *names))
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
