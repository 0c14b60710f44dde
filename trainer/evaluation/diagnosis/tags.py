"""How two sentences differ, judged by their words: simple tags for reading failures."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from rapidfuzz.distance import OSA

from schemas.mer import mer_tokens

TAGS = ("negation", "word order", "number", "typo", "length")
"""All tags, in order."""

LONG = 5
"""Most words by which two sentences may differ without the tag `length`."""

_NEGATIVE = frozenset(
    "not n't 't cannot no never none nobody nothing nowhere neither nor without hardly".split()
)
_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
    " hundred thousand million billion half".split()
)
_DIGITS = re.compile(r"\d")
_LEAST_LETTERS = 4


def tags(first: str, second: str) -> list[str]:
    """The tags of two sentences.

    - `negation`: one has an odd number of negative words, the other an even one.
    - `word order`: the same words in another order.
    - `number`: their figures and number words differ.
    - `typo`: a word of one is a misspelling of a word that only the other has.
    - `length`: more than `LONG` words apart.
    """
    left, right = list(mer_tokens(first)), list(mer_tokens(second))
    words = [word for word in left if _is_word(word)], [word for word in right if _is_word(word)]
    only_left = Counter(left) - Counter(right)
    only_right = Counter(right) - Counter(left)
    holds = {
        "negation": _negative(left) % 2 != _negative(right) % 2,
        "word order": Counter(words[0]) == Counter(words[1]) and words[0] != words[1],
        "number": _numbers(left) != _numbers(right),
        "typo": any(_is_slip(a, b) for a, b in product(only_left, only_right)),
        "length": abs(len(words[0]) - len(words[1])) > LONG,
    }
    return [tag for tag in TAGS if holds[tag]]


def _is_word(token: str) -> bool:
    return any(letter.isalnum() for letter in token)


def is_negative(word: str) -> bool:
    """Whether a lower-case word is negative: "not", "never", "cannot", "isn't"."""
    return word in _NEGATIVE or word.endswith(("n't", "n’t"))


def _negative(tokens: list[str]) -> int:
    return sum(map(is_negative, tokens))


def _numbers(tokens: list[str]) -> Counter[str]:
    return Counter(t for t in tokens if t in _NUMBERS or _DIGITS.search(t))


def _is_slip(one: str, other: str) -> bool:
    """Whether one edit inside the word separates them; inflected endings do not count."""
    if min(len(one), len(other)) < _LEAST_LETTERS or not (one.isalpha() and other.isalpha()):
        return False
    if one[:-1] == other[:-1] or one.startswith(other) or other.startswith(one):
        return False
    return OSA.distance(one, other) == 1
