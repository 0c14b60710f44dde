"""Match error rate (MER) between an anchor and another sentence.

The measure of this project:

`MER = (S + D + I) / (S + D + I + C)` over lower-cased Moses tokens, where the alignment has the
fewest edits and among those the most substitutions. This choice makes the measure symmetric and
reproduces Table 2 of OssCSE (EMNLP 2023). jiwer's own rate, over words split at white
space with their case kept, is there for comparison with scripts that call `jiwer.mer`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from schemas.moses import moses_tokens

MerName = Literal["moses", "jiwer"]
"""Which rate: over lower-cased Moses tokens, or `jiwer.mer`."""
MER_BINS = 20
"""Bins of every histogram of match error rates, each 0.05 wide."""


@lru_cache(maxsize=4096)
def mer_tokens(text: str) -> tuple[str, ...]:
    """Words that MER counts: Moses tokens, unescaped, each lower-cased."""
    return tuple(map(str.lower, moses_tokens(text)))


def mer_of_tokens(anchor: Sequence[str], other: Sequence[str]) -> float:
    """MER of two token sequences, in [0, 1]; 0 if both are empty, 1 if only one is."""
    from rapidfuzz.distance import Levenshtein  # slow to import, and some commands do not need it

    # A substitution costs slightly less than another edit, by so little that the number of edits
    # still decides first: distance = weight * edits - substitutions.
    weight = len(anchor) + len(other) + 1
    distance = Levenshtein.distance(anchor, other, weights=(weight, weight, weight - 1))
    edits = -(-distance // weight)
    substitutions = weight * edits - distance
    hits = (len(anchor) + len(other) - edits - substitutions) // 2
    return edits / (edits + hits) if edits else 0.0


def mer(anchor: str, other: str) -> float:
    """MER of two sentences, in [0, 1]; symmetric.

    >>> round(mer("My dog likes eating sausage.", "My dog does not like eating sausage."), 3)
    0.375
    """
    return mer_of_tokens(mer_tokens(anchor), mer_tokens(other))


def jiwer_mer(anchor: str, other: str) -> float:
    """`jiwer.mer`: MER over words split at white space, with their case kept, in [0, 1].

    >>> round(jiwer_mer("My dog likes sausage.", "My dog likes sausage, too."), 3)
    0.4
    """
    import jiwer  # slow to import, and most commands do not need it

    return float(jiwer.mer(anchor, other))


def mer_by(name: MerName, anchor: str, other: str) -> float:
    """MER by the measure of that name."""
    return mer(anchor, other) if name == "moses" else jiwer_mer(anchor, other)
