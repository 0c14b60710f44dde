"""Contrast figures against hand counts and scikit-learn, and their intervals."""

from __future__ import annotations

import numpy as np
import pytest

from trainer.encoders.embeddings import Embeddings, embed
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.contrast_rows import Contrast, ContrastPair, ContrastTriple
from trainer.evaluation.data.contrast_sets import bundled_contrast
from trainer.evaluation.scores.contrast import (
    Outcomes,
    average_precision,
    bundled_share,
    judge,
    score_contrast,
)


def rows_of(count, *, anchors=None):
    triples = [
        ContrastTriple("s", "ab"[i % 2], f"a{i % (anchors or count)}", f"p{i}", f"c{i}")
        for i in range(count)
    ]
    return Contrast(triples, [])


def test_judging_compares_cosines_and_halves_a_tie():
    angles = {"a": 0.0, "near": 0.1, "far": 0.5, "a2": 0.0, "x": 0.3}
    vectors = np.array([[np.cos(v), np.sin(v)] for v in angles.values()], dtype=np.float32)
    embeddings = Embeddings(vectors, {text: i for i, text in enumerate(angles)})
    rows = Contrast(
        [
            ContrastTriple("s", "", "a", "near", "far"),
            ContrastTriple("s", "", "a", "far", "near"),
            ContrastTriple("s", "", "a", "x", "x"),
        ],
        [ContrastPair("t", "", "a", "x", 1)],
    )
    found = judge(embeddings, rows)
    assert found.ranked.tolist() == [1, 0, 0.5]
    assert found.cosines == pytest.approx([np.cos(0.3)], abs=1e-6)


def test_average_precision_is_scikit_learns():
    from sklearn.metrics import average_precision_score

    draw = np.random.default_rng(3)
    for _ in range(20):
        cosines = np.sort(draw.integers(0, 9, 30) / 10)[::-1]  # many are equal
        labels, weights = draw.integers(0, 2, 30), draw.integers(0, 3, 30).astype(float)
        expected = average_precision_score(labels, cosines, sample_weight=weights)
        assert average_precision(cosines, labels, weights) == pytest.approx(expected)


def test_figures_by_set_and_subset_with_their_change():
    rows = rows_of(40)
    before = np.array([1.0, 0.0] * 20)
    after = np.ones(40)
    none = np.array([])
    models = {"before": Outcomes(before, none), "after": Outcomes(after, none)}
    scores = score_contrast(rows, models)
    first, second = scores["before"], scores["after"]
    assert {k: f.score for k, f in first.subsets["s"].items()} == {"a": 100, "b": 0}
    whole = first.triples["s"]
    assert (whole.rows, whole.score, whole.change) == (40, 50, None)
    # The textbook's interval of a share of a half among forty, half as wide again at the most.
    assert whole.high - whole.low == pytest.approx(2 * 1.96 * 100 * np.sqrt(0.25 / 40), rel=0.15)
    change = second.triples["s"]
    assert (change.change, change.certain) == (50, True)
    assert change.change_low == pytest.approx(100 - whole.high)  # the same rows are drawn
    assert (second.triples_mean.rows, second.triples_mean.score) == (1, 100)
    assert second.pairs_mean is None
    assert score_contrast(rows, models) == scores


def test_rows_of_one_anchor_are_drawn_together():
    ranked = Outcomes(np.array([1.0] * 120 + [0.0] * 120), np.array([]))
    alone = score_contrast(rows_of(240), {"m": ranked})["m"].triples["s"]
    triples = [ContrastTriple("s", "", f"a{i // 10}", f"p{i}", f"c{i}") for i in range(240)]
    together = score_contrast(Contrast(triples, []), {"m": ranked})["m"].triples["s"]
    assert alone.score == together.score == 50
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_two_triples_have_no_interval_and_no_significant_change():
    before, after = (Outcomes(np.array(ranked), np.array([])) for ranked in ([0, 0], [1.0, 1.0]))
    scores = score_contrast(rows_of(2), {"before": before, "after": after})
    figure = scores["after"].triples["s"]
    assert (figure.score, figure.change, figure.certain) == (100, 100, False)
    assert (figure.low, figure.high, figure.change_low) == (None, None, None)
    assert scores["after"].triples_mean.low is None


def test_where_every_row_is_alike_the_interval_is_wilsons():
    perfect = Outcomes(np.ones(30), np.array([]))
    rows = Contrast([ContrastTriple("s", "", f"a{i}", f"p{i}", f"c{i}") for i in range(30)], [])
    figure = score_contrast(rows, {"m": perfect})["m"].triples["s"]
    # 30 of 30, as in Wilson's formula: 1 / (1 + 1.96 ** 2 / 30).
    assert (figure.low, figure.high) == pytest.approx((88.65, 100), abs=0.01)


def test_pairs_and_the_mean_over_sets():
    pairs = [ContrastPair("t", "", f"x{i}", f"y{i}", int(i < 5)) for i in range(10)]
    pairs += [ContrastPair("u", "", f"v{i}", f"w{i}", i % 2) for i in range(10)]
    perfect, flat = np.arange(10, 0, -1) / 10, np.full(10, 0.5)
    outcomes = Outcomes(np.array([]), np.concatenate([perfect, flat]))
    found = score_contrast(Contrast([], pairs), {"m": outcomes})["m"]
    assert {name: figure.score for name, figure in found.pairs.items()} == {"t": 100, "u": 50}
    assert (found.pairs_mean.rows, found.pairs_mean.score) == (2, 75)
    assert found.triples_mean is None


def test_the_bundled_share_is_that_of_its_figure(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    rows = bundled_contrast()
    found = score_contrast(rows, {"m": judge(embed(encoder, rows.texts), rows)})["m"]
    assert bundled_share(encoder) == pytest.approx(found.triples["bundled"].score)
