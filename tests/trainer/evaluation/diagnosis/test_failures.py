"""Rank differences and the hard subset against direct computations."""

from __future__ import annotations

import numpy as np
import pytest

from schemas.errors import WorkFailed
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.diagnosis.failures import hard_subset, rank_failures


def table(pairs: Pairs, cosines: list[float]) -> Embeddings:
    """Vectors whose cosines are given: each first sentence is (1, 0)."""
    vectors, rows = [], {}
    for first, second, cosine in zip(pairs.first, pairs.second, cosines, strict=True):
        for text, x in ((first, 1.0), (second, cosine)):
            rows[text] = len(vectors)
            vectors.append([x, np.sqrt(1 - x * x)])
    return Embeddings(np.array(vectors, dtype=np.float32), rows)


PAIRS = Pairs(
    "X",
    ["f1 is here", "f2 ran", "f3 sat", "f4 ate", "f5 saw"],
    ["f1 is not here", "s2", "s3", "s4", "s5"],
    [0.5, 1.0, 2.0, 3.0, 4.0],
)


def test_the_worst_pair_is_the_one_whose_rank_is_furthest_off():
    found = rank_failures(table(PAIRS, [0.99, 0.1, 0.2, 0.3, 0.4]), PAIRS, limit=2)
    worst = found.worst[0]
    assert (worst.first, worst.second) == ("f1 is here", "f1 is not here")
    assert (worst.gold_rank, worst.estimated_rank, worst.squared_difference) == (1, 5, 16)
    assert worst.tags == ["negation"]
    assert worst.mer == pytest.approx(0.25)
    assert len(found.worst) == 2
    negation = found.by_tag[0]
    assert (negation.tag, negation.pairs, negation.share) == ("negation", 1, 0.2)
    assert negation.loss == pytest.approx(16 / 20)


def test_squared_differences_are_those_of_spearman():
    from scipy.stats import spearmanr

    cosines = [0.5, 0.1, 0.3, 0.2, 0.9]
    found = rank_failures(table(PAIRS, cosines), PAIRS)
    total = sum(failure.squared_difference for failure in found.worst)
    assert 1 - 6 * total / (5 * 24) == pytest.approx(spearmanr(cosines, PAIRS.scores).statistic)


def test_ranks_of_a_collapsed_encoder_are_refused():
    with pytest.raises(WorkFailed, match="collapsed"):
        rank_failures(table(PAIRS, [0.5] * 5), PAIRS)


def test_the_hard_subset_is_told_by_length():
    long = "a b c d e f g h"
    pairs = Pairs("X", ["1 x", "2 x", "3 x", "4 x"], [f"{long} 1", f"{long} 2", "3", "4 y z"],
                  [4.5, 3.9, 0.8, 0.5])  # fmt: skip
    found = hard_subset(table(pairs, [0.6, 0.1, 0.7, 0.2]), pairs)
    assert (found.positives, found.negatives) == (1, 2)
    assert found.positive_similarity == pytest.approx(0.6)
    assert found.negative_similarity == pytest.approx(0.45)
    assert found.separation == 0.5


def test_the_separation_is_scikit_learns_area():
    from sklearn.metrics import roc_auc_score

    draw = np.random.default_rng(5)
    texts = [f"{i} {'w ' * 7}" if i % 2 else f"{i} x" for i in range(60)]
    pairs = Pairs(
        "X", [f"a{i} b" for i in range(60)], texts, [4.5 if i % 2 else 0.5 for i in range(60)]
    )
    cosines = draw.uniform(-0.9, 0.9, 60).round(1).tolist()
    found = hard_subset(table(pairs, cosines), pairs)
    assert (found.positives, found.negatives) == (30, 30)
    assert found.separation == pytest.approx(roc_auc_score([i % 2 for i in range(60)], cosines))


def test_a_set_without_hard_pairs_has_no_figures():
    found = hard_subset(table(PAIRS, [0.1, 0.2, 0.3, 0.4, 0.5]), PAIRS)
    assert found.positives == 0
    assert found.separation is None
    assert found.spearman is None
