"""Which other number fits a sentence: of about the same size, in the same order to the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

WORDS = tuple("two three four five six seven eight nine ten eleven twelve".split())
TENS = tuple("twenty thirty forty fifty sixty seventy eighty ninety".split())
DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?")
SMALL = 20
"""Up to here another number may have another number of digits."""
NEAR = 6
"""How many words behind a number its value in another unit may stand."""
# Other numbers are parts of the number, or are compared with it.
ADDING_UP = frozenset(
    "consisting comprising respectively total altogether plus minus each remaining".split()
)


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
    apart = [t for t in behind if t.i in scene.enclosed and number.i not in scene.enclosed]
    if len(apart) > 1 or any(t.i < number.i + NEAR for t in apart):
        return True
    return bool(behind) and scene.has(ADDING_UP)


def another(number: str, scene: Scene, token: Token, most: int = SMALL) -> str:
    """Another number of the same form, with another first digit.

    It stands in the same order to the other numbers of the sentence: what is "3,500, well below
    the 7,300 of last year" stays below it.

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
        others = [d + number[1:] for d in "23456789" if d != number[0]]
    beside = [_value(t.text) for t in scene.tokens if t.i != token.i and DIGITS.fullmatch(t.text)]
    own = _value(number)
    kept = [n for n in others if all((_value(n) - v) * (own - v) > 0 for v in beside if v != own)]
    return scene.choice(token, kept or others)


def _value(number: str) -> float:
    return float(number.replace(",", ""))
