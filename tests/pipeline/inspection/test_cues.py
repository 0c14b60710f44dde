"""What can be seen of a text without understanding it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.inspection.cues import CUES, MARKS, forms, length, marks, negating, overlap, surface

ANCHOR = "The bakery sells bread, and it is open."
TEXTS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=30)


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("The bakery does not sell bread, and it is open.", [1, 1]),
        ("Nobody sells bread, and nothing is open.", [2, 2]),
        ("The bakery sells bread, doesn't it?", [0, 0]),
    ],
)
def test_negating_words_are_counted_beside_the_sentences_own(text, figures):
    assert negating(ANCHOR, text) == figures


def test_a_lost_negation_counts_below_zero():
    assert negating("She never sings.", "She sings.") == [0, -1]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("It isn’t open.", [1, 0, 0, 0, 0, 1, 0, 0, -1, 0]),
        ("It's never not open.", [0, 1, 1, 0, 1, 0, 1, 1, -1, 1]),
        ("There is no note.", [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_a_denial_is_counted_by_its_form(text, figures):
    assert forms("There is no bread.", text) == figures


def test_overlap_counts_words_that_both_or_one_have():
    shared, lost, new, of_anchor, of_text, mer = overlap("Two cats sat there.", "Two dogs sat.")
    assert (shared, lost, new) == (3, 2, 1)
    assert (of_anchor, of_text) == (3 / 5, 3 / 4)
    assert mer == pytest.approx(2 / 5)


def test_length_marks_and_surface():
    assert length("A b.", "A b c.") == [3, 6, 1, 2]
    half = len(MARKS) + 4
    own, beside = marks("Yes, 5.", "yes - 55!")[:half], marks("Yes, 5.", "yes - 55!")[half:]
    # Commas, stops, exclamations; digits, capitals, letters beyond ASCII, a capital first.
    assert [own[MARKS.index(mark)] for mark in ",.!"] == [0, 0, 1]
    assert own[-4:] == [2, 0, 0, False]
    assert [beside[MARKS.index(mark)] for mark in ",.!"] == [-1, -1, 1]
    assert beside[-4:] == [1, -1, 0, -1]
    assert surface(ANCHOR, "Up.") == surface("Another sentence.", "Up.")


@given(TEXTS, TEXTS)
def test_every_text_has_as_many_figures(anchor, text):
    for cue in CUES:
        if cue.figures is not None:
            figures = cue.figures(anchor, text)
            assert len(figures) == len(cue.figures(ANCHOR, ANCHOR))
            assert all(float(one) == float(one) for one in figures)
