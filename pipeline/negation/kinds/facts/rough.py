"""Words that make a figure a rough one: "approximately 90 miles", "nearly 40 %", "some 500 boats".

Elsewhere the same words limit what is said: "almost empty", "some boats".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

ABOUT = frozenset("about approximately around roughly nearly almost some".split())
CURRENCIES = frozenset("$ £ € ¥ ₹ ₦ ₽ US$ A$ C$ HK$ NZ$ S$ Rs Rs.".split())
# "some three boats" says no more than "some boats".
ROUND = 20
_FIGURE = re.compile(r"\d{1,3}(?:,\d{3})+|\d{2,}")


def rounds(word: Token) -> bool:
    """Whether a word only says that the figure behind it is rough.

    Args:
        word: the word.
    """
    if word.lower_ not in ABOUT or word.i + 2 > len(word.doc) - 1:
        return False
    number = word.nbor(1)
    if number.text in CURRENCIES:
        number = number.nbor(1)
    if number.tag_ != "CD":
        return False
    if word.lower_ != "some":
        return True
    figure = _FIGURE.fullmatch(number.text)
    return figure is not None and int(number.text.replace(",", "")) >= ROUND


def rounding(number: Token) -> Token | None:
    """The word that makes a figure a rough one: "about" in "about $40" and "about 4 million".

    Args:
        number: the figure, or the last word of it.
    """
    before = number
    while before.i and (before.i == number.i or before.tag_ == "CD" or before.text in CURRENCIES):
        before = before.nbor(-1)
    return before if rounds(before) else None
