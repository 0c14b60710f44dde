"""Spearman correlation of an encoder's cosine with human scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from schemas.errors import WorkFailed
from trainer.encoder import Encoder, Vectors
from trainer.sts import STANDARD, Pairs

Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class StsScores:
    """Scores of one encoder.

    Attributes:
        spearman: by task, times 100.
        pairs: number of pairs by task.
        average: over the standard tasks present, times 100; None where there is none.
        averaged: their names.
    """

    spearman: dict[str, float]
    pairs: dict[str, int]
    average: float | None
    averaged: list[str]


def evaluate(
    encoder: Encoder, tasks: Sequence[Pairs], *, advance: Advance | None = None
) -> StsScores:
    """Score an encoder; each distinct sentence of all tasks is encoded once.

    Args:
        encoder: the encoder.
        tasks: the pairs.
        advance: told of the number of distinct sentences done, batch by batch.

    Raises:
        WorkFailed: where the encoder gives every pair of a task the same similarity.
    """
    texts = distinct_texts(tasks)
    vectors = unit(encoder.encode(texts, advance=advance))
    row = {text: index for index, text in enumerate(texts)}
    spearman = {}
    for task in tasks:
        left = vectors[[row[text] for text in task.first]]
        right = vectors[[row[text] for text in task.second]]
        spearman[task.name] = 100 * correlation(row_dots(left, right), task)
    averaged = [name for name in STANDARD if name in spearman]
    average = float(np.mean([spearman[name] for name in averaged])) if averaged else None
    return StsScores(spearman, {t.name: len(t.scores) for t in tasks}, average, averaged)


def sts_spearman(encoder: Encoder, task: Pairs) -> float:
    """Spearman correlation on one task, in [-1, 1]."""
    return evaluate(encoder, [task]).spearman[task.name] / 100


def correlation(similarities: np.ndarray, task: Pairs) -> float:
    """Spearman correlation of similarities with a task's scores, in [-1, 1].

    Raises:
        WorkFailed: where all similarities are equal.
    """
    from scipy.stats import spearmanr

    if np.ptp(similarities) == 0:
        raise WorkFailed(
            f"The encoder gives every pair of {task.name} the same similarity, so it has no rank"
            " correlation; its embeddings have collapsed."
        )
    return float(spearmanr(similarities, task.scores).statistic)


def distinct_texts(tasks: Sequence[Pairs]) -> list[str]:
    """Every sentence of the tasks, once."""
    return list(dict.fromkeys(t for task in tasks for t in (*task.first, *task.second)))


def unit(vectors: Vectors) -> Vectors:
    """Rows scaled to length 1; a row of zeros stays."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Vectors = vectors / np.maximum(lengths, 1e-12)
    return scaled


def row_dots(left: Vectors, right: Vectors) -> np.ndarray:
    """Inner product of each row with its counterpart, float64 `(rows,)`."""
    products: np.ndarray = np.einsum("rh,rh->r", left, right, dtype=np.float64)
    return products
