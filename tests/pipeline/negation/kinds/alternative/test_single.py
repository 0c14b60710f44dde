"""Another thing is named only if the sentence gives the one value of something."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found

KINDS = ("alternative",)


def alternatives(sentence):
    named = ("other_thing.v1", "other_long_place.v1", "other_sex.v1")
    return [one.text for one in found(sentence, KINDS) if one.rule in named]


@pytest.mark.parametrize(
    "sentence",
    [
        # Eaten, bought, wanted, sold, waited for: and another one besides
        "We ate a large dinner.",
        "Anna has already finished breakfast.",
        "She bought a green coat.",
        "I want to go to Lisbon with her.",
        "They sold their boat.",
        "We are waiting for the tram.",
        "Nora has a yellow bicycle.",
        "There is a stain on my dress.",
        # In one place, then in another
        "My uncle once lived in Oslo.",
        "He used to live in Prague.",
        "They arrived in Bergen late.",
        "Its leaders left Norway.",
        "She moved to New York to sing.",
        "He sat beside her on the bus.",
        "I will write to my uncle who lives in Vienna.",
        "Anna was in Spain.",
        "He is playing with the dog.",
        "I live in Vienna, too.",
        "The stranger is from my neck of the woods.",
        # Of two countries, of two people
        "Anna is a Danish citizen.",
        "Tom is the nephew of a rich man.",
        # One person, and another one besides
        "We saw your sister last week.",
        "I gave my uncle a map.",
        "The boat is used by my brother.",
        # One of several
        "She won the Danish championship in 1980.",
        "Lena is a good swimmer.",
        "He is our English teacher.",
        "About 30% of them are Jewish.",
        "Someone is playing the flute.",
        # At another time, too
        "She looks tired this morning.",
        "The swallows build their nests in spring.",
        "The play was staged in the hall on 4 June 1931.",
        "On 4 June 1931 she posted a letter.",
        "I was having lunch with Nora.",
        # Orders
        "Step off the bus and wait.",
        "Come on Monday, if you can.",
        # What stands beside the noun fits no other.
        "The lake is a bay of the Baltic Sea.",
        "It is an elementary school.",
        "It is a town that trades in wool.",
    ],
)
def test_what_excludes_no_other_stays(sentence):
    assert alternatives(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("Odda is a small village in Norway.", "Odda is a small city in Norway."),
        ("The kitchen door is red.", "The kitchen door is pink."),
        (
            "She married Berg, an Italian sailor.",
            "She married Berg, a Danish sailor.",
        ),
        ("Our cat is in the kitchen.", "Our cat is in the attic."),
        ("They live in Oslo with their son.", "They live in Bergen with their son."),
        ("The hall is located in Kent, Ohio.", "The hall is located in Kent, Michigan."),
        ("Anna was born in Rome in 1931.", "Anna was born in Florence in 1931."),
        ("In 1931 she moved to Hungary.", "In 1931 she moved to Lithuania."),
        ("The vase is made of iron.", "The vase is made of silver."),
        ("The letters are written in Danish.", "The letters are written in Swedish."),
        ("She plays as a defender.", "She plays as a goalkeeper."),
        ("Anna is eating lunch.", "Anna is eating dinner."),
        ("The map belongs to my sister.", "The map belongs to my brother."),
        ("The cup was won by my aunt.", "The cup was won by my uncle."),
        ("Today is Monday.", "Today is Sunday."),
        ("It is 4:30 in the afternoon.", "It is 4:30 in the morning."),
        ("The play was written on 4 June 1931.", "The play was written on 4 July 1931."),
        ("On 4 June 1931 the bridge was opened.", "On 4 April 1931 the bridge was opened."),
        ("Two dogs run through a red gate.", "Two dogs run through a green gate."),
    ],
)
def test_the_one_value_is_changed(sentence, other):
    assert alternatives(sentence) == [other]


@pytest.mark.parametrize(
    ("sentence", "no"),
    [
        ("Odda is a village in Norway.", "hamlet"),
        ("The old castle is a hotel.", "museum"),
        ("It is a comedy.", "sitcom"),
    ],
)
def test_near_synonyms_are_no_alternative(sentence, no):
    made = alternatives(sentence)
    assert len(made) <= 1
    assert all(no not in text for text in made)
