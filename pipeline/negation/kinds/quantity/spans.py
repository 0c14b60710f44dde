"""Other spans of years: "from 1951 to 1967" -> "from 1938 to 1954"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.checks.certain import is_about_some
from pipeline.negation.kinds.checks.once import happened_once
from pipeline.negation.kinds.facts.dated import event_of
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.dates import LAST_YEAR, LIFE, SHIFTS, years_of
from pipeline.negation.kinds.quantity.lasting import is_measured

if TYPE_CHECKING:
    from spacy.tokens import Token

SPELLS = frozenset(
    "attend study serve work live reside rule reign govern chair captain edit manage coach head"
    " lead teach".split()
)


def other_span(scene: Scene) -> Iterator[list[Edit]]:
    """ "from 1951 to 1967" -> "from 1938 to 1954": both move by the same number of years.

    Also in one word: "in 1951–1967" -> "in 1938–1954".
    """
    yield from _other_joined_span(scene)
    for token in years_of(scene):
        if not scene.states(token):
            continue
        opening, rest = _opening(token), scene.tokens[token.i + 1 : token.i + 6]
        if opening not in ("from", "between", "during", "(") or len(rest) < 2:
            continue
        # "from May 1951 to 4 July 1967"
        joined = rest[0].lower_ in ("to", "and", "until", "till", "through", "-", "–")
        end = next((t for t in rest[1:] if not _is_of_date(t)), token)
        if not joined or not YEAR.fullmatch(end.text):
            continue
        # "rose by 40 % between 1951 and 1967": and as much in other years, perhaps
        if is_measured(event_of(token)) or is_about_some(token, scene):
            continue
        # "They fought between 1951 and 1967": and later, too, perhaps
        if opening in ("between", "during") and not (
            happened_once(token, scene) or _is_spell(event_of(token))
        ):
            continue
        first, last = int(token.text), int(end.text)
        # "from 1972 to 1977" -> "from 1977" would begin with what was the end.
        shifts = [n for n in SHIFTS if last + n <= LAST_YEAR and str(first + n) not in scene.text]
        if first < last and shifts:
            shift = scene.choice(token, shifts)
            yield [replace(token, str(first + shift)), replace(end, str(last + shift))]


def _is_spell(event: Token) -> bool:
    """ "studied in Odda between 1951 and 1967": a time of a life, as from 1951 to 1967."""
    return event.tag_ == "VBD" and bare_form(event.text) in SPELLS


def _opening(year: Token) -> str:
    """The word before a date: "from" in "from 4 May 1951"."""
    place = year.i - 1
    while place > 0 and _is_of_date(year.doc[place]):
        place -= 1
    return year.doc[max(place, 0)].lower_


def _is_of_date(word: Token) -> bool:
    """Whether a word can stand before the year in a date: "4", "May", a comma."""
    return word.text in MONTHS or word.text == "," or (word.text.isdecimal() and len(word) < 3)


def _other_joined_span(scene: Scene) -> Iterator[list[Edit]]:
    """ "during 1951–1967", "the 2011–12 season": the years in one token."""
    for token in scene.stated() if LIFE.search(scene.text) else ():
        found = LIFE.fullmatch(token.text)
        if found is None or len(YEAR.findall(scene.text)) > len(YEAR.findall(token.text)):
            continue
        first, tail = int(found[1]), found[3]
        last = int(tail) if len(tail) == 4 else int(found[1][:2] + tail)
        shifts = [n for n in SHIFTS if last + n <= LAST_YEAR and (first + n) // 100 == first // 100]
        shifts = [n for n in shifts if (last + n) // 100 == last // 100]
        if first >= last or not shifts or not _spans_verb(token):
            continue
        shift = scene.choice(token, shifts)
        yield [replace(token, f"{first + shift}{found[2]}{str(last + shift)[-len(tail) :]}")]


def _spans_verb(years: Token) -> bool:
    """Whether two joined years tell when something was, not the number of an edition."""
    place = years
    while place.dep_ in ("nummod", "pobj", "compound") and place.head.i != place.i:
        place = place.head
    return place.dep_ == "prep" and place.lower_ in ("in", "from", "during", "for")
