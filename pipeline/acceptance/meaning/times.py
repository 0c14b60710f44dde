"""Whether two texts give different times: days, months, and before or after them."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

from pipeline.acceptance.meaning.before_after import moved_in_time
from pipeline.acceptance.meaning.relations import RELATION_OF, otherwise
from pipeline.acceptance.text.runs import RECENT, has_digits, may_have

# Patterns are compiled where they are first used, as in `polarity`.
_MONTHS = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)(?=\. | \d))"
)
_DAYS = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?"
NAMED_DAYS = frozenset(
    "january february march april may june july august september october november december jan feb"
    " mar apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday"
    " sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays".split()
)
"""Lower-case words, one of which is in every match of `_CALENDAR`."""
_YEAR = "(?:1[0-9]{3}|20[0-9]{2})"
# A month that begins a sentence may be a verb ("March on!", "May I?") or a name.
_CALENDAR = rf"(?<![.!?] )(?<!^)\b(?:{_MONTHS}|{_DAYS})\b"
_ALIKE = {"during": "at", "following": "after"}
"""Relations that mean the same of a date: "in May", "during May"."""
_DATED = {
    phrase: _ALIKE.get(relation, relation)
    for phrase, relation in RELATION_OF.items()
    if phrase not in ("throughout", "while", "around", "about")
}
"""Preposition before a date -> its relation."""
_PHRASES = "|".join(sorted(_DATED, key=len, reverse=True))
# "in the early summer of 1990", "until 4 May 1990", "before May 4th, 1990", "from noon".
_PLACED = (
    rf"(?i)\b(not |only )?\b({_PHRASES}) "
    r"((?:(?:the|early|late|mid|end|beginning|middle|start|summer|winter|spring|autumn"
    r"|of|morning|evening|night|afternoon)[ -])*)"
    rf"((?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?(?:(?:{_MONTHS}|{_DAYS}|{_YEAR}|noon|midnight)\b"
    rf"(?:,? \d{{1,2}}(?:st|nd|rd|th)?\b)?,? ?)+)"
)
_POINT = rf"(?i)\b(?:{_MONTHS}|{_DAYS}|{_YEAR}|noon|midnight)\b"
_SAME = ({"before", "by"}, {"before", "until"}, {"at", "by"})
"""Relations of which one is often said for the other: "by Friday", "before Friday"."""
_AWAY = {
    "past": r"\bago\b|\b(?:yester|last )(?:day|night|week|month|year)\b",
    "future": r"\b(?:later|from now)\b|\btomorrow\b|\bnext (?:week|month|year)\b",
    "now": r"\btoday\b|\btonight\b|\bthis (?:week|month|year)\b",
}
_AWAY_NEEDS = {
    "past": frozenset("ago last yesterday yesternight yesterweek yestermonth yesteryear".split()),
    "future": frozenset("later now tomorrow next".split()),
    "now": frozenset("today tonight this".split()),
}
"""Words of which every match has one, in lower case."""
_HOURS = frozenset(("noon", "midnight"))
_ANY_TIME = NAMED_DAYS.union(_HOURS, *_AWAY_NEEDS.values())


def times_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a day or month differs, or what happened before it now happens after it.

    >>> times_changed("As of 2019, they have a van.", "Starting in 2019, they have a van.")
    True
    >>> times_changed("It rained until Monday.", "Until Monday there was rain.")
    False
    >>> times_changed("It rained before the show.", "It rained after the show.")
    True
    """
    here, there = _times(anchor), _times(paraphrase)
    return (
        here.calendar != there.calendar
        or otherwise(here.relations, there.relations, _SAME)
        or (bool(here.away and there.away) and here.away.isdisjoint(there.away))
        or moved_in_time(anchor, paraphrase)
    )


class _Times(NamedTuple):
    """What a text says of times.

    Attributes:
        calendar: days and months, by their first three letters.
        relations: point in time -> its relations to what happens.
        away: whether it speaks of the past, the future or now.
    """

    calendar: frozenset[str]
    relations: dict[str, set[str]]
    away: frozenset[str]


_NO_TIMES = _Times(frozenset(), {}, frozenset())


# Cached, since every candidate of an anchor needs the anchor's times.
@lru_cache(maxsize=RECENT)
def _times(text: str) -> _Times:
    year = has_digits(text) and re.search(_YEAR, text) is not None
    if not year and not may_have(text, _ANY_TIME):
        return _NO_TIMES
    days = may_have(text, NAMED_DAYS)
    dated = year or days or may_have(text, _HOURS)
    return _Times(
        frozenset(name[:3] for name in re.findall(_CALENDAR, text)) if days else frozenset(),
        _relations(text) if dated else {},
        frozenset(
            way
            for way, words in _AWAY.items()
            if may_have(text, _AWAY_NEEDS[way]) and re.search(words, text, re.IGNORECASE)
        ),
    )


def _relations(text: str) -> dict[str, set[str]]:
    """Point in time -> its relations, except those that depend on a word before ("not until")."""
    found: dict[str, set[str]] = defaultdict(set)
    for match in re.finditer(_PLACED, text):
        exception, phrase, _, points = match.groups()
        for point in re.findall(_POINT, points) if not exception else ():
            found[point.lower()[:3] if point.isalpha() else point].add(_DATED[phrase.lower()])
    return dict(found)
