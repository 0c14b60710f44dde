"""The alignment that people look at is the one that the match error rate counts."""

from itertools import groupby

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.inspection.alignment import aligned, spaced
from schemas.mer import mer
from schemas.moses import moses_tokens

WORDS = st.lists(st.sampled_from("a b c d".split()), max_size=9).map(" ".join)


def kind(pair):
    one, two = pair
    if not one or not two:
        return "deleted" if one else "inserted"
    return "same" if one.lower() == two.lower() else "substituted"


def shown(anchor, other):
    runs = [(of, [*run]) for of, run in groupby(aligned(anchor, other), kind)]
    sides = [(of, *zip(*run, strict=True)) for of, run in runs]
    return [(of, " ".join(one).strip(), " ".join(two).strip()) for of, one, two in sides]


@pytest.mark.parametrize(
    ("anchor", "other", "pieces"),
    [
        ("", "", []),
        ("Rain.", "", [("deleted", "Rain .", "")]),
        ("", "Rain.", [("inserted", "", "Rain .")]),
        (
            "The tea was cold.",
            "the tea is very cold.",
            [
                ("same", "The tea", "the tea"),
                ("substituted", "was", "is"),
                ("inserted", "", "very"),
                ("same", "cold .", "cold ."),
            ],
        ),
        # Forms of a word stand opposite each other where that costs no edit more.
        (
            "He looked away.",
            "He did not look away.",
            [
                ("same", "He", "He"),
                ("inserted", "", "did not"),
                ("substituted", "looked", "look"),
                ("same", "away .", "away ."),
            ],
        ),
        (
            "Last year we met there.",
            "We met there last year.",
            [
                ("deleted", "Last year", ""),
                ("same", "we met there", "We met there"),
                ("inserted", "", "last year"),
                ("same", ".", "."),
            ],
        ),
    ],
)
def test_pieces(anchor, other, pieces):
    assert shown(anchor, other) == pieces


@given(WORDS, WORDS)
def test_the_edits_are_those_of_the_match_error_rate(anchor, other):
    pairs = aligned(anchor, other)
    edits = sum(kind(pair) != "same" for pair in pairs)
    assert (edits / len(pairs) if edits else 0.0) == pytest.approx(mer(anchor, other))
    assert [one for one, _ in pairs if one] == moses_tokens(anchor)
    assert [two for _, two in pairs if two] == moses_tokens(other)


@given(WORDS.filter(bool), WORDS)
def test_no_alignment_has_fewer_edits(anchor, other):
    found = jiwer.process_words(anchor, other)
    theirs = found.substitutions + found.deletions + found.insertions
    assert sum(kind(pair) != "same" for pair in aligned(anchor, other)) == theirs


@pytest.mark.parametrize(
    "text",
    [
        "It's late, isn't it?",
        "He paid 5% (too much).",
        "She said: go!",
        'He said "go" and left.',
        "One",
        "",
    ],
)
def test_tokens_become_running_text_again(text):
    assert spaced(moses_tokens(text)) == text
