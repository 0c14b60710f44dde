"""Another figure that stands for itself: "a capacity of 1,200", "peaked at number 11"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.dates import YEAR, is_range
from pipeline.negation.kinds.nouns import bare_noun
from pipeline.negation.kinds.quantity import BOUNDS
from pipeline.negation.kinds.scene import Scene
from pipeline.negation.kinds.values import DIGITS, another

if TYPE_CHECKING:
    from spacy.tokens import Token

MEASURES = frozenset(
    "capacity population total area length width height depth speed age circulation enrolment"
    " enrollment attendance crew membership budget average mean elevation altitude weight mass"
    " diameter radius distance score record rating turnout rank value volume temperature density"
    " frequency wavelength wingspan staff".split()
)
REACHING = frozenset("peak chart debut rank finish place enter open stand reach".split())
# "No. 11", "number 11", "#11"
NUMBERED = frozenset(("no", "no.", "number", "#", "."))


def other_figure(scene: Scene) -> Iterator[list[Edit]]:
    """ "The hall has a capacity of 1,200" -> "The hall has a capacity of 7,200"."""
    if not scene.has_digits:
        return
    # "No. 11" is no denial.
    reached = (
        [t for t in scene.tokens if t.tag_ == "CD" and _is_reached(t)] if scene.is_open else ()
    )
    for token in (*scene.stated("CD"), *reached):
        if not DIGITS.fullmatch(token.text) or token.text in ("0", "1") or is_range(token):
            continue
        # "a mark of 60 out of 100", "an average of 8.5 per cent", "11 – 13"
        if any(True for _ in token.children) or token.i < 2 or not _ends(token):
            continue
        before = {t.lower_ for t in scene.tokens[max(token.i - 3, 0) : token.i]}
        stands = _is_measure(token) or _is_reached(token) or _is_equal(token)
        if not before & (BOUNDS - {"to"}) and stands:
            yield [replace(token, another(token.text, scene, token))]


def _ends(token: Token) -> bool:
    """Whether nothing follows that the number counts."""
    after = token.doc[token.i + 1 : token.i + 2]
    return all(t.is_punct or t.tag_ in ("IN", "CC") for t in after) and after.text not in "-–/:%"


def _is_measure(token: Token) -> bool:
    """ "a capacity of 1,200", but not "the population of 2011"."""
    of = token.head
    if token.dep_ != "pobj" or of.lower_ != "of" or bare_noun(of.head) not in MEASURES:
        return False
    return of.i + 1 == token.i and not YEAR.fullmatch(token.text)


def _is_equal(token: Token) -> bool:
    """ "The number of seats is 40", "was estimated to be 40"."""
    counted = token.dep_ == "attr" and (token.head.lower_ in BE or token.head.lower_ == "be")
    return counted and not YEAR.fullmatch(token.text)


def _is_reached(token: Token) -> bool:
    """ "peaked at number 11", "charted at 29"."""
    place = token.head
    while place.dep_ in ("pobj", "nummod", "appos") and place.lower_ in NUMBERED:
        place = place.head
    if place.lower_ not in ("at", "to") or bare_form(place.head.text) not in REACHING:
        return False
    between = token.doc[place.i + 1 : token.i]
    return all(t.lower_ in NUMBERED for t in between)
