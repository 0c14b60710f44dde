"""Other fractions: "two-thirds of the land" -> "one-third of it", "half of" -> "a quarter of"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.kinds.checks.reliance import PARTS
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.rough import ABOUT
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.counted import BOUNDS

if TYPE_CHECKING:
    from spacy.tokens import Token

HALF = "half"
OTHERS = {
    ("one", "third"): ("two", "thirds"),
    ("two", "thirds"): ("one", "third"),
    ("one", "quarter"): ("three", "quarters"),
    ("three", "quarters"): ("one", "quarter"),
    ("one", "fifth"): ("three", "fifths"),
    ("two", "fifths"): ("four", "fifths"),
    ("three", "fifths"): ("one", "fifth"),
    ("four", "fifths"): ("two", "fifths"),
    ("a", "third"): ("two", "thirds"),
    ("a", "quarter"): ("three", "quarters"),
    ("a", "fifth"): ("three", "fifths"),
}
FRACTIONS = (*PARTS, HALF)


def other_fraction(scene: Scene) -> Iterator[list[Edit]]:
    """ "Two-thirds of the land is flat" -> "One-third of the land is flat"."""
    if scene.is_question or not scene.has(FRACTIONS) or scene.has(("rest", "remaining")):
        return
    for part in scene.tokens[:-1]:
        if part.i == 0 and part.lower_ != HALF:
            continue
        if part.nbor(1).lower_ != "of" or not _is_told(part, scene):
            continue
        if part.lower_ == HALF:
            # "the first half of the match" is a time, "the other half" the rest.
            rough = part.i > 0 and part.nbor(-1).lower_ in ABOUT
            if part.left_edge.i == part.i - rough:
                new = scene.choice(part, ("a quarter", "a fifth", "a tenth"))
                yield [Edit(part.idx, end_of(part), like(part, new))]
            continue
        first = _numerator(part)
        other = OTHERS.get((first.lower_, part.lower_)) if first is not None else None
        if first is None or other is None:
            continue
        if first.i and (first.nbor(-1).lower_ in BOUNDS or part.left_edge.i < first.i - 1):
            continue
        yield [replace(first, other[0]), replace(part, other[1])]


def _numerator(part: Token) -> Token | None:
    """ "two" in "two thirds" and "two-thirds"."""
    before = part.nbor(-1)
    return before.nbor(-1) if before.text == "-" and before.i else before


def _is_told(part: Token, scene: Scene) -> bool:
    """Whether a share is said of something certain: "half of its people", "a third of the land"."""
    of = part.nbor(1)
    whole = next((c for c in of.children if c.dep_ == "pobj"), None)
    if whole is None or part.i in scene.enclosed:
        return False
    subject = part.dep_ in SUBJECT and scene.asserts(part, subject=True)
    return subject or scene.states(part)
