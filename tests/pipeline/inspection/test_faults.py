"""Fault rates, their intervals and the agreement of readers, against figures of textbooks."""

import pytest

from pipeline.inspection.faults import agreements, faults, kappa, rate
from tests.judgements import judgement


@pytest.mark.parametrize(
    ("read", "faulty", "low", "high"),
    # Newcombe (1998), table I, method 3 (Wilson's score without continuity correction).
    [
        (263, 81, 0.2553, 0.3662),
        (148, 15, 0.0624, 0.1605),
        (20, 0, 0.0, 0.1611),
        (29, 1, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(read, faulty, low, high):
    found = rate("all", read, faulty)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def test_kappa_is_cohens():
    both, first, second, none = (True, True), (True, False), (False, True), (False, False)
    assert kappa([both] * 20 + [first] * 5 + [second] * 10 + [none] * 15) == pytest.approx(0.4)
    assert kappa([both, none]) == 1
    assert kappa([first, second]) == -1
    assert kappa([none, none]) is None


def test_each_part_is_laid_at_the_door_of_what_made_it():
    found = faults(
        [
            judgement(1, "negation", rule="copula.v1"),
            judgement(2, "paraphrase", pivot_lang="ru"),
            judgement(3, "both"),
            judgement(4),
            judgement(5, "negation", paraphrase=None, kind="antonym"),
        ]
    )
    assert (found.whole.read, found.whole.faulty) == (5, 4)
    counts = {one.of: (one.read, one.faulty) for one in (*found.rules, *found.kinds)}
    assert counts == {
        "do_support.v1": (4, 2),
        "copula.v1": (1, 1),
        "negation": (4, 2),
        "antonym": (1, 1),
    }
    assert {one.of: (one.read, one.faulty) for one in found.sources} == {"de": (3, 1), "ru": (1, 1)}


def test_a_paraphrase_counts_for_each_of_its_rules_and_as_a_near_copy():
    by_rule = {"pivot_lang": None}
    found = faults(
        [
            judgement(1, "both", paraphrase_rule="passive.v1+fronted.v1", **by_rule),
            judgement(2, paraphrase_rule="near_copy:fronted.v1", **by_rule),
            judgement(3, "paraphrase", paraphrase_rule="near_copy"),
            judgement(4, "negation", paraphrase=None, paraphrase_rule=None, **by_rule),
        ]
    )
    assert {one.of: (one.read, one.faulty) for one in found.sources} == {
        "fronted.v1": (2, 1), "near_copy": (2, 1), "de": (1, 1), "passive.v1": (1, 1),
    }  # fmt: skip


def test_a_triple_of_several_readers_counts_once():
    three = [judgement(1, None, "a"), judgement(1, "both", "b"), judgement(1, None, "c")]
    assert faults(three).whole.faulty == 0
    assert faults(three[:2]).whole.faulty == 1  # half of two
    assert faults(three).whole.read == 1
    assert [one.faulty for one in faults(three).by_reader] == [0, 1, 0]


def test_readers_agree_on_good_and_bad_over_common_triples_alone():
    given = [judgement(key, None, "a") for key in (1, 2, 3)]
    given += [judgement(2, "both", "b"), judgement(3, None, "b"), judgement(9, "both", "b")]
    (found,) = agreements([*given, judgement(8, None, "c")])
    assert (found.readers, found.both, found.agreed) == (("a", "b"), 2, 1)


def test_refused_candidates_count_for_their_guard_and_for_no_triple():
    def refused(key, part, reason="numbers", reader="anna", rank=0):
        return judgement(key, part, reader, variant=None, negation=None, rank=rank, reason=reason)

    given = [
        refused(1, "paraphrase"),
        refused(1, None, rank=1),
        refused(2, None, "polarity"),
        refused(2, None, "polarity", "bo"),
        judgement(1, "both"),
    ]
    found = faults(given)
    counts = {one.of: (one.read, one.faulty) for one in found.guards}
    assert counts == {"numbers": (2, 1), "polarity": (1, 0)}
    assert (found.whole.read, [one.read for one in found.sources]) == (1, [1])
    assert [one.both for one in found.guard_agreements] == [1]
    assert (found.agreements, [one.of for one in found.by_reader]) == ([], ["anna"])
    assert faults(given[:1]).whole is None


def test_no_judgements_have_no_rates():
    assert faults([]) is None
    assert faults([], ["bo"]).whole is None
