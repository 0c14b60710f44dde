"""What a reader who understands nothing can see of a text: numbers, never meaning. Pure functions.

Each cue gives the same figures for every text, so that a classifier may learn from them how the
contradiction of a sentence differs from its paraphrase.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pipeline.acceptance.content import FUNCTION_WORDS
from pipeline.acceptance.meaning import negators
from schemas.mer import mer_of_tokens, mer_tokens

Figures = Callable[[str, str], list[float]]
"""A sentence and a text made of it in, figures out; always as many."""
MARKS = ",.;:!?'\"-()[]“”‘’–—/%&"


@dataclass(frozen=True, slots=True)
class Cue:
    """Something that may give a contradiction away.

    Attributes:
        name: as the audit shows it.
        what: what the reader looks at.
        figures: what it sees; None for the words themselves.
    """

    name: str
    what: str
    figures: Figures | None


def negating(anchor: str, text: str) -> list[float]:
    """Negating words, and how many more than the sentence has.

    >>> negating("Nobody sang.", "She did not sing, and never will.")
    [2, 1]
    """
    found = negators(text)
    return [found, found - negators(anchor)]


def overlap(anchor: str, text: str) -> list[float]:
    """Words that both have, that one alone has, as numbers and shares; match error rate.

    >>> overlap("She sang.", "She sang well.")[:3]
    [3, 0, 1]
    """
    mine, other = mer_tokens(anchor), mer_tokens(text)
    shared = sum((Counter(mine) & Counter(other)).values())
    return [
        shared,
        len(mine) - shared,
        len(other) - shared,
        shared / max(len(mine), 1),
        shared / max(len(other), 1),
        mer_of_tokens(mine, other),
    ]


def length(anchor: str, text: str) -> list[float]:
    """Words and letters, and how many more than the sentence has.

    >>> length("She sang.", "She did not sing.")
    [4, 17, 2, 8]
    """
    words = len(text.split())
    return [words, len(text), words - len(anchor.split()), len(text) - len(anchor)]


def marks(anchor: str, text: str) -> list[float]:
    """Marks, digits and capitals, and how many more than the sentence has."""
    mine, own = _counted(anchor), _counted(text)
    return [*own, *(b - a for a, b in zip(mine, own, strict=True))]


def _counted(text: str) -> list[float]:
    found = Counter(text)
    return [
        *(float(found[mark]) for mark in MARKS),
        sum(map(str.isdigit, text)),
        sum(map(str.isupper, text)),
        sum(not c.isascii() for c in text),
        text[:1].isupper(),
    ]


def surface(anchor: str, text: str) -> list[float]:
    """What the text shows by itself: length, length of its words, marks, share of small words.

    Negating words are a cue of their own and not counted here.
    """
    words = [word.strip(string.punctuation).lower() for word in text.split()]
    return [
        len(words),
        len(text),
        sum(map(len, words)) / max(len(words), 1),
        len(set(words)) / max(len(words), 1),
        sum(word in FUNCTION_WORDS for word in words) / max(len(words), 1),
        *_counted(text),
    ]


CUES = (
    Cue("negators", "how many words deny something", negating),
    Cue("overlap", "how many words the sentence shares", overlap),
    Cue("words", "which words the text has", None),
    Cue("length", "how long the two are", length),
    Cue("marks", "marks, digits and capitals of the two", marks),
    Cue("surface", "length, marks and small words, without the sentence", surface),
)
