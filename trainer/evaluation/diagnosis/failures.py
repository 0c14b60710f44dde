"""Where an encoder fails: pairs with a wrong rank, and pairs with misleading lengths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from schemas.mer import mer
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.diagnosis.tags import TAGS, tags
from trainer.evaluation.scores.probe import ranking
from trainer.evaluation.scores.sts import correlation

_POSITIVE, _NEGATIVE = 4.0, 1.0
"""Scores of 5: pairs at or above the first mean the same, those at or below the second do not."""

_FAR, _NEAR = 5, 2


@dataclass(frozen=True, slots=True)
class Failure:
    """A pair whose rank by cosine is far from its rank by human score.

    Attributes:
        first: one sentence.
        second: the other.
        score: human.
        similarity: cosine.
        gold_rank: rank of the score among all pairs, from 1 for the lowest; ties share their mean
            rank.
        estimated_rank: rank of the cosine, likewise.
        squared_difference: of the two ranks; Spearman's coefficient falls with the sum of these.
        mer: match error rate.
        tags: how the wordings of the two differ.
    """

    first: str
    second: str
    score: float
    similarity: float
    gold_rank: float
    estimated_rank: float
    squared_difference: float
    mer: float
    tags: list[str]


@dataclass(frozen=True, slots=True)
class TagShare:
    """How often a tag occurs.

    Attributes:
        tag: one of `TAGS`.
        pairs: number of pairs in the set that have it.
        loss: share of the sum of squared rank differences that they cause.
        share: their share of the pairs; a tag with a larger loss is harder than the rest.
    """

    tag: str
    pairs: int
    loss: float
    share: float


@dataclass(frozen=True, slots=True)
class Failures:
    """The rank-difference analysis of SNCSE (Wang et al., 2022) on one set.

    Attributes:
        task: name of the set.
        worst: pairs with the largest squared difference, largest first.
        by_tag: effect of each tag, over all pairs.
    """

    task: str
    worst: list[Failure]
    by_tag: list[TagShare]


def rank_failures(embeddings: Embeddings, pairs: Pairs, limit: int = 20) -> Failures:
    """Compare the ranks of cosines and human scores.

    Args:
        embeddings: of every sentence in the set.
        limit: how many of the worst pairs to return.

    Raises:
        WorkFailed: all similarities are equal.
    """
    from scipy.stats import rankdata

    cosines = embeddings.cosines(pairs.first, pairs.second)
    correlation(cosines, pairs)  # raises for a collapsed encoder
    gold, estimated = rankdata(pairs.scores), rankdata(cosines)
    squared = (estimated - gold) ** 2
    marks = [tags(a, b) for a, b in zip(pairs.first, pairs.second, strict=True)]
    order = np.argsort(-squared, kind="stable")[:limit].tolist()
    worst = [
        Failure(
            first=pairs.first[row],
            second=pairs.second[row],
            score=round(pairs.scores[row], 4),
            similarity=float(cosines[row]),
            gold_rank=float(gold[row]),
            estimated_rank=float(estimated[row]),
            squared_difference=float(squared[row]),
            mer=mer(pairs.first[row], pairs.second[row]),
            tags=marks[row],
        )
        for row in order
    ]
    total = float(squared.sum())
    by_tag = []
    for tag in TAGS:
        chosen = np.array([tag in found for found in marks])
        loss = float(squared[chosen].sum()) / total if total else 0.0
        by_tag.append(TagShare(tag, int(chosen.sum()), loss, float(chosen.mean())))
    return Failures(pairs.name, worst, by_tag)


@dataclass(frozen=True, slots=True)
class HardSubset:
    """Pairs with misleading lengths, after PT-BERT (Tan et al., ACL 2022).

    Attributes:
        task: name of the set.
        positives: number of pairs with a score of at least 4 that differ by more than five words.
        negatives: number of pairs with a score of at most 1 that differ by less than two words.
        positive_similarity: mean cosine of the positives; None if there are none.
        negative_similarity: mean cosine of the negatives.
        separation: share of (positive, negative) in which the positive is nearer, ties counting
            half; chance is 0.5; None without both.
        spearman: over the subset, times 100; None without both.
    """

    task: str
    positives: int
    negatives: int
    positive_similarity: float | None
    negative_similarity: float | None
    separation: float | None
    spearman: float | None


def hard_subset(embeddings: Embeddings, pairs: Pairs) -> HardSubset:
    """Score an encoder on the pairs whose length misleads, in a set scored from 0 to 5."""
    from scipy.stats import spearmanr

    apart = np.array(
        [
            abs(len(a.split()) - len(b.split()))
            for a, b in zip(pairs.first, pairs.second, strict=True)
        ]
    )
    scores = np.round(np.array(pairs.scores), 4)
    positive = (scores >= _POSITIVE) & (apart > _FAR)
    negative = (scores <= _NEGATIVE) & (apart < _NEAR)
    cosines = embeddings.cosines(pairs.first, pairs.second)
    near, far = cosines[positive], cosines[negative]
    separation = spearman = None
    if len(near) and len(far):
        separation = ranking(near[:, None], far[None, :])
        chosen = positive | negative
        if np.ptp(cosines[chosen]) > 0:
            spearman = 100 * float(spearmanr(cosines[chosen], scores[chosen]).statistic)
    return HardSubset(
        task=pairs.name,
        positives=len(near),
        negatives=len(far),
        positive_similarity=float(near.mean()) if len(near) else None,
        negative_similarity=float(far.mean()) if len(far) else None,
        separation=separation,
        spearman=spearman,
    )
