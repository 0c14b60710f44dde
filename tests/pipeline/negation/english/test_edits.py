"""Edits of a text by place, and what is said of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.negation.english.edits import (
    Edit,
    apply_edits,
    article_for,
    cue_of,
    is_in_slashed,
    repeats,
    settled,
)


@given(st.text(max_size=30), st.data())
def test_edits_change_nothing_else(text, data):
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    assert apply_edits(text, [Edit(start, stop, "new")]) == text[:start] + "new" + text[stop:]


def test_edits_that_overlap_are_refused():
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abcdef", [Edit(0, 3, "x"), Edit(2, 4, "y")])


def test_cues_name_what_changed():
    edits = [Edit(0, 4, ""), Edit(5, 7, "was not"), Edit(8, 8, " any")]
    assert cue_of("some is xx", edits) == "-some is>was not +any"


def test_settled_edits_are_in_order_and_each_of_them_changes_something():
    first, last = Edit(0, 4, "none"), Edit(5, 7, "was")
    assert settled("some is late", [last, first, last, Edit(8, 12, "late")]) == [first, last]
    assert settled("SOME IS LATE", [last]) == [Edit(5, 7, "WAS")]
    assert settled("some is late", [first, Edit(3, 7, "x")]) is None


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(5, 5, " not"), True),  # "is not/was"
        (Edit(9, 9, " not"), True),
        (Edit(6, 9, "were"), True),
        (Edit(10, 14, "early"), False),
        (Edit(3, 3, "not "), False),
        (Edit(0, 3, ""), False),
    ],
)
def test_an_edit_of_a_word_with_a_slash(edit, expected):
    assert is_in_slashed("It is/was late", edit) is expected


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("The the cat", "The cat", True),
        ("had had it", "had had it", False),
        ("a b", "a", False),
        ("It isn't not safe", "It is not safe", True),
        ("It isn't safe", "It is safe", False),
    ],
)
def test_a_repeated_word_counts_only_if_it_is_new(new, old, expected):
    assert repeats(new, old) is expected


@pytest.mark.parametrize(
    ("number", "article"),
    [("8", "an"), ("80%", "an"), ("8,000", "an"), ("11", "an"), ("18-hour", "an"), ("1815", "an"),
     ("11,000", "an"), ("7%", "a"), ("1,800", "a"), ("118", "a"), ("100", "a"), ("181", "a")],
)  # fmt: skip
def test_the_article_before_a_number_is_as_it_is_spoken(number, article):
    assert article_for(number) == article
