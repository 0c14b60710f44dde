"""A date that a preposition governs, with nothing besides: "in the early 1980s", "by May 1921"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import end_of
from pipeline.negation.english.lexicon import RANK, YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.quantity.eras import CENTURIES

if TYPE_CHECKING:
    from spacy.tokens import Token

DECADE = re.compile(r"(?:mid-)?(?:1[0-9]|20)[0-9]0s")
LIFE = re.compile(r"((?:1[0-9]|20)\d\d) ?[–-] ?(\d{4}|\d\d)")
# Not yet over
PRESENT = frozenset("21st 2020s 2030s".split())
SPANNING = frozenset(("between", "from"))
DATING = frozenset("in on during by at as between from".split())
# The further words of a date: "the early 1980s", "the end of May", "the summer of 1921"
OF_DATE = frozenset(
    "the early late mid mid- end of start beginning spring summer autumn fall winter bc bce"
    " ad ce century , - – monday tuesday wednesday thursday friday saturday sunday".split()
)
TIMES = frozenset(("century", *(month.lower() for month in MONTHS)))
CONNECTING = frozenset("and or to until till".split())


@dataclass(frozen=True, slots=True)
class Date:
    """A date, or the later one of two.

    Attributes:
        text: its words.
        last: the last of them.
    """

    text: str
    last: Token


def date_of(place: Token) -> Date | None:
    """The date that a preposition governs, the later one of "from 1921 to 1931".

    Args:
        place: the preposition.

    Returns:
        None if it governs no date, or something besides.
    """
    words = list(place.subtree)
    if words[0].i != place.i or words[-1].i - place.i + 1 != len(words) or len(words) < 2:
        return None
    # "As of 1921"
    words = words[2:] if place.lower_ == "as" and words[1].lower_ == "of" else words[1:]
    while words and (words[-1].text == "," or words[-1].lower_ in CONNECTING):
        words.pop()
    joints = [n for n, t in enumerate(words) if t.lower_ in CONNECTING]
    if not words or (place.lower_ in SPANNING and not joints):
        return None
    if not all(_is_of_date(t) or t.lower_ in CONNECTING for t in words):
        return None
    later = words[joints[-1] + 1 :] if joints else words
    # "on 3 and 4 May 1921", "between 1921 and May"
    if joints and not any(_is_dating(t) for t in words[: joints[0]]):
        return None
    if not any(_is_dating(t) for t in later) or later[-1].lower_ in ("the", "of", "-", "–"):
        return None
    if any(t.lower_ in PRESENT for t in later):
        return None
    return Date(_wording(later[0].doc.text[later[0].idx : end_of(later[-1])]), later[-1])


def _wording(date: str) -> str:
    """ "the 1930s" for "1930s", and 1935 for "1931–35"."""
    if DECADE.fullmatch(date):
        return f"the {date}"
    return LIFE.sub(lambda found: found[1][: 4 - len(found[2])] + found[2], date)


def _is_dating(word: Token) -> bool:
    if any(form.fullmatch(word.text) for form in (YEAR, DECADE, LIFE)):
        return True
    return word.text in MONTHS or word.lower_ == "century"


def _is_of_date(word: Token) -> bool:
    if _is_dating(word) or word.lower_ in OF_DATE or word.lower_ in CENTURIES:
        return True
    return RANK.fullmatch(word.lower_) is not None or (word.text.isdecimal() and len(word) < 3)
