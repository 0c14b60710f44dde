"""Spearman correlation between an encoder's cosine and human scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from schemas.errors import WorkFailed
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.data.sts_sets import STANDARD

COLLAPSED = 1e-6
"""Cosines that are all within this distance differ only by rounding."""


@dataclass(frozen=True, slots=True)
class SubsetMeans:
    """Means over a task's subsets, for comparison with papers that report them.

    Attributes:
        mean: over the subsets, times 100; None if a subset has no rank correlation.
        weighted_mean: weighted by the number of pairs.
        undefined: subsets whose human scores are all equal.
    """

    mean: float | None
    weighted_mean: float | None
    undefined: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class StsScores:
    """Scores of one encoder.

    Attributes:
        spearman: by task, times 100, over the concatenation of its subsets (the "all" setting).
        pairs: number of pairs by task.
        average: over the standard tasks present, times 100; None if there is none.
        averaged: their names.
        absent: standard tasks that were not measured, so the average is of fewer than seven.
        subsets: means over the subsets of each task with several.
    """

    spearman: dict[str, float]
    pairs: dict[str, int]
    average: float | None
    averaged: list[str]
    absent: list[str]
    subsets: dict[str, SubsetMeans]


def score(embeddings: Embeddings, tasks: Sequence[Pairs]) -> StsScores:
    """Score embeddings of all sentences of the tasks.

    Raises:
        WorkFailed: every pair of a task has the same similarity.
    """
    spearman, subsets = {}, {}
    for task in tasks:
        cosines = embeddings.cosines(task.first, task.second)
        spearman[task.name] = 100 * correlation(cosines, task)
        if len(task.sizes) > 1:
            subsets[task.name] = _subset_means(embeddings, task)
    averaged = [name for name in STANDARD if name in spearman]
    return StsScores(
        spearman=spearman,
        pairs={task.name: len(task.scores) for task in tasks},
        average=float(np.mean([spearman[name] for name in averaged])) if averaged else None,
        averaged=averaged,
        absent=[name for name in STANDARD if name not in spearman],
        subsets=subsets,
    )


def correlation(similarities: np.ndarray, task: Pairs) -> float:
    """Spearman correlation of similarities with a task's scores, in [-1, 1].

    Raises:
        WorkFailed: all similarities are equal.
    """
    from scipy.stats import spearmanr

    if np.ptp(similarities) < COLLAPSED:
        raise WorkFailed(
            f"The encoder gives every pair of {task.name} the same similarity, so it has no rank"
            " correlation; its embeddings have collapsed."
        )
    return float(spearmanr(similarities, task.scores).statistic)


def distinct_texts(tasks: Sequence[Pairs]) -> list[str]:
    """Every sentence of the tasks, once."""
    return list(dict.fromkeys(t for task in tasks for t in (*task.first, *task.second)))


def _subset_means(embeddings: Embeddings, task: Pairs) -> SubsetMeans:
    parts = task.subsets()
    undefined = [part.name for part in parts if len(set(part.scores)) < 2]
    if undefined:
        return SubsetMeans(None, None, undefined)
    values = [
        100 * correlation(embeddings.cosines(part.first, part.second), part) for part in parts
    ]
    weights = [len(part.scores) for part in parts]
    return SubsetMeans(float(np.mean(values)), float(np.average(values, weights=weights)))
