"""Cont. and Oppn. splits of scored pairs."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.encoders.embeddings import Embeddings, unit
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.splits import (
    SideScores,
    mean_sides,
    score_sides,
    split_pairs,
    split_sets,
)

# Match error rates 0, 0.25, 0.5, 1 against scores: two agree with wording, two do not.
FIRST = ["one two three four"] * 4
SECOND = ["one two three four", "one two three six", "one two seven six", "five seven eight nine"]


@pytest.mark.parametrize(
    ("scores", "cont"),
    [
        ([5.0, 4.0, 2.0, 1.0], [True, True, True, True]),
        ([1.0, 2.0, 4.0, 5.0], [False, False, False, False]),
        ([5.0, 1.0, 4.0, 2.0], [True, False, False, True]),
        ([3.0, 3.0, 3.0, 1.0], [False, False, False, True]),
    ],
)
def test_a_pair_is_cont_where_meaning_and_wording_agree(scores, cont):
    split = split_pairs(Pairs("X", FIRST, SECOND, scores))
    assert split.cont == cont
    assert split.median_mer == pytest.approx(0.375)
    assert [len(side.scores) for side in split.sides] == [sum(cont), 4 - sum(cont)]


@given(st.lists(st.sampled_from([0.0, 1.5, 2.4, 3.8, 5.0]), min_size=2, max_size=12))
def test_ties_are_oppn_and_sides_share_the_rows(scores):
    count = len(scores)
    pairs = Pairs("X", FIRST[:1] * count, [SECOND[i % 4] for i in range(count)], scores)
    split = split_pairs(pairs)
    for row, cont in enumerate(split.cont):
        if pairs.scores[row] == statistics.median(scores):
            assert not cont
    assert sum(len(side.scores) for side in split.sides) == count


def test_float32_scores_compare_as_their_decimals():
    scores = [float(np.float32(s)) for s in (2.4, 2.4000001, 2.4, 5.0)]
    assert split_pairs(Pairs("X", FIRST, SECOND, scores)).median_score == 2.4


def test_a_years_subsets_have_their_own_medians():
    task = Pairs("STS12", FIRST, SECOND, [5.0, 1.0, 4.0, 2.0], {"A": 2, "B": 2})
    splits = split_sets([task])
    assert [split.pairs.name for split in splits] == ["STS12/A", "STS12/B"]
    assert splits[0].median_score == 3.0
    assert splits[1].median_mer == 0.75


def test_sides_are_scored_with_scipy_and_weighted_by_their_pairs():
    from scipy.stats import spearmanr

    draw = np.random.default_rng(3)
    words = draw.choice(list("abcdefg"), size=(40, 4))
    texts = [f"{i} " + " ".join(row) for i, row in enumerate(words)]
    vectors = unit(draw.normal(size=(40, 5)).astype(np.float32))
    embeddings = Embeddings(vectors, {text: row for row, text in enumerate(texts)})
    pairs = Pairs("X", texts[:20], texts[20:], draw.uniform(0, 5, 20).tolist())
    split = split_pairs(pairs)
    result = score_sides(embeddings, split)
    cosines = (vectors[:20] * vectors[20:]).sum(1)
    cont = np.array(split.cont)
    scores = np.array(pairs.scores)
    expected = [100 * spearmanr(cosines[m], scores[m]).statistic for m in (cont, ~cont)]
    assert [result.cont, result.oppn] == pytest.approx(expected)
    share = cont.mean()
    assert result.weighted == pytest.approx(share * expected[0] + (1 - share) * expected[1])
    assert result.together == pytest.approx(100 * spearmanr(cosines, scores).statistic)


def test_a_side_without_different_scores_has_no_correlation():
    vectors = unit(np.random.default_rng(0).normal(size=(5, 3)).astype(np.float32))
    embeddings = Embeddings(vectors, {t: i for i, t in enumerate([FIRST[0], *SECOND[1:], "z"])})
    split = split_pairs(Pairs("X", FIRST, SECOND, [1.0, 2.0, 4.0, 5.0]))
    result = score_sides(embeddings, split)
    assert result.cont is None
    assert result.weighted is None
    assert result.oppn == pytest.approx(result.together)


def test_each_sides_mean_over_sets_counts_by_its_own_pairs():
    """Two Cont. pairs of four and three of five, so the sets' weighted scores have another mean."""
    fifth = Pairs("Y", [*FIRST, "a"], [*SECOND, "b c"], [5.0, 4.0, 2.0, 3.9, 3.0])
    splits = [split_pairs(Pairs("X", FIRST, SECOND, [5.0, 1.0, 4.0, 2.0])), split_pairs(fifth)]
    assert [(sum(s.cont), len(s.cont)) for s in splits] == [(2, 4), (3, 5)]
    scores = {"X": SideScores(90.0, 30.0, 60.0, 70.0), "Y": SideScores(60.0, 10.0, 40.0, 50.0)}
    means = mean_sides(splits, scores)
    assert means.cont == pytest.approx((2 * 90 + 3 * 60) / 5)
    assert means.oppn == pytest.approx((2 * 30 + 2 * 10) / 4)
    assert (means.cont_pairs, means.oppn_pairs) == (5, 4)
    scores["Y"] = SideScores(None, 10.0, None, 50.0)
    assert mean_sides(splits, scores).cont is None
    assert mean_sides(splits, scores).oppn == means.oppn


def test_figures_are_whole_on_a_narrow_terminal():
    from io import StringIO

    from rich.console import Console

    from trainer.evaluation.report.tables import columns

    table = columns("Scores", "task", ["pairs", "a/rather/long/path/to/one", "and/to/another/run"])
    table.add_row("average of 2 (without STS12, STS14, STS16, SICK-R)", "12,345", "81.68", "-82.03")
    told = StringIO()
    Console(file=told, width=60).print(table)
    assert all(figure in told.getvalue() for figure in ("12,345", "81.68", "-82.03"))
    assert max(map(len, told.getvalue().splitlines())) <= 60
