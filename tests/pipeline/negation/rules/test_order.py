"""What each rule makes of sentences written for it."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.negation import REASONS, load_parser, negate, negate_texts

TABLE = [
    (sentence, None if negation == "-" else negation)
    for line in (Path(__file__).parent / "sentences.tsv").read_text("utf-8").splitlines()[1:]
    if not line.startswith("#")
    for _, sentence, negation in [line.split("\t")]
]
"""Sentences with their negations; None where there should be none."""


# Two tests look at it.
alone = cache(negate)


@pytest.mark.parametrize(("sentence", "expected"), TABLE)
def test_negation(sentence, expected):
    assert alone(sentence).text == expected


@pytest.mark.parametrize(
    ("sentence", "rule", "cue"),
    [
        ("My dog likes eating sausage.", "do_support.v1", "likes>does not like"),
        ("The tap was left open.", "auxiliary.v1", "+not"),
        ("She has never been to Spain.", "existing_negation.v1", "-never"),
        ("Everyone passed the test.", "quantifier.v1", "Everyone>Not everyone"),
        ("She can't swim.", "existing_negation.v1", "can't>can"),
        ("He still limps.", "still.v1", "still>no longer"),
    ],
)
def test_rule_and_cue(sentence, rule, cue):
    found = negate(sentence)
    assert (found.rule, found.cue) == (rule, cue)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("“He  likes tea” , she said .", None),
        (
            "The shop — small , old — sells  maps .",
            "The shop — small , old — does not sell  maps .",
        ),
        ("THE SHOP IS OPEN", "THE SHOP IS NOT OPEN"),
        ("café owners sell naïve art…", "café owners do not sell naïve art…"),
    ],
)
def test_everything_but_the_edit_stays(sentence, expected):
    found = negate(sentence).text
    if expected is not None:
        assert found == expected
    elif found is not None:
        kept = [c for c in sentence if not c.isalpha()]
        assert all(found.count(c) >= sentence.count(c) for c in set(kept))


def test_the_result_does_not_depend_on_the_batch():
    parser, texts = load_parser(), [sentence for sentence, _ in TABLE]
    expected = [alone(text) for text in texts]
    assert negate_texts(parser, texts) == expected
    assert negate_texts(parser, texts[::-1]) == expected[::-1]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_gives_another_text_or_a_reason(text):
    found = negate(text)
    assert found.text != text
    assert found.rule
    assert (found.text is None) == (found.rule in REASONS)
