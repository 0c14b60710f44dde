"""The alignment that people look at is the one that the match error rate counts."""

import jiwer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.inspection.alignment import align, spaced
from schemas.mer import mer
from schemas.moses import moses_tokens

WORDS = st.lists(st.sampled_from("a b c d".split()), max_size=9).map(" ".join)


def shown(anchor, other):
    return [(p.kind, " ".join(p.anchor), " ".join(p.other)) for p in align(anchor, other)]


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
    pieces = align(anchor, other)
    places = sum(max(len(p.anchor), len(p.other)) for p in pieces)
    edits = sum(max(len(p.anchor), len(p.other)) for p in pieces if p.kind != "same")
    assert (edits / places if edits else 0.0) == pytest.approx(mer(anchor, other))
    assert [w for p in pieces for w in p.anchor] == moses_tokens(anchor)
    assert [w for p in pieces for w in p.other] == moses_tokens(other)


@given(WORDS.filter(bool), WORDS)
def test_no_alignment_has_fewer_edits(anchor, other):
    found = jiwer.process_words(anchor, other)
    theirs = found.substitutions + found.deletions + found.insertions
    pieces = [p for p in align(anchor, other) if p.kind != "same"]
    assert sum(max(len(p.anchor), len(p.other)) for p in pieces) == theirs


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
