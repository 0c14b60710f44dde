"""Round trips: the same whatever the batches, tokenizer processes, and shards under way."""

import math

import pytest

from pipeline.translation import tokens
from pipeline.translation.avoided import avoided
from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.models import demo_pivots, resolve_pivots
from pipeline.translation.roundtrip import RoundTrip, RoundTripConfig, interleaved
from pipeline.translation.tokens import Pending, TokenizerPool
from schemas.errors import UserError
from schemas.pivots import translations

ANCHORS = [
    "The ferry leaves every morning at seven.",
    "“Don’t wait for me”, she said",
    "My neighbour has painted her fence green.",
    "Why did nobody tell me?",
]
KEYS = [101, 102, 103, 104]


@pytest.fixture(scope="module")
def engines():
    pivot = demo_pivots()[0]
    return [
        open_engine(prepare(name, "ctranslate2", Decoding()), "cpu", "fp32", 1)
        for name in (pivot.forward, pivot.backward)
    ]


def trip(engines, pool, anchors=ANCHORS, keys=KEYS, between=(), **config):
    there_and_back = RoundTrip(*engines, pool, RoundTripConfig(**config), between)
    return next(interleaved([there_and_back.steps(anchors, keys)]))


@pytest.fixture(scope="module")
def usual(engines):
    with TokenizerPool(0) as pool:
        return trip(engines, pool, decoding=Decoding(beams=4, candidates=3))


def test_each_anchor_has_its_candidates_best_first_and_once(usual):
    assert usual.lost == {}
    for candidates in usual.candidates:
        assert 1 <= len(candidates) <= 3
        assert len({c.paraphrase for c in candidates}) == len(candidates)
        assert [c.score for c in candidates] == sorted((c.score for c in candidates), reverse=True)


def test_the_typography_of_the_anchor_comes_back(usual):
    quoted = usual.candidates[1][0].paraphrase
    assert "'" not in quoted
    assert '"' not in quoted
    assert not quoted.endswith(".")


def test_tokenizer_processes_change_nothing(monkeypatch):
    """Those of Firefox's models, since they start quickly."""
    (pivot,) = resolve_pivots(["firefox:pt"])
    engines = [
        open_engine(prepare(name, "auto", Decoding()), "cpu", "auto", 1)
        for name in (pivot.forward, pivot.backward)
    ]
    monkeypatch.setattr(tokens, "CHUNK", 2)  # so that there is work for both
    with TokenizerPool(0) as none, TokenizerPool(2) as two:
        usual = trip(engines, none, decoding=Decoding(beams=2, candidates=2))
        assert trip(engines, two, decoding=Decoding(beams=2, candidates=2)) == usual


def test_more_pivot_texts_give_more_candidates(engines, usual):
    with TokenizerPool(0) as pool:
        wide = trip(engines, pool, decoding=Decoding(beams=4, candidates=3), pivot_candidates=3)
    for few, many in zip(usual.candidates, wide.candidates, strict=True):
        assert {c.paraphrase for c in few} <= {c.paraphrase for c in many}
        assert len({c.pivot_text for c in many}) <= 3
    assert sum(map(len, wide.candidates)) > sum(map(len, usual.candidates))


def test_what_cannot_be_translated_is_lost_with_its_reason(engines):
    longest = engines[0].checkpoint.max_source_tokens
    anchors = ["word " * (longest + 1), ANCHORS[0]]
    with TokenizerPool(0) as pool:
        found = trip(engines, pool, anchors, [1, 2])
        assert found.lost == {"too_long": [0]}
        assert found.candidates[0] == []
        assert found.candidates[1]
        cut = trip(engines, pool, ANCHORS[:1], [1], decoding=Decoding(max_length=4))
        assert cut.lost == {"pivot_unfinished": [0]}
        chain = trip(engines, pool, anchors, [1, 2], between=engines[::-1])
        assert chain.lost == {"too_long": [0]}
        assert chain.candidates[1]


