"""The only condition and the exception: both are said not to hold."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found


def changed(sentence):
    return [one.text for one in found(sentence, ("modality",)) if "condition" in one.rule]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "The concert takes place outside, unless it rains.",
            "The concert takes place outside, even if it rains.",
        ),
        ("The shop is open (unless it rains).", "The shop is open (even if it rains)."),
        ("They can enter only if they pay.", "They can enter unless they pay."),
    ],
)
def test_the_condition_is_turned(sentence, expected):
    assert changed(sentence) == [expected]


@pytest.mark.parametrize(
    "sentence",
    [
        # Both can be true.
        "She sings if it rains.",
        "The shop is open even if it rains.",
        # Nobody may sing in any case.
        "Nobody sings unless it rains.",
        "The mayor will not come unless it rains.",
        "The hall opens only if it does not rain.",
        "The hall opens if and only if it rains.",
        "The hall opens only if it rains or if it snows.",
        # The verb would change places: "Only if it rains does it take place".
        "Unless it rains, the concert takes place outside.",
        "The hall is open unless in summer.",
        "The term lasts a year, unless extended to two years.",
        "She is the mayor unless she resigns, in which case her deputy is.",
        "Does the hall open only if it rains?",
    ],
)
def test_other_conditions_stay(sentence):
    assert changed(sentence) == []
