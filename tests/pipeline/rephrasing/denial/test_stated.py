"""A sentence is told to state a quality with an opposite by its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.rephrasing.denial.opposites import entries
from pipeline.rephrasing.denial.stated import states_opposite


@pytest.mark.parametrize(
    "text",
    [
        "The shop is closed on Mondays.",
        "Its roof was not very expensive.",
        "It remained invisible",
        "The gate isn't open, they said.",
        "It's closed.",
        "They’re not awake yet.",
        "I am awake.",
        "Nobody knew that it had been impossible.",
    ],
)
def test_a_quality_with_an_opposite_is_found(text):
    assert states_opposite(text)


@pytest.mark.parametrize(
    "text",
    [
        "The closed shop sells bread.",
        "She opened the shop in May.",
        "The shop is a bakery.",
        "The shop's closed door is green.",
        "The shop is known as the Blue Door.",
        "The shop is closed-minded about bread.",
        "Are they awake?",
        "",
    ],
)
def test_other_sentences_are_not(text):
    assert not states_opposite(text)


@given(st.sampled_from([one.word for one in entries("a") if one.denies]))
def test_every_word_that_may_be_denied_is_known(word):
    assert states_opposite(f"The old mill was {word}.")


@given(st.text())
def test_any_text_can_be_asked(text):
    assert states_opposite(text) in (True, False)
