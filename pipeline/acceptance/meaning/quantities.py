"""Whether two texts name the same numbers and currencies, in digits or in words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from pipeline.acceptance.text.runs import RECENT, has_digits, lowered_runs, may_have

# "£" of "£5", "pound" of "5 million pounds", "GBP".
_CURRENCY = (
    r"(?i)[$€£¥₹₽]|\b(?-i:USD|EUR|GBP|JPY|INR|RUB)\b"  # and not "rub"
    r"|(?:\d|\b(?:hundred|thousand|million|billion|trillion|lakh|crore))[ -]?(?:US |U\.S\. )?"
    r"(dollar|euro|pound|yen|rupee|rouble|ruble)s?\b"
)
_SIGNS = {
    name: sign
    for sign, names in {
        "$": "usd dollar", "€": "eur euro", "£": "gbp pound", "¥": "jpy yen", "₹": "inr rupee",
        "₽": "rub rouble ruble",
    }.items()
    for name in (sign, *names.split())
}  # fmt: skip

_UNITS = {
    word: value
    for value, words in enumerate(
        (
            "zero", "one", "two", "three third", "four fourth quarter", "five fifth", "six sixth",
            "seven seventh", "eight eighth", "nine ninth", "ten tenth", "eleven eleventh",
            "twelve twelfth dozen", "thirteen thirteenth", "fourteen fourteenth",
            "fifteen fifteenth", "sixteen sixteenth", "seventeen seventeenth",
            "eighteen eighteenth", "nineteen nineteenth",
        )
    )
    for word in words.split()
}  # fmt: skip
_TENS = {
    word: 10 * value
    for value, words in enumerate(
        (
            "twenty twentieth", "thirty thirtieth", "forty fortieth", "fifty fiftieth",
            "sixty sixtieth", "seventy seventieth", "eighty eightieth", "ninety ninetieth",
        ),
        2,
    )
    for word in words.split()
}  # fmt: skip
_DECADES = {word[:-1] + "ies": value for word, value in _TENS.items() if word.endswith("y")}
_SCALES = {
    word: value
    for value, words in {
        100: "hundred hundreds hundredth", 1_000: "thousand thousands thousandth",
        10**6: "million millions millionth", 10**9: "billion billions",
        10**12: "trillion trillions",
    }.items()
    for word in words.split()
}  # fmt: skip
_ANY_SIGN = "$€£¥₹₽"
"""The signs of `_CURRENCY`."""
_ANY_MONEY = frozenset(
    before + name + ending
    for name in _SIGNS
    for before in ("", *_SCALES, "lakh", "crore")
    for ending in ("", "s")
)
"""Letters between word boundaries, or digits, in each match of `_CURRENCY` but a sign."""
_ROMAN = {
    numeral: value
    for value, numeral in enumerate(
        "- II III IV - VI VII VIII IX - XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI".split(), 1
    )
    if numeral != "-"
}
"""Roman numerals of more than one letter: "I", "V" and "X" are other things too."""
_NUMBER_WORDS = frozenset((*_UNITS, *_TENS, *_SCALES, *_DECADES))
_ANY_NUMBER = _NUMBER_WORDS | {numeral.lower() for numeral in _ROMAN}
# From one year or day to another; "555-1234" and "5-6 euros" are something else.
_RANGE = r"\b(?:1\d|20)\d\d\)? ?[–—-] ?(?:[A-Z][a-z]+ )?\d|\d[a-z]{0,2}\)? ?[–—-] ?[A-Z][a-z]+ \d"
_SPANNING = frozenset("to until till through between from".split())
_DIGITS = r"\d+(?:[.,:]\d+)*"
_PIECE = rf"{_DIGITS}|[^\W\d_]+"

LONGEST = 12
"""Maximum number of words in a number."""
_HUNDRED = 100
_CERTAIN_FROM = 3
"""Words for one and two may be missing: "one" is a pronoun, "second" a time, "the two" "both"."""


class _Named(NamedTuple):
    """A number that a text names.

    Attributes:
        value: such that equal numbers have equal values; decades end in "s".
        certain: whether a text without it says something else.
    """

    value: str
    certain: bool


def numbers_changed(anchor: str, paraphrase: str) -> bool:
    """Whether the numbers or the currencies differ.

    How they are written does not count: in digits or words, how thousands are set apart, as
    cardinals or ordinals.

    >>> numbers_changed("It cost 1,500 euros.", "It cost €1.500.")
    False
    >>> numbers_changed("It cost 1,500 pounds.", "It cost 1,500 euros.")
    True
    >>> numbers_changed("the eleventh of twenty-two", "the 11th of 22")
    False
    """
    return (
        _numbers_missing(anchor, paraphrase)
        or _currencies(anchor) != _currencies(paraphrase)
        or _range_missing(anchor, paraphrase)
        or _range_missing(paraphrase, anchor)
    )


def _range_missing(text: str, other: str) -> bool:
    """Whether a dash between two numbers or dates was replaced by anything but a word for it."""
    return _has_range(text) and not _has_range(other) and not may_have(other, _SPANNING)


def _has_range(text: str) -> bool:
    if not has_digits(text) or not any(dash in text for dash in "–—-"):
        return False
    return re.search(_RANGE, text) is not None


def _numbers_missing(anchor: str, paraphrase: str) -> bool:
    """Whether one text lacks a number that the other certainly names."""
    here, there = _numbers(anchor), _numbers(paraphrase)
    if here == there:
        return False
    return any(
        Counter(n.value for n in mine if n.certain) - Counter(n.value for n in others)
        for mine, others in ((here, there), (there, here))
    )


@lru_cache(maxsize=RECENT)
def _currencies(text: str) -> frozenset[str]:
    if not may_have(text, _ANY_MONEY) and not any(sign in text for sign in _ANY_SIGN):
        return frozenset()  # cheaper than the pattern
    return frozenset(_SIGNS[(m[1] or m[0]).lower()] for m in re.finditer(_CURRENCY, text))


# Cached, since every candidate of an anchor needs the anchor's numbers.
@lru_cache(maxsize=RECENT)
def _numbers(text: str) -> tuple[_Named, ...]:
    in_words = not _ANY_NUMBER.isdisjoint(lowered_runs(text))
    if not in_words and not has_digits(text):
        return ()
    pieces = re.compile(_PIECE)
    found = []
    end = 0
    for first in (pieces if in_words else re.compile(_DIGITS)).finditer(text):
        start = first.start()
        # Most words are no number, which is told without the words behind them.
        if start < end or not _may_be_a_number(first[0]):
            continue
        matches = list(islice(pieces.finditer(text, start), LONGEST))
        size, number = _number_at(text, matches)
        end = matches[size - 1].end()
        found.append(number)
    return tuple(found)


def _may_be_a_number(piece: str) -> bool:
    return piece[0].isdecimal() or piece in _ROMAN or piece.lower() in _NUMBER_WORDS


def _number_at(text: str, matches: Sequence[re.Match[str]]) -> tuple[int, _Named]:
    """The number at the start of the remaining text, and how many pieces of the text it takes."""
    first = matches[0][0]
    if first in _ROMAN:
        return 1, _Named(str(_ROMAN[first]), _ROMAN[first] >= _CERTAIN_FROM)
    word, digits = first.lower(), first[0].isdecimal()
    if word in _DECADES:
        return 1, _Named(f"{_DECADES[word]}s", True)
    if digits and _plural(text, matches) and _in_digits(first) % 10 == 0:
        return 2, _Named(f"{_in_digits(first) % 100:g}s", True)  # "1990s": the nineties
    size, value = _read(_together(text, matches))
    certain = digits or (value >= _CERTAIN_FROM and word != "quarter") or word == "zero"
    return size, _Named(f"{value:.12g}", certain)


def _plural(text: str, matches: Sequence[re.Match[str]]) -> bool:
    """Whether an "s" follows at once."""
    return len(matches) > 1 and text[matches[0].end() : matches[1].end()] == "s"


def _together(text: str, matches: Sequence[re.Match[str]]) -> list[str]:
    """The pieces up to the first that is in no number, or a gap of more than a space or hyphen."""
    pieces = [matches[0][0].lower()]
    for before, match in pairwise(matches):
        piece = match[0].lower()
        inside = piece in _NUMBER_WORDS or piece == "and" or piece[0].isdecimal()
        if not inside or text[before.end() : match.start()] not in (" ", "-"):
            break
        pieces.append(piece)
    return pieces


def _read(pieces: Sequence[str]) -> tuple[int, float]:
    """How many pieces at the beginning make up a number, and its value.

    >>> _read("two hundred and five thousand years".split())
    (5, 205000.0)
    """
    total = group = 0.0
    size = 0
    limit = math.inf  # what may come next is smaller than what came last
    for place, piece in enumerate(pieces):
        if scale := _SCALES.get(piece):
            if scale == _HUNDRED:
                group = (group or 1) * scale
            else:
                total, group = total + (group or 1) * scale, 0.0
            limit = scale
        elif piece == "and" and size and pieces[place - 1] in _SCALES:
            continue
        elif (value := _small(piece)) is not None and value < limit and not (size and group % 10):
            group += value
            limit = 10 if piece in _TENS else 0
        else:
            break
        size = place + 1
    return size, total + group


def _small(piece: str) -> float | None:
    """The value of digits, or of a word below a hundred."""
    if piece[0].isdecimal():
        return _in_digits(piece)
    return _UNITS.get(piece, _TENS.get(piece))


def _in_digits(written: str) -> float:
    """Three digits behind a separator are thousands, others a fraction: 1.500 is 1,500."""
    if written.isdecimal():
        return float(written)
    head, *parts = re.split(r"[.,:]", written)
    while parts and len(parts[0]) == 3:
        head += parts.pop(0)
    return float(f"{head}.{''.join(parts)}")
