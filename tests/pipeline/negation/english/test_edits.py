"""Edits of a text by place, and what is said of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.negation.english.edits import Edit, apply_edits, cue_of


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
