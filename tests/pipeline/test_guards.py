import pytest

from pipeline.guards import negators, numbers_changed, polarity_changed


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
    ],
)
def test_polarity(anchor, paraphrase, changed):
    assert polarity_changed(anchor, paraphrase) is changed
    assert polarity_changed(paraphrase, anchor) is changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("It cost 1,500 euros.", "It was 1.500 euros.", False),
        ("In 1990 it rained.", "It rained in 1990.", False),
        ("In 1990 it rained.", "In 1999 it rained.", True),
        ("Two of 3 left.", "Two of them left.", True),
        ("It starts at 10:30.", "It begins at 10.30.", False),
    ],
)
def test_numbers(anchor, paraphrase, changed):
    assert numbers_changed(anchor, paraphrase) is changed
