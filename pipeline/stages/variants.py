"""Which contradictions and paraphrases of a sentence make up its triples: a rule on indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Variant(NamedTuple):
    """A triple of a sentence.

    Attributes:
        contradiction: place among the sentence's contradictions; None where it has none.
        paraphrase: place among its candidates; None where none was accepted.
    """

    contradiction: int | None
    paraphrase: int | None


def paired(
    denial: bool, others: Sequence[int], best: int | None, paraphrases: Sequence[int]
) -> list[Variant]:
    """The variants of a sentence.

    The first is the paper's: the denial with the best paraphrase, whatever is missing of them. The
    others use each other contradiction and each other paraphrase at least once and no pair twice:
    the shorter list is gone through again until the longer one is used up. Where one of the lists
    is empty, the denial or the best paraphrase takes its place.

    Args:
        denial: whether the sentence has one; it is contradiction 0.
        others: its other contradictions.
        best: the chosen paraphrase.
        paraphrases: the others that were accepted.
    """
    first = Variant(0 if denial else None, best)
    contradictions = others or ([0] if denial else [])
    texts = paraphrases or ([] if best is None else [best])
    if not (others or paraphrases) or not contradictions or not texts:
        return [first]
    count = max(len(contradictions), len(texts))
    further = [
        Variant(contradictions[i % len(contradictions)], texts[i % len(texts)])
        for i in range(count)
    ]
    return [first, *further]
