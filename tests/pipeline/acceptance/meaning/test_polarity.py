"""Which denials are lost or gained, and which rewordings deny as much."""

import pytest

from pipeline.acceptance.meaning.polarity import negators, polarity_changed


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The shop is open.", 0),
        ("The shop is not open.", 1),
        ("The shop isn't open.", 1),
        ("The shop isn’t open.", 1),
        ("It cannot be.", 1),
        ("Neither the cat nor the dog came.", 1),
        ("No one saw No. 5.", 1),
        ("She is not only fast but strong.", 0),
        ("He hardly ever left without a coat.", 2),
        ("A knot of notes in the north.", 0),
        ("Few of the guests stayed.", 1),
        ("Not many of the guests stayed.", 1),
        ("A few guests stayed.", 0),
        ("The last few guests left.", 0),
        ("The curfew of soldiers was short.", 0),
        ("The shop is open, isn't it?", 0),
        ("The shop isn’t open, is it?", 1),
        ("You do not mind, do you not?", 1),
    ],
)
def test_negators(text, count):
    assert negators(text) == count


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("That was unexpected.", "That was expected.", True),
        ("That was expected.", "That was unexpected.", True),
        ("That was unexpected.", "That was not expected.", False),
        ("He is careless.", "He is careful.", True),
        ("It is impossible to say.", "It is possible to say.", True),
        ("I do not like tea.", "I don't like tea.", False),
        ("I do not like tea.", "I like tea.", True),
        ("Nobody came.", "No one came.", False),
        ("Come inside.", "Come in.", False),
        ("The union met.", "The group met.", False),
        ("They agree with us.", "They disagree with us.", True),
        ("The soup was too hot to eat.", "The soup was very hot to eat.", True),
        ("I am too tired to drive.", "I am so tired that I cannot drive.", False),
        ("They sat too close to us.", "They sat too near us.", False),
        ("She came too, to help.", "She also came to help.", False),
    ],
)
def test_polarity(anchor, paraphrase, changed):
    assert polarity_changed(anchor, paraphrase) is changed
    assert polarity_changed(paraphrase, anchor) is changed
