from __future__ import annotations

import pytest

from tests.triples import triple, write_triples
from trainer.data.triples import TripleTable
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.geometry import anisotropy
from trainer.training.side_effects import (
    CONTRAST,
    STS,
    UNRELATED,
    fall_warning,
    side_effects,
    worsened,
)

TEXTS = ["the baker opens .", "a nurse sells bread .", "my cousin moves ."]


def test_unrelated_sentences_are_compared_as_in_the_geometry(tiny_bert):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    vectors = encoder.encode(TEXTS)
    vectors /= (vectors**2).sum(1, keepdims=True) ** 0.5
    assert side_effects(encoder, TEXTS)[UNRELATED] == pytest.approx(anisotropy(vectors))
    assert list(side_effects(encoder, TEXTS[:1])) == [CONTRAST]


def test_scored_pairs_at_hand_are_measured_with_progress(tiny_bert, capfd):
    encoder = load_encoder(str(tiny_bert), pooling="mean")
    pairs = Pairs("STSB-dev", [TEXTS[0], TEXTS[1]], [TEXTS[0], TEXTS[2]], [1.0, 5.0])
    found = side_effects(encoder, TEXTS, pairs)
    assert list(found) == [CONTRAST, UNRELATED, STS]
    assert found[STS] == pytest.approx(-100)  # the sentence itself is the nearest
    told = capfd.readouterr().err
    # The 900 texts of the bundled triples, three that are unrelated, three of the pairs; tests
    # here measure on a few of the bundled ones, and do not count them.
    assert "measure: 0/906 texts" in told
    assert "measure: 6/906 texts in" in told


def test_a_fall_of_the_scored_pairs_is_warned_of():
    (told,) = worsened({STS: 80.0}, {STS: 70.0}, 101)
    assert told.startswith("STS-B dev fell from 0.8000 to 0.7000, more than chance explains")
    assert worsened({STS: 80.0}, {STS: 79.0}, 101) == []
    assert worsened({}, {STS: 10.0}, 101) == worsened({STS: 80.0}, {}, 101) == []


@pytest.mark.parametrize(("now", "told"), [(0.0, False), (0.25, False), (0.5, True)])
def test_sentences_that_became_alike_are_warned_of(now, told):
    found = worsened({UNRELATED: 0.2}, {UNRELATED: now})
    assert bool(found) == told
    assert all("was 0.20 and is 0.50" in line for line in found)
    assert worsened({}, {UNRELATED: now}) == []


@pytest.mark.parametrize(
    ("before", "after", "size", "told"),
    [
        (0.8, 0.79, 101, False),  # the standard error is 0.036
        (0.8, 0.7, 101, True),
        (0.8, 0.9, 101, False),
        (0.8, 0.79, 10_001, True),
        (0.8, 0.1, 0, False),
    ],
)
def test_a_fall_is_warned_of_where_chance_does_not_explain_it(before, after, size, told):
    assert bool(fall_warning("dev_spearman", before, after, size)) == told


def test_anchors_are_taken_from_all_over(tmp_path):
    rows = [triple(i, f"sentence {i // 2}", None, None) for i in range(40)]
    table = TripleTable(write_triples(tmp_path / "artifacts", rows))
    assert table.spread_anchors(5) == [
        f"sentence {i}" for i in (0, 2, 4, 6, 8)
    ]  # of the first file
    assert len(table.spread_anchors(100)) == 10


@pytest.mark.parametrize(("now", "told"), [(58.0, False), (70.0, False), (50.0, True)])
def test_a_lower_ranking_is_warned_of_where_chance_hardly_explains_it(now, told):
    found = worsened({CONTRAST: 60.0}, {CONTRAST: now})
    assert bool(found) == told
    assert all("fell from 60.0 to 50.0 %" in line for line in found)
    assert worsened({}, {CONTRAST: now}) == []
