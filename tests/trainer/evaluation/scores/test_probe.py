from __future__ import annotations

import numpy as np
import pytest

from trainer.data.triples import Triple
from trainer.encoders.folder import load_encoder
from trainer.evaluation.scores.probe import probe, ranking, scores_by_kind, similarity_by_mer
from trainer.training.validation import measure_triples

ROWS = [
    Triple(1, "the baker opens .", "opens the baker .", "the baker never opens .", 0.2),
    Triple(2, "a nurse sells bread .", "bread a nurse sells .", "a nurse never sells .", 0.5),
    Triple(3, "my cousin moves .", "moves my cousin .", "my cousin never moves .", None),
]


@pytest.mark.parametrize(
    ("paraphrase", "negation", "expected"),
    [
        ([0.9, 0.8], [0.1, 0.2], 1.0),
        ([0.1, 0.2], [0.9, 0.8], 0.0),
        ([0.5, 0.5], [0.5, 0.1], 0.75),
        ([0.5], [0.5], 0.5),
    ],
)
def test_ranking_counts_a_tie_as_half(paraphrase, negation, expected):
    assert ranking(np.array(paraphrase), np.array(negation)) == expected


def test_bins_hold_their_lower_edge():
    rates = [np.float32(0.15).item(), 0.149, 0.3, 0.6, 1.0, None]
    bins = similarity_by_mer(rates, np.array([0.9, 0.8, 0.7, 0.6, 0.4, 0.1]))
    assert [(b.low, b.high, b.rows) for b in bins] == [
        (0.0, 0.15, 1),
        (0.15, 0.3, 1),
        (0.3, 0.45, 1),
        (0.6, 1.0, 2),
    ]
    assert [b.similarity for b in bins] == pytest.approx([0.8, 0.9, 0.7, 0.5])


def test_a_probe_equals_plain_cosines(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")

    def cosine(one: str, other: str) -> float:
        a, b = encoder.encode([one, other]).astype(np.float64)
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    near = [cosine(row.anchor, str(row.paraphrase)) for row in ROWS]
    far = [cosine(row.anchor, str(row.negation)) for row in ROWS]
    result = probe(encoder, ROWS)
    assert result.rows == 3
    assert result.ranking == pytest.approx(np.mean(np.greater(near, far)))
    assert measure_triples(encoder, ROWS) == (
        result.ranking,
        result.alignment,
        result.uniformity,
    )
    assert result.paraphrase == pytest.approx(np.mean(near), abs=1e-6)
    assert result.negation == pytest.approx(np.mean(far), abs=1e-6)
    assert result.difference == pytest.approx(np.mean(near) - np.mean(far), abs=1e-6)
    assert result.alignment == pytest.approx(2 - 2 * np.mean(near), abs=1e-6)
    assert [b.rows for b in result.by_mer] == [1, 1]


def test_the_geometry_is_that_of_different_anchors(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    once, several = probe(encoder, ROWS), probe(encoder, [*ROWS, ROWS[0]._replace(negation="no .")])
    assert several.rows == 4
    assert several.uniformity == pytest.approx(once.uniformity, abs=1e-9)
    assert several.anisotropy == pytest.approx(once.anisotropy, abs=1e-9)


def test_ranking_is_told_apart_by_kind():
    kinds = ["antonym", None, "antonym", "negation", "roles"]
    rows = [ROWS[0]._replace(kind=kind) for kind in kinds]
    near, far = np.array([0.9, 0.9, 0.1, 0.9, 0.5]), np.array([0.1, 0.1, 0.9, 0.9, 0.5])
    found = [(s.kind, s.rows, s.ranking) for s in scores_by_kind(rows, near, far)]
    assert found == [("antonym", 2, 0.5), ("negation", 2, 0.75), ("roles", 1, 0.5)]
