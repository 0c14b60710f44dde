"""Which candidates are accepted, and which of them becomes the paraphrase."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.acceptance.guards import Candidate, guard_names
from pipeline.acceptance.judging import (
    FilterConfig,
    Verdict,
    choose,
    confidence,
    judge,
    near_copies,
    parse_guards,
    parse_mer,
    settled,
)
from pipeline.acceptance.measures.thresholds import Threshold
from schemas.errors import UserError


@given(
    st.lists(st.tuples(st.floats(-5, 0), st.floats(0, 1), st.booleans()), max_size=6),
    st.sampled_from(["score", "mer", "similarity"]),
)
def test_a_refused_candidate_is_never_chosen_and_the_best_always(rows, select):
    candidates = [Candidate("de", i, "y", "x", score) for i, (score, _, _) in enumerate(rows)]
    # Similarity falls as the match error rate grows, so that each choice is another one.
    verdicts = [Verdict(mer, "" if good else "polarity", 1 - mer) for _, mer, good in rows]
    best = choose(candidates, verdicts, select)
    accepted = [i for i, (_, _, good) in enumerate(rows) if good]
    if not accepted:
        assert best is None
    else:
        value = {
            "score": [score for score, _, _ in rows],
            "mer": [mer for _, mer, _ in rows],
            "similarity": [1 - mer for _, mer, _ in rows],
        }[select]
        assert best in accepted
        assert value[best] == max(value[i] for i in accepted)


@settings(deadline=None)  # the tokenizer is loaded by the first
@given(
    st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1),
    st.lists(st.sampled_from("abcd"), max_size=7), st.lists(st.sampled_from("abcd"), max_size=7),
)  # fmt: skip
def test_a_wider_window_accepts_whatever_a_narrower_one_does(a, b, c, d, anchor, other):
    low, inner_low, inner_high, high = sorted((a, b, c, d))
    candidate = Candidate("de", 0, "", " ".join(other), 0.0)
    narrow = judge(" ".join(anchor), candidate, FilterConfig(inner_low, inner_high))
    wide = judge(" ".join(anchor), candidate, FilterConfig(low, high))
    assert not (narrow.reason == "" and wide.reason != "")


@pytest.mark.parametrize(
    ("other", "accepted"),
    [
        ("a b c d e f g h i j k l m n o p q x y z", True),  # 3 of 20 changed: 0.15
        ("a b c d e f g h i j k l m n o p q r y z", False),  # 2 of 20
        ("a b c d e f g h l1 l2 l3 l4 l5 l6 l7 l8 l9 m1 m2 m3", True),  # 12 of 20: 0.6
        ("a b c d e f g l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 m1 m2 m3", False),  # 13 of 20
    ],
)
def test_both_ends_of_the_window_belong_to_it(other, accepted):
    anchor = "a b c d e f g h i j k l m n o p q r s t"
    # Letters only: digits would be refused for another reason.
    other = other.translate(str.maketrans("0123456789", "abcdefghij"))
    candidate = Candidate("de", 0, "", other, 0.0)
    assert (judge(anchor, candidate, FilterConfig()).reason == "") is accepted


@pytest.mark.parametrize(
    ("lang", "pivot", "paraphrase", "reason"),
    [
        ("de", "Die alte Fähre fährt um sieben.", "The old boat goes at seven.", ""),
        ("de", "Die alte Fähre fährt um sieben.", "", "empty"),
        ("ru", "Die alte Fähre fährt um sieben.", "The old boat goes at seven.", "wrong_script"),
        ("ru", "Старый паром уходит в семь.", "Старый паром goes в семь.", "wrong_script"),
        ("de", "the old ferry leaves at seven", "The old boat goes at seven.", "untranslated"),
        ("de", "Die Fähre geht", "Die Fähre geht", "untranslated"),
        ("de", "Die Fähre", "The old boat goes at seven at seven.", "repetition"),
        ("de", "um um um um", "The old boat goes at seven.", "repetition"),
        (
            "de",
            "Die",
            "The old and quite small boat goes every day at seven in June",
            "length_ratio",
        ),
        ("de", "Die Fähre", "the old ferry leaves at seven", "copy"),
        ("de", "Die Fähre", "The old ferry leaves by seven.", "mer_below"),
        ("de", "Die Fähre", "A plane went to Rome today.", "mer_above"),
        ("de", "Die Fähre", "The old ferry never goes at seven.", "polarity"),
        ("de", "Die Fähre", "The old ferry goes at 8.", "numbers"),
        ("de", "Die Fähre", "The old ferry goes at 7 on Monday.", "times"),
        ("de", "Die Fähre", "The old ferry of Oslo goes at seven.", "names"),
        ("de", "Die Fähre", "Does the old ferry leave at seven?", "question"),
        ("de", "Die Fähre", "Then the ferry leaves at seven.", "content"),
    ],
)
def test_each_guard_gives_its_reason(lang, pivot, paraphrase, reason):
    config = FilterConfig(min_mer=0.2)
    candidate = Candidate(lang, 0, pivot, paraphrase, -0.5)
    assert judge("The old ferry leaves at seven.", candidate, config).reason == reason


def test_the_rate_of_jiwer_on_request():
    anchor, candidate = (
        "The ferry leaves, I think.",
        Candidate("de", 0, "", "The ferry leaves", 0.0),
    )
    assert judge(anchor, candidate, FilterConfig()).mer == pytest.approx(4 / 7)
    assert judge(anchor, candidate, FilterConfig(mer="jiwer")).mer == pytest.approx(3 / 5)
    assert parse_mer("jiwer") == "jiwer"
    with pytest.raises(UserError, match="--mer 'wer' is not one of: moses, jiwer"):
        parse_mer("wer")


FERRY = "The old ferry leaves at seven."
BOAT = Candidate("de", 0, "Die Fähre", "The old boat goes at seven.", -0.5, None, -0.2, 0.9)


@pytest.mark.parametrize(
    ("thresholds", "candidate", "reason"),
    [
        ({"min_forced_score": -0.3, "min_agreement": 0.8}, BOAT, ""),
        ({"min_forced_score": -0.1}, BOAT, "forced_score"),
        ({"min_agreement": 0.95}, BOAT, "agreement"),
        ({"min_agreement": 0.8}, BOAT._replace(agreement=None), "agreement"),
        ({"min_trust": 0.7}, BOAT._replace(trust=0.8), ""),
        ({"min_trust": 0.9}, BOAT._replace(trust=0.8), "trust"),
        ({"min_trust": 0.1}, BOAT, "trust"),
        ({"min_agreement": 0.8}, BOAT._replace(paraphrase="The old boat goes at 8."), "numbers"),
    ],
)
def test_the_judges_among_the_models_refuse_whatever_the_window(thresholds, candidate, reason):
    found = judge(FERRY, candidate, FilterConfig(**thresholds))
    assert (found.reason, found.guard) == (reason, reason)
    narrow = judge(FERRY, candidate, FilterConfig(0.0, 0.1, **thresholds))
    assert (narrow.reason, narrow.guard) == ("mer_above", reason)


def test_the_least_sure_judge_counts():
    config = FilterConfig(
        min_similarity=Threshold("x", 0.8), min_forced_score=-0.4, min_agreement=0.5
    )
    assert confidence(BOAT, Verdict(0.3, "", 0.95), config) == pytest.approx(0.5)
    assert confidence(BOAT, Verdict(0.3, "", 0.85), config) == pytest.approx(0.25)
    assert confidence(BOAT, Verdict(0.3, ""), config) is None
    trusted = BOAT._replace(trust=0.95)
    assert confidence(trusted, Verdict(0.3, ""), FilterConfig(min_trust=0.8)) == pytest.approx(0.75)
    assert confidence(BOAT, Verdict(0.3, ""), FilterConfig()) is None


def test_what_only_rules_made_is_sure_beside_judges_of_translations():
    ruled = BOAT._replace(pivot_lang=None, pivot_text=None, rule="passive.v1")
    trusting = FilterConfig(0.1, 0.2, min_trust=0.8, max_mer_sure=0.85)
    assert confidence(ruled, Verdict(0.3, ""), trusting) == 1
    assert settled(ruled, Verdict(0.3, ""), trusting).reason == ""
    composed = ruled._replace(base_rank=0, trust=0.81)
    assert settled(composed, Verdict(0.3, ""), trusting).reason == "mer_above"
    assert confidence(ruled, Verdict(0.3, ""), FilterConfig()) is None
    measured = FilterConfig(min_similarity=Threshold("x", 0.8))
    assert confidence(ruled, Verdict(0.3, "", 0.9), measured) == pytest.approx(0.5)


@pytest.mark.parametrize(("agreement", "reason"), [(0.9, ""), (0.6, "mer_above")])
def test_a_sure_candidate_may_differ_more(agreement, reason):
    config = FilterConfig(0.1, 0.2, min_agreement=0.5, max_mer_sure=0.85)
    found = BOAT._replace(agreement=agreement)
    verdict = settled(found, judge(FERRY, found, config), config)
    assert verdict.mer == pytest.approx(2 / 7)
    assert verdict.reason == reason


def test_the_most_diverse_is_chosen_among_those_that_the_judges_trust():
    verdicts = [
        Verdict(0.2, "", confidence=0.9),
        Verdict(0.4, "", confidence=0.6),
        Verdict(0.6, "", confidence=0.2),
        Verdict(0.6, "agreement", confidence=1.0),
    ]
    assert choose([BOAT] * 4, verdicts, "diverse") == 1


@pytest.mark.parametrize(("sure", "wanted"), [(1.0, 1), (0.3, 0)])
def test_new_content_words_win_where_the_judges_are_as_sure(sure, wanted):
    moved = Verdict(0.5, "", confidence=1.0)
    reworded = Verdict(0.3, "", confidence=sure, new=2)
    assert choose([BOAT] * 2, [moved, reworded], "diverse") == wanted


def test_new_content_words_are_counted_for_the_choice_that_asks_for_them():
    config = FilterConfig(select="diverse", min_trust=0.5)
    reworded = BOAT._replace(paraphrase="The aged ship departs at seven.", trust=0.9)
    assert judge(FERRY, reworded, config).new == 2
    assert judge(FERRY, reworded, FilterConfig()).new == 0


@pytest.mark.parametrize(
    ("paraphrase", "least", "reason", "new"),
    [
        ("At seven, the old ferry leaves.", 1, "new_words", 0),
        ("At seven, the old ferry leaves.", 0, "", 0),
        ("At seven, the aged ferry leaves.", 1, "", 1),
        ("At seven, the aged ferry leaves.", 2, "new_words", 1),
        ("The aged ship leaves at seven.", 2, "", 2),
        ("At eight, the old ferry leaves.", 1, "numbers", 0),
        ("The old ferry leaves at seven!", 1, "copy", 0),
    ],
)
def test_a_paraphrase_needs_new_words_where_they_are_asked_for(paraphrase, least, reason, new):
    moved = Candidate(None, 0, None, paraphrase, None, rule="fronted.v1")
    verdict = judge(FERRY, moved, FilterConfig(min_new_words=least))
    assert (verdict.reason, verdict.new) == (reason, new if least else 0)
    assert near_copies(FERRY, [moved], [verdict], FilterConfig(near_copies=1)) == (
        [0] if reason == "new_words" else []
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"min_agreement": 1.5}, "--min-agreement 1.5 must be at least 0 and below 1"),
        ({"min_trust": 1.0}, "--min-trust 1.0 must be at least 0 and below 1"),
        ({"min_forced_score": 0.5}, "--min-forced-score 0.5 must be below 0, and finite"),
        ({"min_forced_score": float("-inf")}, "--min-forced-score -inf must be below 0, and"),
        ({"max_mer_sure": 0.9}, "--max-mer-sure needs a judge"),
        ({"select": "diverse"}, "--select diverse needs a judge"),
        ({"min_new_words": 3}, "--min-new-words 3 must be 0 to 2: no more are counted"),
        ({"max_mer_sure": 0.5, "min_agreement": 0.5}, "must lie between --max-mer 0.6 and 1"),
    ],
)
def test_settings_that_make_no_sense_are_named(wrong, message):
    (problem,) = FilterConfig(**wrong).problems()
    assert message in problem


def test_guards_by_name():
    assert parse_guards("none") == ()
    assert parse_guards("all") == guard_names()
    assert parse_guards("numbers,polarity") == ("polarity", "numbers")
    with pytest.raises(UserError, match=r"no such guard.*polarity, numbers"):
        parse_guards("meaning")
    lost = Candidate("de", 0, "", "The old ferry never goes at seven.", -0.5)
    assert judge("The old ferry leaves at seven.", lost, FilterConfig(guards=())).reason == ""


ANCHOR = "The firm bought a car in May."


def test_near_copies_are_what_the_lower_end_of_the_window_alone_refuses():
    below, threshold = "mer_below", Threshold("some/encoder", 0.8)
    judged = [
        ("In May the firm bought a car.", -0.9, Verdict(0.1, below)),
        ("The company bought a car in May.", -0.1, Verdict(0.1, below)),
        ("The firm bought a van in May.", -0.1, Verdict(0.1, below, guard="numbers")),
        (ANCHOR, -0.1, Verdict(0.1, "copy", guard="copy")),
        ("In May the company purchased a car.", -0.1, Verdict(0.3, "")),
        ("In May the firm bought a car.", -0.5, Verdict(0.1, below)),
        ("The firm purchased a car in May.", None, Verdict(0.1, below, 0.9)),
        ("In May, the firm bought a car.", -0.1, Verdict(0.1, below, 0.7)),
        ("The firm bought a car by May.", -0.1, Verdict(0.1, below, 0.9)),
    ]
    candidates = [Candidate("de", i, "y", text, score) for i, (text, score, _) in enumerate(judged)]
    verdicts = [verdict for _, _, verdict in judged]

    def near(**settings):
        return near_copies(ANCHOR, candidates, verdicts, FilterConfig(**settings))

    assert near() == []
    assert near(near_copies=9) == [6, 1, 7, 5]
    assert near(near_copies=9, min_similarity=threshold) == [6, 1, 5]
    assert near(near_copies=2) == [6, 1]
    candidates[8] = candidates[8]._replace(rule="by_hand", pivot_lang=None)
    assert 8 in near(near_copies=9)
    # Rules on top of a translation leave its faults as they are.
    candidates[8] = candidates[8]._replace(base_rank=0)
    assert 8 not in near(near_copies=9)
