"""What can be seen of a text without understanding it, as numbers. Pure functions.

Each cue gives figures of the same length for every text, so that a classifier can learn how the
contradiction of a sentence differs from its paraphrase.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from pipeline.acceptance.meaning.polarity import negators
from pipeline.acceptance.text.words import FUNCTION_WORDS
from schemas.mer import mer_of_tokens, mer_tokens

Figures = Callable[[str, str], list[float]]
"""Figures of a sentence and a text made from it, always the same number of them."""
FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        r"n['’]t\b",
        r"\bnot\b|\bcannot\b",
        r"\bnever\b",
        r"\bno\b",
        r"['’](?:re|ve|ll|d|m|s)\b",
    )
)
"""How denials are spelled, and other contractions."""
MARKS = ",.;:!?'\"-()[]“”‘’–—/%&"


@dataclass(frozen=True, slots=True)
class Cue:
    """A property that may give a contradiction away.

    Attributes:
        what: what the classifier sees, for people.
        figures: the features; None for the words themselves.
    """

    name: str
    what: str
    figures: Figures | None


def negating(anchor: str, text: str) -> list[float]:
    """Number of negating words, and how many more than in the sentence.

    >>> negating("Nobody sang.", "She did not sing, and never will.")
    [2, 1]
    """
    found = negators(text)
    return [found, found - negators(anchor)]


def forms(anchor: str, text: str) -> list[float]:
    """Denials by their form ("n't", "not", "never", "no") and other contractions of the two.

    Where paraphrases alone contract, an encoder learns that "isn't" means "is".

    >>> forms("It is open.", "It isn't open.")[:2]
    [1, 0]
    """
    mine, own = ([len(form.findall(t)) for form in FORMS] for t in (anchor, text))
    return [*own, *(b - a for a, b in zip(mine, own, strict=True))]


def overlap(anchor: str, text: str) -> list[float]:
    """Words in common and words in only one text, as numbers and shares; match error rate.

    >>> overlap("She sang.", "She sang well.")[:3]
    [3, 0, 1]
    """
    mine, other = mer_tokens(anchor), mer_tokens(text)
    shared = (Counter(mine) & Counter(other)).total()
    return [
        shared,
        len(mine) - shared,
        len(other) - shared,
        shared / max(len(mine), 1),
        shared / max(len(other), 1),
        mer_of_tokens(mine, other),
    ]


def length(anchor: str, text: str) -> list[float]:
    """Number of words and characters, and how many more than in the sentence.

    >>> length("She sang.", "She did not sing.")
    [4, 17, 2, 8]
    """
    words = len(text.split())
    return [words, len(text), words - len(anchor.split()), len(text) - len(anchor)]


def marks(anchor: str, text: str) -> list[float]:
    """Punctuation, digits and capitals, and how many more than in the sentence."""
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
    """Features of the text alone: length, length of words, punctuation, share of function words.

    Negating words are a separate cue and not counted here.
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
    Cue("negators", "number of negating words", negating),
    Cue("forms", "forms of denial: not, n't, never, no", forms),
    Cue("overlap", "words in common with the sentence", overlap),
    Cue("words", "the words of the text", None),
    Cue("length", "lengths of both", length),
    Cue("marks", "punctuation, digits and capitals of both", marks),
    Cue("surface", "length, punctuation and function words, without the sentence", surface),
)
