"""Measures and counts in other words: "5 km" and "5 kilometers", "a population of 300" and "300
inhabitants"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.facts.scene import Scene

LONG = {"%": "percent", "km": "kilometers", "kg": "kilograms", "cm": "centimeters"}
# Behind a range or a sign, and in "a 5 km run", the long form is not what people write.
_SHORT = re.compile(r"(?<![\d.,–/$€£x-])(\d[\d,.]*\d|[2-9]) ?(%|km|kg|cm)(?= [a-z(]|[,.;)]|$)")
_PERCENT = re.compile(r"(?<![\d.,–/-])(\d[\d,.]*\d|\d) (?:percent|per cent)\b(?!-)")
_POPULATION = re.compile(
    r"\b(has|had|have|having|with) a (?:total )?population of"
    r" ((?:about |around |approximately |over |some |roughly |nearly |more than |less than )?"
    r"\d{1,3}(?:,\d{3})+|\d{2,}|(?:about |over )?\d[\d.]* million)(?: people| inhabitants)?"
    r"(?=[.;)]|, (?:and|making|which|as|according)| in \d{4}| as of| at the| according| and |$)"
)


def units_in_full(scene: Scene) -> Iterator[list[Edit]]:
    """ "a lake of 5 km" -> "a lake of 5 kilometers"; "about 5%" -> "about 5 percent"."""
    text = scene.text
    found = list(_SHORT.finditer(text))
    # "between 3 and 5 km": either all measures of a sentence change or none.
    if not found or len(found) != len(re.findall(r"%|\b(?:km|kg|cm)\b|[a-z]²", text)):
        return
    if any(_is_in_front(scene, match.end()) for match in found):
        return
    yield [Edit(match.end(1), match.end(), f" {LONG[match[2]]}") for match in found]


def percent_sign(scene: Scene) -> Iterator[list[Edit]]:
    """ "about 5 percent" -> "about 5%"."""
    found = list(_PERCENT.finditer(scene.text))
    if found and len(found) == len(re.findall(r"\bper ?cent\b", scene.text)):
        yield [Edit(match.end(1), match.end(), "%") for match in found]


def inhabitants(scene: Scene) -> Iterator[list[Edit]]:
    """ "The town has a population of 300" -> "The town has 300 inhabitants"."""
    found = _POPULATION.search(scene.text)
    if found is not None and scene.text.count("population") == 1:
        yield [Edit(found.start(), found.end(), f"{found[1]} {found[2]} inhabitants")]


def _is_in_front(scene: Scene, end: int) -> bool:
    """ "a 5 km run": the measure stands in front of a noun."""
    following = next((t for t in scene.doc if t.idx >= end), None)
    return following is not None and following.tag_[:2] in ("NN", "JJ", "VB")
