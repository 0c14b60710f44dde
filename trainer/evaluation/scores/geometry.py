"""How an encoder uses its space: alignment, uniformity (Wang and Isola, ICML 2020), anisotropy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from trainer.encoders.embeddings import Embeddings, row_dots
from trainer.encoders.inference import Vectors
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.sts import distinct_texts

POSITIVE = 4.0
"""Pairs with a higher score (of 5) are positives, as in SimCSE (Gao et al., EMNLP 2021)."""

_BLOCK = 1024


def alignment(anchor: Vectors, positive: Vectors) -> float:
    """Mean squared distance between the rows of two sets of unit vectors (exponent 2)."""
    return float(((anchor.astype(np.float64) - positive) ** 2).sum(axis=1).mean())


def uniformity(vectors: Vectors) -> float | None:
    """`log mean exp(-2 |x - y|²)` over all pairs of different rows of unit vectors (t = 2).

    Computed in blocks, so that memory does not grow with the square of the rows.
    """
    count = len(vectors)
    if count < 2:
        return None
    total = 0.0
    for start in range(0, count, _BLOCK):
        dots = vectors[start : start + _BLOCK].astype(np.float64) @ vectors.T
        total += float(np.exp(4 * dots - 4).sum())  # |x - y|² = 2 - 2 x·y
    own = float(np.exp(4 * row_dots(vectors, vectors) - 4).sum())
    return float(np.log((total - own) / (count * (count - 1))))


def anisotropy(vectors: Vectors) -> float | None:
    """Mean cosine of all pairs of different rows of unit vectors, in [-1, 1]."""
    count = len(vectors)
    if count < 2:
        return None
    total = vectors.sum(axis=0, dtype=np.float64)
    own = float(row_dots(vectors, vectors).sum())
    return (float(total @ total) - own) / (count * (count - 1))


@dataclass(frozen=True, slots=True)
class Geometry:
    """Geometry on a set of scored pairs; less is better in all three.

    Attributes:
        task: name of the set.
        positives: pairs scored above `POSITIVE`.
        sentences: distinct sentences of the set.
        alignment: mean squared distance of the positives; None if there are none.
        uniformity: over all pairs of the distinct sentences.
        anisotropy: mean cosine over the same pairs.
    """

    task: str
    positives: int
    sentences: int
    alignment: float | None
    uniformity: float | None
    anisotropy: float | None


def geometry(embeddings: Embeddings, pairs: Pairs) -> Geometry:
    """Measure embeddings of every sentence of a set of pairs scored from 0 to 5."""
    rows = [row for row, score in enumerate(pairs.scores) if score > POSITIVE]
    texts = distinct_texts([pairs])
    vectors = embeddings.of(texts)
    first = embeddings.of([pairs.first[row] for row in rows])
    second = embeddings.of([pairs.second[row] for row in rows])
    return Geometry(
        task=pairs.name,
        positives=len(rows),
        sentences=len(texts),
        alignment=alignment(first, second) if rows else None,
        uniformity=uniformity(vectors),
        anisotropy=anisotropy(vectors),
    )


@dataclass(frozen=True, slots=True)
class Distribution:
    """Cosines of one kind of pairs.

    Attributes:
        kind: `negative`, `soft negative` or `positive`.
        mean: of the cosines.
        quantiles: at 5, 25, 50, 75 and 95 per cent.
        cosines: all of them.
    """

    kind: str
    mean: float
    quantiles: list[float]
    cosines: list[float]


def distributions(
    embeddings: Embeddings,
    anchors: Sequence[str],
    paraphrases: Sequence[str],
    negations: Sequence[str],
) -> list[Distribution]:
    """Cosines of negative, soft negative and positive pairs, as in SNCSE's Figure 4.

    A negative pair is an anchor and the next different one; a soft negative is an anchor and its
    negation.

    Args:
        embeddings: of all texts.
        anchors: several rows may have the same one; with fewer than two different anchors, the
            result is empty.
        paraphrases: of the anchors, row by row.
        negations: of the anchors, row by row.
    """
    # The variants of a sentence have the same anchor, which is not unrelated to itself.
    different = list(dict.fromkeys(anchors))
    if len(different) < 2:
        return []
    columns = {
        "negative": (different, [*different[1:], different[0]]),
        "soft negative": (anchors, negations),
        "positive": (anchors, paraphrases),
    }
    found = []
    for kind, (first, second) in columns.items():
        cosines = embeddings.cosines(first, second)
        quantiles = np.quantile(cosines, [0.05, 0.25, 0.5, 0.75, 0.95]).tolist()
        found.append(Distribution(kind, float(cosines.mean()), quantiles, cosines.tolist()))
    return found
