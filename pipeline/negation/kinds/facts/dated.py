"""Which preposition a date depends on: "in" in "in 1931" and in "in the summer of 1931"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.things import MONTHS

if TYPE_CHECKING:
    from spacy.tokens import Token

PARTS = frozenset("beginning start end middle spring summer autumn fall winter course".split())
"""Of a year, a decade or a century."""
WITHIN_PARTS = frozenset("in at during on since until till from to into".split())


def preposition_of(date: Token) -> Token | None:
    """The preposition before a date, or before the part of the year that it names.

    Args:
        date: a year, a month, a day, a decade or a century.
    """
    place = next((t for t in date.ancestors if t.dep_ == "prep"), None)
    if place is None or not is_part(place):
        return place
    return place.head.head


def is_part(of: Token) -> bool:
    """Whether "of" joins a date to a part of it: "in the summer of 1931", "in May of 1931".

    Args:
        of: the preposition before the date.
    """
    part = of.head
    if of.lower_ != "of" or part.dep_ != "pobj" or part.head.dep_ != "prep":
        return False
    known = part.lower_ in PARTS or part.text in MONTHS
    return known and part.head.lower_ in WITHIN_PARTS


def is_part_of_date(place: Token) -> bool:
    """Whether a preposition governs a part of a date: "to" in "to the end of 1931"."""
    parts = [c for c in place.children if c.dep_ == "pobj"]
    return any(is_part(c) for part in parts for c in part.children)


def event_of(date: Token) -> Token:
    """The verb that a date belongs to; the parser may attach it to the noun before.

    Args:
        date: a year, a month, a day, a decade or a century.
    """
    return next((t for t in date.ancestors if t.tag_[0] == "V"), date)
