"""Other years in brackets, of lives and works: "(1921–90)" -> "(1907–90)"; "born 4 May 1921"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.cited import is_citation
from pipeline.negation.kinds.quantity.dates import LIFE, years_of

if TYPE_CHECKING:
    from spacy.tokens import Token

BORN = frozenset(("born", "b."))
ORDERED = frozenset("later subsequently afterwards followed".split())
# "The Mill (1931) and soon The Barn (1932)"
SOON = frozenset("soon then".split())
EARLIER = (-19, -14, -11, -8)
"""By how many years another birth or work is earlier, so that what follows still does."""


def other_birth(scene: Scene) -> Iterator[list[Edit]]:
    """ "(born 4 May 1921)" -> "(born 4 May 1934)", "(1921-1990)" -> "(1907-1990)"."""
    if scene.is_question:
        return
    if "(" in scene.words:
        yield from _other_life(scene)
    for token in years_of(scene):
        opening = _before_date(token)
        if _tells_birth(token, opening, scene):
            shift = scene.choice(token, EARLIER)
            yield [replace(token, str(int(token.text) + shift))]


def _before_date(year: Token) -> Token:
    """The word before the date of a year: "(" in "(4 May 1921)"."""
    place = year
    while place.i and (place.i == year.i or _is_of_date(place)):
        place = place.nbor(-1)
    return place


def _is_of_date(word: Token) -> bool:
    return word.text in MONTHS or word.text == "," or (word.text.isdecimal() and len(word) < 3)


def _tells_birth(year: Token, opening: Token, scene: Scene) -> bool:
    """Whether a year is that of a birth, the first of a life, or alone behind a work or a name."""
    if year.i not in scene.enclosed:
        # "Anna Berg, born 4 May 1921, is a nurse"
        apart = opening.dep_ == "acl" and opening.i < year.i - 1
        return apart and opening.lower_ == "born" and "(" not in scene.words
    before = year.doc[max(year.i - 6, 0) : year.i]
    bracket = max((t.i for t in before if t.text == "("), default=-1)
    if bracket < 0:
        return False
    if not BORN.isdisjoint(t.lower_ for t in before if t.i > bracket):
        return True
    if opening.i != bracket:
        return False
    # "(1921–1990)", "(4 May 1921 – 7 June 1990)"
    after = year.doc[year.i + 1 : year.i + 2].text
    if after in ("-", "–"):
        return True
    # "her first novel, The Mill (1931), ..."; not "Early mills (1680) were small"
    if after != ")" or bracket == 0 or is_citation(year, scene):
        return False
    years = [int(t.text) for t in years_of(scene)]
    if len(years) > 1 and scene.has(SOON):
        return False
    if scene.has(ORDERED) and int(year.text) > min(years):
        return False
    # "sang at the mill (1983)", and in other years, perhaps
    named = year.doc[bracket - 1]
    return named.is_quote or (named.tag_ != "NNS" and not _is_performed(scene))


def _is_performed(scene: Scene) -> bool:
    """Whether it tells what somebody may do each year: "performed poetry at the mill (1983)"."""
    return bare_form(scene.head.text) in ("perform", "play", "sing", "appear", "speak", "exhibit")


def _other_life(scene: Scene) -> Iterator[list[Edit]]:
    """ "(1921–1990)" in one token."""
    for token in scene.tokens[1:]:
        found = LIFE.fullmatch(token.text) if token.i in scene.enclosed else None
        if found is None or token.nbor(-1).text != "(":
            continue
        # "for 40 years (1951–1991)"
        if scene.has(("years", "year")):
            continue
        first = int(found[1]) + scene.choice(token, EARLIER)
        # "1905–06" would begin in another century.
        if len(found[3]) == 4 or str(first)[:2] == found[1][:2]:
            yield [replace(token, f"{first}{found[2]}{found[3]}")]