def test_a_chain_is_the_round_trip_of_a_round_trip(engines):
    one = {"decoding": Decoding(beams=4, candidates=1)}
    with TokenizerPool(0) as pool:
        chain = trip(engines, pool, between=engines[::-1], **one)
        for anchor, (found,) in zip(ANCHORS, chain.candidates, strict=True):
            german, english, again = translations(found.pivot_text, 3)
            ((first,),) = trip(engines, pool, [anchor], [1], **one).candidates
            ((second,),) = trip(engines, pool, [english], [1], **one).candidates
            assert german == first.pivot_text
            assert again == second.pivot_text
            assert found.score == pytest.approx(second.score, abs=1e-4)


def test_of_a_chain_the_first_model_gives_the_further_pivot_texts(engines):
    with TokenizerPool(0) as pool:
        decoding = Decoding(beams=3, candidates=1)
        found = trip(engines, pool, between=engines[::-1], decoding=decoding, pivot_candidates=3)
    ways = [[translations(c.pivot_text, 3) for c in row] for row in found.candidates]
    assert all(len({last for *_, last in row}) == len(row) <= 3 for row in ways)
    assert sum(len({first for first, *_ in row}) for row in ways) > len(ANCHORS)


def test_the_way_back_is_told_what_to_avoid_for_each_text_it_starts_from(engines):
    told = []

    class Listening:
        checkpoint, device = engines[1].checkpoint, "cpu"

        def translate(self, sources, decoding, *, avoid, **rest):
            told.append(avoid)
            return engines[1].translate(sources, decoding, **rest)

    with TokenizerPool(0) as pool:
        there_and_back = engines[0], Listening()
        plan = {"decoding": Decoding(beams=2, candidates=1, avoid=0.5), "pivot_candidates": 2}
        trip(there_and_back, pool, **plan)
        trip(there_and_back, pool, ANCHORS[2:], KEYS[2:], **plan)
        trip(there_and_back, pool, seed=1, **plan)
        trip(there_and_back, pool)
    first, some, other, none = told
    assert first[-len(some) :] == some  # in any company
    assert len({tuple(row) for row in first}) > 3
    assert first != other
    assert none == []
    possible = {word for anchor in ANCHORS for word in avoided(anchor, 1.0, 0)}
    assert {"ferry", "waits", "fences"} <= possible
    assert {word for row in first + other for word in row} < possible


def test_scores_that_are_no_numbers_are_refused(engines):
    class Damaged:
        checkpoint, device = engines[1].checkpoint, "cpu"

        def translate(self, sources, decoding, **rest):
            found = engines[1].translate(sources, decoding, **rest)
            found[-1][-1] = found[-1][-1]._replace(score=math.nan)
            return found

    with TokenizerPool(0) as pool, pytest.raises(UserError) as told:
        trip((engines[0], Damaged()), pool)
    name = engines[1].checkpoint.name
    assert str(told.value).startswith(f"The model {name} gives scores that are no numbers: its we")


@pytest.mark.parametrize("middle", [0, 2])
def test_progress_ends_at_the_whole(engines, middle):
    shares = []
    with TokenizerPool(0) as pool:
        trips = RoundTrip(*engines, pool, RoundTripConfig(), tuple(engines[::-1][:middle]))
        next(interleaved([trips.steps(ANCHORS, KEYS, shares.append)]))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_trips_under_way_come_in_order_and_no_more_are_begun_than_allowed():
    log = []

    class Waiting(Pending):
        def __init__(self, ready):
            super().__init__([], [])
            self._ready = ready

        @property
        def ready(self):
            return self._ready

    def steps(name, ready):
        log.append(f"{name} begins")
        yield Waiting(ready)
        log.append(f"{name} ends")
        return name

    trips = (steps(name, ready) for name, ready in [("a", False), ("b", True), ("c", True)])
    assert list(interleaved(trips, at_once=2)) == ["a", "b", "c"]
    # While the first waits for its tokenizers the second goes on; the third begins when one is out.
    assert log == ["a begins", "b begins", "b ends", "a ends", "c begins", "c ends"]


def test_the_size_of_a_batch_is_the_devices_unless_it_is_given():
    sizes = [RoundTripConfig().batch_size(device) for device in ("cpu", "cuda", "cuda:1")]
    assert sizes == [16_384, 131_072, 131_072]
    assert RoundTripConfig(batch_tokens=99).batch_size("cuda:1") == 99
