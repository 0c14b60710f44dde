"""Choosing pairs so that no simple cue tells paraphrases from contradictions."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.stages.balance import EXCESS, FEW, SURPLUS, USES, Departure, Pair, balanced

WORDS = st.frozensets(st.sampled_from(("failed", "to", "year")))
DEPARTURES = st.builds(
    Departure, st.integers(0, 6), st.integers(0, 6), st.booleans(), st.tuples(WORDS, WORDS)
)
PAIRS = st.lists(
    st.builds(
        Pair,
        st.integers(0, 9),
        st.integers(0, 3),
        st.integers(0, 3),
        DEPARTURES,
        DEPARTURES,
        st.tuples(st.integers(0, 1), st.text(max_size=2)),
    ),
    max_size=60,
    unique_by=lambda pair: pair[:3],
)


def pair(number, mine, other, *, order=0):
    """A pair from a separate sentence; each departure as (lost, new) or (lost, new, turned)."""
    departures = (Departure(*one, *([False] if len(one) == 2 else [])) for one in (mine, other))
    return Pair(number, 0, 0, *departures, (order, ""))


def test_a_pair_whose_texts_depart_alike_is_kept():
    alike = [pair(0, (1, 1), (1, 1)), pair(1, (4, 5), (6, 4))]
    kept, turned, telling = balanced(alike)
    assert (sorted(kept), turned, telling) == (alike, [], [])


def test_a_pair_is_kept_with_its_mirror_image_and_not_alone():
    near, far = pair(0, (3, 3), (1, 1)), pair(1, (1, 1), (3, 3))
    assert balanced([near]) == ([], [], [])
    assert sorted(balanced([near, far, pair(2, (3, 3), (1, 1), order=1)]).kept) == [near, far]


def test_a_contradiction_goes_to_the_farther_of_two_paraphrases():
    far = pair(0, (4, 4), (4, 4))
    near = far._replace(paraphrase=1, of_paraphrase=Departure(1, 1, False))
    assert balanced([near, far, pair(1, (4, 4), (1, 1))]).kept == [far]


def test_denials_fill_up_what_is_left_of_the_excess():
    plain = [pair(i, (1, 1), (1, 1)) for i in range(82)]
    denied = [pair(100 + i, (1, 1), (1, 1, True)) for i in range(40)]
    kept, turned, _ = balanced(plain + denied)
    assert sum(one.of_contradiction.turned for one in kept) == 18
    assert len(turned) == 22


def test_paraphrases_that_gain_a_negating_word_make_room_for_denials():
    denied = [pair(i, (1, 1), (1, 1, True)) for i in range(30)]
    gained = [pair(100 + i, (1, 1, True), (1, 1)) for i in range(30)]
    both = [pair(200 + i, (1, 1, True), (1, 1, True)) for i in range(5)]
    assert balanced(denied + gained + both).turned == []
    assert balanced(denied).kept == []


def test_the_lower_order_is_taken_first():
    first, second = pair(0, (1, 1), (3, 3)), pair(1, (1, 1), (3, 3))
    mirror = pair(2, (3, 3), (1, 1))
    late = first._replace(order=(1, ""))
    assert sorted(balanced([late, second, mirror]).kept) == [second, mirror]


def saying(number, mine, other):
    """A pair of which the paraphrase and the contradiction add these words."""
    departures = (
        Departure(1, 1, False, (frozenset(), frozenset(w.split()))) for w in (mine, other)
    )
    return Pair(number, 0, 0, *departures, (0, f"{number:04}"))


def test_a_word_of_contradictions_alone_is_in_few_pairs():
    failed = [saying(i, "gained", "failed") for i in range(20)]
    outcome = balanced(failed)
    assert (len(outcome.kept), len(outcome.telling)) == (FEW, 20 - FEW)
    assert balanced([saying(i, "", "failed") for i in range(5)]).telling == []


def test_the_more_pairs_there_are_the_more_may_share_a_word():
    plain = [saying(100 + i, "", "") for i in range(400)]
    outcome = balanced([saying(i, "", "failed") for i in range(40)] + plain)
    assert 0 <= len(outcome.kept) * SURPLUS - (len(outcome.kept) - 400) < 1


def test_a_word_of_both_sides_tells_nothing():
    both = [saying(i, "failed", "failed") for i in range(20)]
    turns = [saying(100 + i, *(("year", "") if i % 2 else ("", "year"))) for i in range(40)]
    assert balanced(both + turns).telling == []


@given(PAIRS)
def test_wordings_are_alike_words_tell_little_and_texts_are_not_used_up(pairs):
    kept, turned, telling = balanced(pairs)
    mine = Counter(one.of_paraphrase.wording for one in kept)
    assert mine == Counter(one.of_contradiction.wording for one in kept)
    assert sum(one.excess for one in kept) <= EXCESS * len(kept)
    assert set(kept) <= set(pairs)
    assert not set(kept) & {*turned, *telling}
    surplus: Counter[str] = Counter()
    for one in kept:
        surplus.update(one.surplus())
    assert all(abs(n) <= max(FEW, SURPLUS * len(kept)) for n in surplus.values())
    assert len(set(kept)) == len(kept)
    contradictions = Counter((one.sentence, one.contradiction) for one in kept)
    paraphrases = Counter((one.sentence, one.paraphrase) for one in kept)
    assert max(contradictions.values(), default=0) <= 1
    assert max(paraphrases.values(), default=0) <= USES


@pytest.mark.parametrize("seed", range(8))
def test_the_order_of_the_pairs_given_does_not_matter(seed):
    """Few wordings and few words, so that many pairs are equally good and not all have room."""
    rng = random.Random(seed)

    def departure():
        words = [frozenset(rng.sample(("failed", "to", "year"), rng.randrange(3))) for _ in "ab"]
        return Departure(rng.randrange(2), rng.randrange(2), rng.random() < 0.5, tuple(words))

    pairs = [
        Pair(i % 10, i % 4, i % 7, departure(), departure(), (0, f"{i:03}")) for i in range(60)
    ]
    assert balanced(rng.sample(pairs, len(pairs))) == balanced(pairs)
