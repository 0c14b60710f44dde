"""Cont. and Oppn.: scored pairs, split by whether meaning and wording agree.

OssCSE (EMNLP 2023, section 3.3) splits a set by the medians of human score and match
error rate. A pair is Cont. if its meaning is more similar than the median and its wording differs
less than the median, or the reverse on both counts; there wording is a good guide. Every other
pair, ties included, is Oppn.: wording misleads.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from schemas.mer import mer
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.sts import correlation

_DECIMALS = 5
"""Scores are 32-bit floats; those with equal decimals must compare equal."""


@dataclass(frozen=True, slots=True)
class Split:
    """A set of scored pairs, split.

    Attributes:
        pairs: the set.
        cont: for each pair whether it is Cont.; the others are Oppn.
        median_score: of the human scores.
        median_mer: of the match error rates.
    """

    pairs: Pairs
    cont: list[bool]
    median_score: float
    median_mer: float

    @property
    def counts(self) -> dict[str, Any]:
        """Its name, numbers of pairs and medians, as JSON has them."""
        return {
            "set": self.pairs.name,
            "pairs": len(self.cont),
            "cont": sum(self.cont),
            "oppn": len(self.cont) - sum(self.cont),
            "median_score": self.median_score,
            "median_mer": self.median_mer,
        }

    @property
    def sides(self) -> tuple[Pairs, Pairs]:
        """Cont. and Oppn. as separate sets."""
        return self._side("Cont.", True), self._side("Oppn.", False)

    def _side(self, label: str, wanted: bool) -> Pairs:
        rows = [row for row, cont in enumerate(self.cont) if cont == wanted]
        pairs = self.pairs
        return Pairs(
            f"{pairs.name} {label}",
            [pairs.first[row] for row in rows],
            [pairs.second[row] for row in rows],
            [pairs.scores[row] for row in rows],
        )


@dataclass(frozen=True, slots=True)
class SideScores:
    """Spearman correlation, times 100, on both sides of a split.

    Attributes:
        cont: on Cont.; None if it has fewer than two different human scores.
        oppn: the same for Oppn.
        weighted: mean of the two weighted by their numbers of pairs; None if either is None.
        together: on the whole set.
    """

    cont: float | None
    oppn: float | None
    weighted: float | None
    together: float


@dataclass(frozen=True, slots=True)
class SideMeans:
    """Means over sets, weighted by their numbers of pairs on each side (OssCSE, tables 3 and 6).

    Attributes:
        cont: of the correlations on Cont., times 100; None if a set has no correlation there.
        oppn: the same for Oppn.
        cont_pairs: number of Cont. pairs in all sets.
        oppn_pairs: number of Oppn. pairs in all sets.
    """

    cont: float | None
    oppn: float | None
    cont_pairs: int
    oppn_pairs: int


def split_pairs(pairs: Pairs) -> Split:
    """Split a set at its medians."""
    scores = [round(score, _DECIMALS) for score in pairs.scores]
    rates = list(map(mer, pairs.first, pairs.second))
    score_median, mer_median = statistics.median(scores), statistics.median(rates)
    cont = [
        (score > score_median and rate < mer_median) or (score < score_median and rate > mer_median)
        for score, rate in zip(scores, rates, strict=True)
    ]
    return Split(pairs, cont, score_median, mer_median)


def score_sides(embeddings: Embeddings, split: Split) -> SideScores:
    """Correlation of cosines with human scores on each side.

    Args:
        embeddings: of every sentence of the set.

    Raises:
        WorkFailed: all similarities of a side are equal.
    """
    cont, oppn = (_correlation(embeddings, side) for side in split.sides)
    weighted = _weighted([cont, oppn], [len(side.scores) for side in split.sides])
    whole = split.pairs
    together = 100 * correlation(embeddings.cosines(whole.first, whole.second), whole)
    return SideScores(cont, oppn, weighted, together)


def mean_sides(splits: Sequence[Split], scores: Mapping[str, SideScores]) -> SideMeans:
    """Each side's mean over sets.

    Args:
        splits: the sets, at least one.
        scores: on each, by its name.
    """
    cont = [sum(split.cont) for split in splits]
    oppn = [len(split.cont) - sum(split.cont) for split in splits]
    found = [scores[split.pairs.name] for split in splits]
    return SideMeans(
        _weighted([side.cont for side in found], cont),
        _weighted([side.oppn for side in found], oppn),
        sum(cont),
        sum(oppn),
    )


def _weighted(values: Sequence[float | None], pairs: Sequence[int]) -> float | None:
    """Mean of values, weighted by numbers of pairs; None if one is missing."""
    known = [value for value in values if value is not None]
    return float(np.average(known, weights=pairs)) if len(known) == len(values) else None


def split_sets(tasks: Sequence[Pairs]) -> list[Split]:
    """Split every subset of the tasks at its own medians, as the paper does."""
    return [split_pairs(part) for task in tasks for part in task.subsets()]


def _correlation(embeddings: Embeddings, side: Pairs) -> float | None:
    if len(set(side.scores)) < 2:
        return None
    return 100 * correlation(embeddings.cosines(side.first, side.second), side)
