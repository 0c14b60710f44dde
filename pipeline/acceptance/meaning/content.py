"""Whether a paraphrase drops content words without replacing them."""

from __future__ import annotations

from functools import lru_cache

from pipeline.acceptance.text.runs import RECENT
from pipeline.acceptance.text.words import FUNCTION_WORDS, HEAVY, STEM, compared, words

_ENDINGS = frozenset(
    ("", "s", "es", "d", "ed", "ing", "r", "er", "ers", "y", "ly", "n", "en", "al", "ied", "ies")
)
"""Endings in which the forms of a word may differ."""


def content_lost(anchor: str, paraphrase: str) -> bool:
    """Whether content words are missing and nothing replaces them.

    A function word that can replace one with content counts ("climbs" -> "goes up"), and so does
    a compound of what was there ("sea stars" -> "starfish").

    >>> content_lost("We met there for the first time last year.", "We met there last year.")
    True
    >>> content_lost("We met there last year.", "Last year we came together there.")
    False
    >>> content_lost("We spent the whole day there.", "We spent all day there.")
    False
    """
    before, now = _stems(anchor), _stems(paraphrase)
    return now < before and len(before - now) > _come(anchor, paraphrase)


@lru_cache(maxsize=RECENT)
def _stems(text: str) -> frozenset[str]:
    """Beginnings of the content words; most forms of a word begin alike."""
    return frozenset(word[:STEM] for word in _whole(text) if word not in FUNCTION_WORDS)


def _whole(text: str) -> set[str]:
    """The words of a text without its contracted ones ("'s", "n't")."""
    return {word for word in words(text) if word[0] not in "'’" and word not in ("n't", "n’t")}


def _come(anchor: str, paraphrase: str) -> int:
    """How many new words of the paraphrase can replace the missing ones."""
    there, here = _whole(anchor), _whole(paraphrase)
    compounds = sum(
        word not in FUNCTION_WORDS and not any(_forms(word, other) for other in there)
        for word in here - there
    )
    # A quantifier or particle that replaces another one does not replace a content word too.
    return compounds + max(len((here - there) & HEAVY) - len((there - here) & HEAVY), 0)


def _forms(word: str, other: str) -> bool:
    """Whether two words with the same beginning may be forms of one word, and not a compound."""
    shared, ends = compared(word, other)
    return shared >= STEM - 1 and ends <= _ENDINGS
