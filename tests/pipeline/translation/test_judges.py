"""What the models themselves say of their paraphrases."""

import math

import pytest

from pipeline.translation.decoding import Decoding
from pipeline.translation.engines.table import open_engine, prepare
from pipeline.translation.judges import (
    alike,
    figures,
    judged,
    parse_judges,
    witnesses,
)
from pipeline.translation.models import Pivot, demo_pivots
from pipeline.translation.roundtrip import (
    Backtranslation,
    RoundTrip,
    RoundTripConfig,
    Trip,
    interleaved,
)
from pipeline.translation.tokens import TokenizerPool, decode, encode, encode_target
from schemas.errors import UserError
from schemas.mer import mer

ANCHORS = ["The children are playing in the garden.", "He bought a red car last week."]
PIVOTS = ["Die Kinder spielen im Garten.", "Er hat letzte Woche ein rotes Auto gekauft."]


@pytest.fixture(scope="module")
def forward():
    return open_engine(prepare(demo_pivots()[0].forward, "auto", Decoding()), "cpu", "fp32", 1)


def judge(forward, candidates, judges=("forced", "agreement"), window=None):
    back = Trip(
        [
            [Backtranslation(pivot, text, -0.1) for text in texts]
            for pivot, texts in zip(PIVOTS, candidates, strict=True)
        ],
        {},
    )
    with TokenizerPool(0) as pool:
        # The translation back is part of no figure.
        trip = RoundTrip(forward, forward, pool, RoundTripConfig())
        steps = judged(trip, "de", forward, judges, ANCHORS, back, window)
        return next(interleaved([steps])).candidates


def test_a_paraphrase_that_says_the_same_is_a_likelier_source(forward):
    ((same, other),) = judge(
        forward,
        [["In the garden, the children are playing.", "In the garden, the dogs are sleeping."], []],
    )[:1]
    assert other.forced < same.forced < 0.5
    assert 0 <= other.agreement < same.agreement <= 1


def test_the_forced_score_is_that_of_the_engine(forward):
    text = "Last week he purchased a red car."
    (_, (found,)) = judge(forward, [[], [text]], ["forced"])
    name = forward.checkpoint.name
    (target,) = encode_target(name, [PIVOTS[1]])
    given, anchor = forward.score(
        encode(name, [text, ANCHORS[1]]), [target, target], batch_tokens=100
    )
    assert found.forced == pytest.approx(given - anchor, abs=1e-5)
    assert math.isnan(found.agreement)


def test_the_figures_of_trust_are_those_of_the_engine(forward):
    text = "Last week he purchased a red car."
    with TokenizerPool(0) as pool:
        trip = RoundTrip(forward, forward, pool, RoundTripConfig())
        chosen = [(ANCHORS[1], Backtranslation(PIVOTS[1], text, -0.1))]
        (found,) = next(interleaved([figures(trip, chosen, {})]))
    name = forward.checkpoint.name
    (target,) = encode_target(name, [PIVOTS[1]])
    given, source = encode(name, [text, ANCHORS[1]])
    ((own,),) = forward.translate([given], Decoding(1, 1), batch_tokens=100)
    mine, anchors, anchor = forward.score(
        [given, source, source], [own.ids, own.ids, target], batch_tokens=100
    )
    (recalled,) = forward.score(
        encode(name, [PIVOTS[1]]), encode_target(name, [ANCHORS[1]]), batch_tokens=100
    )
    assert found.returned == pytest.approx(anchors - mine, abs=1e-5)
    assert found.outward == pytest.approx(anchor, abs=1e-5)
    assert found.recalled == pytest.approx(recalled, abs=1e-5)
    # The anchor is a less likely source of what the paraphrase becomes.
    assert found.returned < 0
    assert (found.score, found.strange, found.words) == (-0.1, 0, 7)


def test_a_translation_that_is_scored_already_is_not_scored_again(forward, monkeypatch):
    (source,) = encode(forward.checkpoint.name, [ANCHORS[1]])
    ((first,),) = forward.translate([source], Decoding(2, 1), batch_tokens=100)
    with TokenizerPool(0) as pool:
        (pivot,) = pool.map(decode, forward.checkpoint.name, [first.ids]).result()
        trip = RoundTrip(forward, forward, pool, RoundTripConfig())
        # The anchor itself comes back to the same translation.
        chosen = [(ANCHORS[1], Backtranslation(pivot, ANCHORS[1], -0.1))]
        (asked,) = next(interleaved([figures(trip, chosen, {})]))
        scored = []
        score = forward.score

        def counting(sources, targets, **options):
            scored.extend(targets)
            return score(sources, targets, **options)

        monkeypatch.setattr(forward, "score", counting)
        (known,) = next(interleaved([figures(trip, chosen, {(ANCHORS[1], pivot): first})]))
    assert known == pytest.approx(asked, abs=1e-4)
    assert list(first.ids) not in [list(target) for target in scored]


