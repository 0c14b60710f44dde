"""How embeddings fill their space."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trainer.evaluation.scores.geometry import alignment, anisotropy, uniformity


def unit_rows(count: int, width: int, seed: int = 0) -> np.ndarray:
    rows = np.random.default_rng(seed).normal(size=(count, width))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_alignment_is_the_mean_squared_distance():
    left, right = unit_rows(9, 4, 1), unit_rows(9, 4, 2)
    expected = sum(
        sum((a - b) ** 2 for a, b in zip(x, y, strict=True))
        for x, y in zip(left.tolist(), right.tolist(), strict=True)
    )
    assert alignment(left, right) == pytest.approx(expected / 9)


@pytest.mark.parametrize("count", [2, 40, 1500])
def test_uniformity_is_that_of_all_pairs(count):
    from scipy.spatial.distance import pdist

    rows = unit_rows(count, 6)
    expected = math.log(np.exp(-2 * pdist(rows.astype(np.float64), "sqeuclidean")).mean())
    assert uniformity(rows) == pytest.approx(expected, abs=1e-6)


def test_a_single_anchor_has_no_uniformity():
    assert uniformity(unit_rows(1, 3)) is None


def test_anisotropy_is_the_mean_cosine_of_all_pairs():
    from scipy.spatial.distance import pdist

    rows = unit_rows(40, 6)
    assert anisotropy(rows) == pytest.approx((1 - pdist(rows, "cosine")).mean(), abs=1e-6)
    assert anisotropy(rows[:1]) is None
