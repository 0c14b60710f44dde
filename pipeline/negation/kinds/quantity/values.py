"""Which other number fits a sentence: of about the same size, in the same order to the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import NUMBER_WORDS, PERCENT, YEAR
from pipeline.negation.kinds.facts.rough import rounding
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

TENS = tuple("twenty thirty forty fifty sixty seventy eighty ninety".split())
DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
SMALL = 20
"""Up to this number, another one may have more or fewer digits."""
NEAR = 6
"""How many words behind a number its value in another unit may stand."""
# Other numbers are parts of the number, or are compared with it.
ADDING_UP = frozenset(
    "consisting comprising respectively total altogether plus minus each remaining".split()
)
VALUES = {
    "one": 1.0,
    **{word: float(n) for n, word in enumerate(NUMBER_WORDS, 2)},
    **{word: 10.0 * n for n, word in enumerate(TENS, 2)},
}
# With a figure behind them these compare it with another one.
COMPARING = frozenset(
    "ahead behind above below beyond than compared versus vs vs. against from exceeded exceeding"
    " exceeds".split()
)
BEHIND = 9
"""How many words behind one of these the other figure may stand."""


def near_in(row: Sequence[str], word: str) -> list[str]:
    """The number words of about the same size: eleven children do not fit in a cart for two."""
    place = row.index(word)
    near = row[max(place - 2, 0) : place + 4]
    return [other for other in near if other != word]


def is_broken_down(number: Token, scene: Scene) -> bool:
    """ "40 boats (30 large and 10 small)", "40 boats, of which 30 are large": a sum of others.

    Also "40 miles (64 km)", but not "40 boats, each of which cost 20 pounds (30 dollars)".
    """
    behind = [t for t in scene.tokens[number.i + 1 :] if t.tag_ == "CD"]
    return is_given_again(number, scene) or (bool(behind) and scene.has(ADDING_UP))


def is_given_again(number: Token, scene: Scene) -> bool:
    """ "40 miles (64 km)", "40 boats (30 large and 10 small)": in another unit, or in parts.

    Args:
        number: the number.
        scene: the sentence.
    """
    if number.i in scene.enclosed:
        return False
    apart = [t.i for t in scene.tokens[number.i + 1 :] if t.tag_ == "CD" and t.i in scene.enclosed]
    return len(apart) > 1 or any(i < number.i + NEAR for i in apart)


def another(number: str, scene: Scene, token: Token, most: int = SMALL) -> str | None:
    """Another number of the same form, with another first digit; None if none fits the sentence.

    It stands in the same order to the other numbers of the sentence: what is "3,500, well below
    the 7,300 of last year" stays below it. Shares of a whole stay shares of it.

    Args:
        number: the number.
        scene: the sentence.
        token: its word.
        most: the largest number to put for a small one.
    """
    if number.isdigit() and int(number) <= SMALL:
        low, high = max(int(number) // 2, 2), max(int(number) * 2, 6)
        others = [str(n) for n in range(low, min(high, most) + 1) if n != int(number)]
    else:
        others = other_figures(number)
    if rounding(token) is not None:
        others = far(others, number)
    # "only 96 years old" sounds odd.
    if token.i and token.nbor(-1).lower_ == "only":
        others = [n for n in others if value(n) <= 2 * value(number)] or others
    others = _within_whole(others, scene, token)
    beside = [value(t.text) for t in scene.tokens if t.i != token.i and DIGITS.fullmatch(t.text)]
    options = in_order(others, value(number), beside) or others
    if compares(scene):
        options = compared(others, scene, token)
    return scene.choice(token, options) if options else None


def other_figures(number: str) -> list[str]:
    """The figures with another first digit: "1,200", "4,200"; "0.06", "0.03".

    Args:
        number: the figure.
    """
    place = next((i for i, digit in enumerate(number) if digit in "123456789"), 0)
    return [number[:place] + d + number[place + 1 :] for d in "23456789" if d != number[place]]


def other_words(word: str, *, rough: bool = False) -> list[str]:
    """The number words of about the same size; if it is rough, of twice or half the size.

    Args:
        word: a number word.
        rough: whether it says only about how many there are.
    """
    if not rough:
        return near_in(NUMBER_WORDS if word in NUMBER_WORDS else TENS, word)
    own = value(word)
    return [n for n in far((*NUMBER_WORDS, *TENS), word) if own <= 3 * value(n) <= 9 * own]


def far(options: Sequence[str], number: str) -> list[str]:
    """The numbers that a rough one cannot mean: "about 40" may be 45, but not 80.

    Args:
        options: the numbers.
        number: the rough one.
    """
    own = value(number)
    return [n for n in options if value(n) >= 2 * own or 2 * value(n) <= own]


def _within_whole(options: list[str], scene: Scene, token: Token) -> list[str]:
    """ "53 percent backed Lund, 35 percent Berg": not 93 percent, with 35 left."""
    if token.head.text not in PERCENT:
        return options
    shares = [
        value(t.text)
        for t in scene.tokens
        if t.i != token.i and t.head.text in PERCENT and DIGITS.fullmatch(t.text)
    ]
    if not shares or sum(shares) + value(token.text) > 100:
        return options
    return [n for n in options if sum(shares) + value(n) <= 100]


def in_order(options: Sequence[str], own: float, beside: Sequence[float]) -> list[str]:
    """The numbers that stand in the same order to some others as a number does.

    Args:
        options: the numbers.
        own: the number.
        beside: the others.
    """
    return [n for n in options if all((value(n) - v) * (own - v) > 0 for v in beside if v != own)]


def compares(scene: Scene) -> bool:
    """Whether the sentence compares figures: "ahead of the 35 percent of last year"."""
    if not scene.has(COMPARING):
        return False
    return any(
        _is_figure(t)
        for i, word in enumerate(scene.lowers)
        if word in COMPARING
        for t in scene.tokens[i + 1 : i + BEHIND]
    )


def compared(options: Sequence[str], scene: Scene, token: Token) -> list[str]:
    """The numbers that keep the comparisons of a sentence true; none beside a rate of change.

    "Sales rose 10 percent from 30 to 33": each of these follows from the others.

    Args:
        options: the numbers.
        scene: the sentence.
        token: the word that is changed.
    """
    figures = [t for t in scene.tokens if _is_figure(t)]
    rates = [t for t in figures if t.head.text in PERCENT]
    if rates and len(figures) - len(rates) > 1:
        return []
    beside = [value(t.text) for t in figures if t.i != token.i]
    return in_order(options, value(token.text), beside)


def _is_figure(token: Token) -> bool:
    if token.lower_ in VALUES:
        return token.tag_ == "CD" and token.lower_ != "one"
    return DIGITS.fullmatch(token.text) is not None and not YEAR.fullmatch(token.text)


def value(number: str) -> float:
    """The value of a number in digits or of a number word."""
    known = VALUES.get(number.lower())
    return float(number.replace(",", "")) if known is None else known