def test_the_translation_of_the_anchor_is_the_draft_of_that_of_the_paraphrase(forward, monkeypatch):
    asked = []
    translate = forward.translate

    def noting(sources, decoding, *, drafts, **options):
        asked.append([list(draft) for draft in drafts])
        return translate(sources, decoding, drafts=drafts, **options)

    monkeypatch.setattr(forward, "translate", noting)
    judge(forward, [["In the garden, the children are playing."], []], ["trust", "agreement"])
    name = forward.checkpoint.name
    ((own,),) = translate(encode(name, ANCHORS[:1]), Decoding(1, 1), batch_tokens=100)
    # First the witness, which translates the anchor too, then the model itself.
    assert asked == [[[]], [own.ids], encode_target(name, PIVOTS[:1])]


def test_trust_needs_no_second_pivot(forward):
    texts = ["In the garden, the children are playing.", "In the garden, the dogs are sleeping."]
    ((same, other), _) = judge(forward, [texts, []], ["trust"])
    assert 0 < other.trust < same.trust < 1
    assert math.isnan(same.agreement)
    assert math.isnan(same.forced)


def test_what_a_guard_refuses_is_not_judged(forward):
    ((copy, denied), _) = judge(
        forward,
        [["the children are playing in the garden", "The children are not playing out there."], []],
    )
    assert all(math.isnan(c.forced) and math.isnan(c.agreement) for c in (copy, denied))


def test_what_lies_outside_the_window_is_not_judged(forward):
    near, far = "The children are playing in the yard.", "In the garden, the children are playing."
    ((inside, outside), _) = judge(forward, [[far, near], []], ["forced"], (0.2, 1.0))
    ((all_inside, also), _) = judge(forward, [[far, near], []], ["forced"])
    assert mer(ANCHORS[0], near) < 0.2 < mer(ANCHORS[0], far)
    assert inside.forced == pytest.approx(all_inside.forced, abs=1e-5)
    assert math.isnan(outside.forced)
    assert not math.isnan(also.forced)


def test_letters_in_common():
    assert alike("Er ist da.", "er ist da") == 1.0
    assert alike("abcd", "abce") == pytest.approx(0.75)
    assert math.isnan(alike(None, "x"))


def test_judges_by_name():
    assert parse_judges("none") == ()
    assert parse_judges("all") == ("forced", "agreement", "trust")
    assert parse_judges("agreement,forced") == ("forced", "agreement")
    with pytest.raises(UserError, match="--judges me: no such judge"):
        parse_judges("forced,me")


def test_each_pivot_is_judged_by_the_next_and_none_by_itself():
    three = [Pivot(lang, "x", "y") for lang in ("de", "ru", "pt")]
    assert witnesses(three, ["agreement"]) == {"de": "ru", "ru": "pt", "pt": "de"}
    assert witnesses(three[:1], ["forced"]) == {}
    with pytest.raises(UserError, match="the pivot de cannot judge its own paraphrases"):
        witnesses(three[:1], ["agreement"])


def test_no_leg_of_a_chain_judges_it():
    de, ru, pt = (Pivot(lang, "x", "y") for lang in ("de", "ru", "pt"))
    chain = Pivot("de>ru", "x", "z", ("y",))
    assert witnesses([de, chain, ru], ["agreement"]) == {"de": "ru", "de>ru": "ru", "ru": "de"}
    with pytest.raises(UserError, match=r"paraphrases of de, since each begins with .* \(en-de\)"):
        witnesses([de, chain], ["agreement"])
    through_english = Pivot("de>en>pt", "x", "z", ("y", "x"))
    with pytest.raises(UserError, match="paraphrases of de>en>pt, since"):
        witnesses([through_english, pt], ["agreement"])


def test_the_forced_score_of_a_chain_is_that_of_its_first_text(forward):
    text = "Last week he purchased a red car."
    (_, (direct,)) = judge(forward, [[], [text]], ["forced"])
    lines = Backtranslation(f"{PIVOTS[1]}\nHe purchased a red car last week.", text, -0.1)
    with TokenizerPool(0) as pool:
        trip = RoundTrip(forward, forward, pool, RoundTripConfig(), (forward,))
        back = Trip([[], [lines]], {})
        (_, (chain,)) = next(
            interleaved([judged(trip, "de>en", None, ["forced"], ANCHORS, back)])
        ).candidates
    assert chain.forced == direct.forced
