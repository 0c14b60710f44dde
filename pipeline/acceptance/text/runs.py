"""The runs of letters in a text: a quick test of whether a slower pattern can match."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

RECENT = 64
"""Texts whose results each check caches: those of the current sentence. A larger cache would be
slower than computing the results again, because it does not fit into the processor's own."""

_RUN = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_CASELESS = re.compile("[İıſK]")
"""Letters that match "i", "s" or "k" if case is ignored, but that `str.lower` leaves different."""


# Each check of a candidate asks for the same few texts.
@lru_cache(maxsize=RECENT)
def letter_runs(text: str) -> tuple[str, ...]:
    """The longest runs of letters, in order, with their case.

    >>> letter_runs("Don't buy 2kg of it.")
    ('Don', 't', 'buy', 'kg', 'of', 'it')
    """
    return tuple(_RUN.findall(text))


@lru_cache(maxsize=RECENT)
def lowered_runs(text: str) -> frozenset[str]:
    """The distinct runs of `letter_runs`, in lower case."""
    if text.isascii():  # cheaper than run by run; other letters may fall apart in lower case
        return frozenset(_RUN.findall(text.lower()))
    return frozenset(map(str.lower, letter_runs(text)))


@lru_cache(maxsize=RECENT)
def has_digits(text: str) -> bool:
    """Whether there is a digit. Without one there is no year, and no number except in words."""
    return _DIGIT.search(text) is not None


def may_have(text: str, wanted: Set[str]) -> bool:
    """Whether a pattern that needs one of some lower-case words may match, whatever its case.

    The words have to stand between word boundaries, so each of them is a run of letters.

    >>> may_have("It rained on Monday.", {"monday"}), may_have("It rained on Monday.", {"day"})
    (True, False)
    """
    if not wanted.isdisjoint(lowered_runs(text)):
        return True
    return not text.isascii() and _has_caseless(text)


@lru_cache(maxsize=RECENT)
def _has_caseless(text: str) -> bool:
    return _CASELESS.search(text) is not None
