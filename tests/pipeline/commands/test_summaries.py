"""What a stage prints when it is done."""

import pytest

from pipeline.commands.summaries import _filter, _negate, _next_to_nothing
from schemas.manifest import Manifest, Shard


@pytest.mark.parametrize(
    ("kept", "told"), [(4, True), (1, True), (0, True), (5, False), (60, False)]
)
def test_a_filter_that_keeps_next_to_nothing_says_so(kept, told):
    counts = {"status complete": kept, "status no_paraphrase": 100 - kept}
    lines = _next_to_nothing(counts, 100)
    assert bool(lines) == told
    for line in lines:
        assert f"only {kept} of 100 sentences {'has' if kept == 1 else 'have'} a" in line
        assert "do not know this kind of text" in line
        assert "--models firefox:pt" in line


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("sql", "--refuse-sql selects the candidates of most of the others"),
        ("no_candidate", "Most of the others have no candidate."),
        ("mer_below", "do not know this kind of text"),
    ],
)
def test_the_advice_is_for_what_refused_most(reason, told):
    [line] = _next_to_nothing({f"lost {reason}": 60, "lost polarity": 40}, 100)
    assert told in line
    assert ("do not know" in line) == ("do not know" in told)


def test_a_filter_of_nothing_says_nothing():
    assert _next_to_nothing({}, 0) == []


@pytest.mark.parametrize(("negated", "told"), [(0, True), (19, True), (20, False), (95, False)])
def test_text_that_is_hardly_english_is_noticed(negated, told):
    shard = Shard("part-00000.parquet", 0, 100, 100, 9, "", {"negated": negated})
    made = Manifest("negations", {}, {}, {}, ["part-00000.parquet"], 100, shards=[shard])
    said = [line for line in _negate(made) if "another language" in str(line)]
    assert bool(said) == told


@pytest.mark.parametrize(
    ("further", "told"),
    [(0, []), (4, ["7 complete triples in all: 3 first and 4 further."])],
)
def test_triples_are_counted_with_the_further_ones(further, told):
    counts = {"status complete": 3, "status no_negation": 7}
    if further:
        counts["variant antonym"] = further
    shard = Shard("part-00000.parquet", 0, 10, 10 + further, 9, "", counts)
    config = {"min_mer": 0.15, "max_mer": 0.6}
    made = Manifest("triples", config, {}, {}, ["part-00000.parquet"], 10, shards=[shard])
    assert [line for line in _filter(made) if "complete triples" in str(line)] == told
