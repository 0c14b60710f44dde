"""Which changes of meaning are noticed, and which rewordings change nothing."""

import pytest

from pipeline.acceptance.meaning import (
    duty_changed,
    is_stated,
    negators,
    person_changed,
    polarity_changed,
)


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


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("You should finish it.", "You must finish it.", True),
        ("We're supposed to wait.", "We have to wait.", True),
        ("He shouldn't smoke.", "He mustn’t smoke.", True),
        ("You must finish it.", "You have to finish it.", False),
        ("You should finish it.", "You ought to finish it.", False),
        ("You should do what you must.", "What you must do, you should.", False),
        ("You should go.", "Please go.", False),
    ],
)
def test_duties(anchor, paraphrase, changed):
    assert duty_changed(anchor, paraphrase) is changed
    assert duty_changed(paraphrase, anchor) is changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("She opened her shop in May.", "He opened his shop in May.", True),
        ("It also added two clocks.", "He also added two clocks.", True),
        ("The list praises their work.", "The list praises your work.", True),
        ("She was lost at sea.", "It was lost at sea.", True),
        ("He told her to shut up.", "He told her to shut himself up.", True),
        ("She still has them.", "She still has it.", True),
        ("The door locks itself.", "The door locks.", False),
        ("I asked her to wait.", "I asked him to wait.", True),
        ("He drove her sister home.", "He drove his sister home.", True),
        ("It knows its place.", "It knows your place.", True),
        ("It locks itself, keep your key.", "It locks itself, keep its key.", True),
        ("Your bag and its strap are dry.", "The bag and strap are dry.", False),
        ("He sold his boat to her.", "He sold her the boat.", False),
        ("They sold their boat.", "They sold the boat.", False),
        ("The singer sold the boat.", "The singer sold her boat.", False),
        ("It is known that lead melts.", "We know that lead melts.", False),
        ("One sees the sea.", "You can see the sea.", False),
        ("US law lets him vote.", "He may vote under the law of its states.", False),
    ],
)
def test_persons(anchor, paraphrase, changed):
    assert person_changed(anchor, paraphrase) is changed
    assert person_changed(paraphrase, anchor) is changed


def test_only_two_statements_are_contradicted_together():
    assert is_stated("It is late.", "The hour is late.")
    assert not is_stated("Do all birds build nests?", "All birds build nests?")
    assert not is_stated("It is late.", "It's late, isn't it?")
    assert not is_stated("“Is it late?”", "The hour is late.")
