"""A date that a preposition governs, with nothing besides: "in the early 1980s", "by May 1921"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import end_of
from pipeline.negation.english.lexicon import RANK, YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.quantity.eras import CENTURIES

if TYPE_CHECKING:
    from spacy.tokens import Token

DECADE = re.compile(r"(?:mid-)?(?:1[0-9]|20)[0-9]0s")
LIFE = re.compile(r"((?:1[0-9]|20)\d\d) ?[–-] ?(\d{4}|\d\d)")
# Not yet over
PRESENT = frozenset("21st 2020s 2030s".split())
SPANNING = frozenset(("between", "from"))
# "during the war"
THROUGH = frozenset("during throughout".split())
DATING = THROUGH | SPANNING | frozenset("in on by at as".split())
# The further words of a date: "the early 1980s", "the end of May", "the summer of 1921"
OF_DATE = frozenset(
    "the early late mid mid- end of start beginning spring summer autumn fall winter bc bce"
    " ad ce century , - – monday tuesday wednesday thursday friday saturday sunday".split()
)
TIMES = THROUGH.union(("century",), [month.lower() for month in MONTHS])
ENDS = frozenset("end start beginning".split())
CONNECTING = frozenset("and or to until till".split())
DATE_WORDS = OF_DATE.union(CONNECTING, CENTURIES)
LONGEST = 9
"""How many words a period has at most."""
OPENING = frozenset("the this that these those".split())
PERIODS = frozenset(
    "war period era reign rule occupation revolution reformation month year decade century"
    " siege campaign conflict drought famine crisis depression recession pandemic epidemic outbreak"
    " regime presidency tenure premiership embargo annexation protectorate dictatorship monarchy"
    " invasion uprising rebellion strike truce ceasefire boom slump blockade lockdown age summer"
    " winter spring autumn dynasty empire interregnum regency administration".split()
)
NO_PERIOD = frozenset(
    "each every any some most much part parts course all whole entire same next following last past"
    " rest remainder day night daytime nighttime history life lifetime time times process and"
    " or but meanwhile usual".split()
)


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
    if place.n_lefts or not place.n_rights:
        return None
    # Most phrases are seen to be no dates by their first word.
    if place.lower_ != "during" and not _is_of_date(place.nbor(1)):
        return None
    words = list(place.subtree)
    if words[-1].i - place.i + 1 != len(words):
        return None
    dated = all(map(_is_of_date, words[1:]))
    if place.lower_ == "during" and not dated:
        return _period(words[1:])
    # "As of 1921"
    words = words[2:] if place.lower_ == "as" and words[1].lower_ == "of" else words[1:]
    while words and (words[-1].text == "," or words[-1].lower_ in CONNECTING):
        words.pop()
    joints = [n for n, t in enumerate(words) if t.lower_ in CONNECTING]
    if not words or (place.lower_ in SPANNING and not joints):
        return None
    if not dated:
        return None
    later = words[joints[-1] + 1 :] if joints else words
    # "on 3 and 4 May 1921", "between 1921 and May"
    if joints and not any(is_dating(t) for t in words[: joints[0]]):
        return None
    if not any(is_dating(t) for t in later) or later[-1].lower_ in ("the", "of", "-", "–"):
        return None
    if any(t.lower_ in PRESENT for t in later) or not _suits(place, words):
        return None
    return Date(_wording(later[0].doc.text[later[0].idx : end_of(later[-1])]), later[-1])


def _suits(place: Token, words: list[Token]) -> bool:
    """Whether a preposition goes with its date: "on 4 May"; not "on the 1040"."""
    if any(YEAR.fullmatch(b.text) and a.lower_ == "the" for a, b in pairwise(words)):
        return False
    if place.lower_ == "on":
        return any(t.text in MONTHS for t in words)
    return place.lower_ != "at" or any(t.lower_ in ENDS for t in words)


def _period(words: list[Token]) -> Date | None:
    """ "the war" in "during the war": one that is over, and not a part or a kind of time."""
    while words and words[-1].text == ",":
        words.pop()
    if not 1 < len(words) <= LONGEST or any(t.lower_ in NO_PERIOD for t in words):
        return None
    # "a march during which they sang", "during the war that he lost"
    if any(t.tag_[0] in "VW" and t.dep_ != "amod" for t in words):
        return None
    noun = next((c for c in words if c.dep_ == "pobj" and c.head.i == words[0].i - 1), None)
    if noun is None or not (words[0].lower_ in OPENING or words[0].tag_ == "NNP"):
        return None
    # "during the ceremony": who has a part in it does not have it afterwards.
    if noun.tag_ not in ("NNP", "NNPS") and bare_noun(noun) not in PERIODS:
        return None
    return Date(words[0].doc.text[words[0].idx : end_of(words[-1])], words[-1])


def _wording(date: str) -> str:
    """ "the 1930s" for "1930s", and 1935 for "1931–35"."""
    if DECADE.fullmatch(date):
        return f"the {date}"
    return LIFE.sub(lambda found: found[1][: 4 - len(found[2])] + found[2], date)


def is_dating(word: Token) -> bool:
    """Whether a word is a year, a decade, a month or a century.

    Args:
        word: the word.
    """
    text = word.text
    if text in MONTHS or word.lower_ == "century":
        return True
    return any(form.fullmatch(text) for form in (YEAR, DECADE, LIFE))


def _is_of_date(word: Token) -> bool:
    """Whether a word may stand in a date."""
    lower = word.lower_
    if lower in DATE_WORDS or is_dating(word):
        return True
    return RANK.fullmatch(lower) is not None or (lower.isdecimal() and len(lower) < 3)
