"""Other surnames, other towns and other languages: what is changed, and what may be true of two."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.places import TOWNS
from pipeline.negation.english.surnames import SURNAMES
from pipeline.negation.english.things import SET_OF
from pipeline.negation.kinds.contradict import contradictions
from pipeline.negation.reading.parsed import Parsed

TYPES = {
    "Ottla": "PERSON",
    "Hanke": "PERSON",
    "Voss": "PERSON",
    "Selden": "GPE",
    "Bravik": "GPE",
}


def names(doc):
    return {t.i: TYPES[t.text] for t in doc if t.text in TYPES}


def made(sentence, rule):
    found = contradictions(Parsed.of(load_parser()(sentence)), ("alternative",), names=names)
    return [one.text for one in found if one.rule == rule]


@pytest.mark.parametrize(
    "sentence",
    [
        "The chapel was designed by Ottla Hanke.",
        "The mayor of the town was Ottla Hanke.",
        "He married Ottla Hanke in 1931.",
        "The school was named after Ottla Hanke.",
        "The ship sailed under the command of General Hanke.",
        "In 1931, Hanke became the first mayor of the town.",
        "Ottla Hanke wrote the libretto.",
        "He lived with his wife, Ottla Hanke.",
    ],
)
def test_a_surname_is_changed_where_only_one_person_fits(sentence):
    (text,) = made(sentence, "other_surname.v1")
    old = sentence.rstrip(".").split()
    (new,) = [w for w in text.rstrip(".").split() if w not in old]
    assert new in SURNAMES


@pytest.mark.parametrize(
    "sentence",
    [
        "The songs were praised by Ottla Hanke.",  # and by others
        "Books written by Ottla Hanke were sold.",
        "Ottla Hanke wrote her memoir.",  # others wrote theirs
        "Ottla Hanke wrote a libretto.",
        "One of the characters is named after Ottla Hanke.",
        "The firm was bought by Hanke.",  # of one word, perhaps a firm
        "He was buried beside his brother Ottla.",
        "It was written by Ottla Hanke and Peter Voss.",
        "The chapel was not designed by Ottla Hanke.",
        "Was the chapel designed by Ottla Hanke?",
        "One of the builders was Ottla Hanke.",
    ],
)
def test_a_surname_is_left_alone_where_another_person_fits_as_well(sentence):
    assert not made(sentence, "other_surname.v1")


def test_no_surname_is_a_given_name_or_a_place():
    assert not {*SURNAMES} & (SEXES.keys() | SET_OF.keys())


@pytest.mark.parametrize(
    "sentence",
    [
        "She was born in Selden, Oregon.",
        "He died in Bravik, Norway.",
        "The firm is based in Selden, New Jersey.",
    ],
)
def test_a_town_gives_way_with_its_region(sentence):
    (text,) = made(sentence, "other_town.v1")
    assert any(text.endswith(f"in {a}, {b}.") for pairs in TOWNS.values() for a, b in pairs)


@pytest.mark.parametrize(
    "sentence",
    [
        "She played in Selden, Oregon.",
        "The Selden Rovers are based in Selden, Oregon.",
        "It is an island in Selden County, Oregon.",
        "He has offices in Selden, Oregon, and in Bravik, Norway.",
    ],
)
def test_a_town_stays_where_there_may_be_others(sentence):
    assert not made(sentence, "other_town.v1")


def test_a_town_of_no_list_gives_way_to_a_city():
    (text,) = made("He died in Selden in 1931.", "unknown_town.v1")
    assert SET_OF[text.split()[3]] == "city"
    assert not made("He sang in Selden in 1931.", "unknown_town.v1")
    assert not made("He died near Selden in 1931.", "unknown_town.v1")


@pytest.mark.parametrize(
    "sentence",
    ["Musko is the Latin word for moss.", "The name comes from the Latin word for moss."],
)
def test_a_word_is_of_another_language(sentence):
    (text,) = made(sentence, "other_tongue.v1")
    assert not {"Latin", "Greek"} & set(text.split())


@pytest.mark.parametrize(
    "sentence",
    [
        "The name comes from Latin by way of French.",
        "She studied the Latin word for moss.",
        "The name comes from an Old French word.",
    ],
)
def test_a_language_stays_that_may_be_one_of_two(sentence):
    assert not made(sentence, "other_tongue.v1")
