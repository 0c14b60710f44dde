"""What happened only after a date that is told: which dates are turned, and how."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules

QUANTITY = ("quantity",)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "In 1921, Berg warned the mayor of a flood.",
            "It was only after 1921 that Berg warned the mayor of a flood.",
        ),
        ("She sang in Odda in 1921.", "She sang in Odda only after 1921."),
        (
            "However, in the late 1980s the road was repaired.",
            "However, it was only after the late 1980s that the road was repaired.",
        ),
        # A past before the past
        ("By 1908 the mill had closed.", "It was only after 1908 that the mill closed."),
        (
            "By the late 18th century, the mills had been painted.",
            "It was only after the late 18th century that the mills were painted.",
        ),
        # A period that is over
        (
            "During the Odda War, the monks hid the books.",
            "It was only after the Odda War that the monks hid the books.",
        ),
        (
            "The mill was burnt during the occupation.",
            "The mill was burnt only after the occupation.",
        ),
        # Something between the date and the subject
        (
            "In 1931, with some doubts, she returned to Odda.",
            "It was only after 1931 that, with some doubts, she returned to Odda.",
        ),
        # The later one of two dates
        (
            "The trams were tested between 1921 and 1927.",
            "The trams were tested only after 1927.",
        ),
        ("Halls were tested in 1911–14.", "Halls were tested only after 1914."),
        (
            "In the 1960s and 1970s, she sang in Odda.",
            "It was only after the 1970s that she sang in Odda.",
        ),
        (
            "As of 2009, the town had big fairs.",
            "It was only after 2009 that the town had big fairs.",
        ),
        (
            "She lived in Kent, and in 2006 she sang in Odda.",
            "She lived in Kent, and it was only after 2006 that she sang in Odda.",
        ),
    ],
)
def test_what_was_so_at_a_time_was_so_only_later(sentence, expected):
    made = {one.rule: one.text for one in found(sentence, QUANTITY)}
    assert made["only_after.v1"] == expected


@pytest.mark.parametrize(
    "sentence",
    [
        # What happened once has another year.
        "The king died in 1931.",
        # The time is told by way of the date.
        "In 1931, two years later, she sang in Odda.",
        "In 1931, aged 21, she sang in Odda.",
        "In 1931 she sang in Odda, and in the same year in Kent.",
        # Not past, not sure or not so
        "In 1931 Berg may have sung in Odda.",
        "Berg has sung in Odda in recent years, since 1931.",
        "In 1931 she did not sing in Odda.",
        "In May the gates open.",
        "She sang only in 1931.",
        "She probably sang in 1931.",
        # The date of a noun
        "Berg stayed until the merger in 1931.",
        "The hall was shut on her death in 1931.",
        "The numbers were 40 in 1931.",
        "She wrote her name on the 1040.",
        "She came in 1931 when the war began.",
        "The first hearing was in May 1931.",
        # A time of what is told, or of all of it
        "She sang twice during her career.",
        "Berg held the flag during the ceremony.",
        "The mills closed during most of the war.",
        # Part of a list
        "They had two sons: Max, in 1931, and Orm, in 1933.",
        # It is not over.
        "The song sold well in the 21st century.",
        "Had she sung in 1931?",
    ],
)
def test_a_time_is_not_turned_where_the_rest_relies_on_it(sentence):
    assert "only_after.v1" not in rules(sentence, QUANTITY)
