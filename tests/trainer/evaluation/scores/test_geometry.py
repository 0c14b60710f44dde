"""How embeddings fill their space."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trainer.encoders.embeddings import Embeddings, unit
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.geometry import (
    alignment,
    anisotropy,
    distributions,
    geometry,
    uniformity,
)


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


def test_geometry_is_a_direct_computation():
    from scipy.spatial.distance import pdist

    draw = np.random.default_rng(1)
    vectors = unit(draw.normal(size=(12, 5)).astype(np.float32))
    texts = [f"t{i}" for i in range(12)]
    pairs = Pairs("X", texts[:6], texts[6:], [5.0, 4.5, 4.0, 2.0, 1.0, 0.0])
    found = geometry(Embeddings(vectors, {t: i for i, t in enumerate(texts)}), pairs)
    distances = pdist(vectors.astype(np.float64), "sqeuclidean")
    assert found.positives == 2
    assert found.sentences == 12
    expected = np.mean([((vectors[i] - vectors[i + 6]) ** 2).sum() for i in (0, 1)])
    assert found.alignment == pytest.approx(expected, rel=1e-5)
    assert found.uniformity == pytest.approx(np.log(np.exp(-2 * distances).mean()), rel=1e-5)
    assert found.anisotropy == pytest.approx((1 - distances / 2).mean(), abs=1e-6)


def test_no_positive_pair_has_no_alignment():
    pairs = Pairs("X", ["a", "b"], ["c", "d"], [1.0, 2.0])
    embeddings = Embeddings(unit_rows(4, 3), {t: i for i, t in enumerate("abcd")})
    assert geometry(embeddings, pairs).alignment is None


def test_distributions_are_of_three_kinds():
    vectors = unit(np.array([[1, 0], [0, 1], [1, 1], [1, 0.2], [0, 1], [0.3, 1]], np.float32))
    embeddings = Embeddings(vectors, {t: i for i, t in enumerate("abpqmn")})
    found = distributions(embeddings, ["a", "b"], ["p", "q"], ["m", "n"])
    assert [d.kind for d in found] == ["negative", "soft negative", "positive"]
    assert found[0].cosines == pytest.approx([0, 0])
    assert found[1].cosines == pytest.approx([0, 1 / np.sqrt(1.09)], abs=1e-6)
    assert found[2].mean == pytest.approx((np.sqrt(0.5) + 0.2 / np.sqrt(1.04)) / 2, abs=1e-6)


def test_an_anchor_in_several_rows_is_never_unrelated_to_itself():
    vectors = unit(np.array([[1, 0], [0, 1], [1, 1]], np.float32))
    embeddings = Embeddings(vectors, {t: i for i, t in enumerate("abc")})
    found = distributions(embeddings, list("aabbb"), list("ccccc"), list("ccccc"))
    assert found[0].cosines == pytest.approx([0, 0])
    assert len(found[1].cosines) == len(found[2].cosines) == 5


def test_one_anchor_has_no_unrelated_one():
    embeddings = Embeddings(np.eye(3, dtype=np.float32), {t: i for i, t in enumerate("abc")})
    assert distributions(embeddings, ["a", "a"], ["b", "b"], ["c", "c"]) == []
