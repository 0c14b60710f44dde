"""Names that are changed, and those that are part of another name or may be true of both."""

import pytest

from pipeline.negation.english.given_names import FEMALE, MALE
from pipeline.negation.english.places import LONG_NAMES
from pipeline.negation.english.things import SET_OF
from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    "sentence",
    [
        "The New York Times printed the song.",
        "She studied at the University of New York.",
        "He lives in Albany, New York.",
        "He lives in the United States of America.",
        "It was painted by King John Berg.",
        "It was printed by John Berg & Sons.",
        "It was written by Anna Berg and Peter Lund.",
        "She saw Anna Berg.",  # and others
        "Anna Berg sang.",
        "Was it written by Anna Berg?",
    ],
)
def test_a_name_is_left_alone_that_is_part_of_another_or_one_of_several(sentence):
    assert not rules(sentence, ("alternative",)) & {"other_name.v1", "other_long_place.v1"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna Berg wrote the opera.",
        "He married Anna Berg.",
        "He was the son of Anna Berg.",
        "The author was Anna Berg.",
    ],
)
def test_a_name_is_changed_that_only_one_person_can_have(sentence):
    assert "other_name.v1" in rules(sentence, ("alternative",))


def test_no_given_name_is_of_both_sexes_or_a_place():
    assert not set(MALE) & set(FEMALE)
    assert not {*MALE, *FEMALE} & SET_OF.keys()


def test_no_long_name_stands_in_two_groups():
    names = [name for group in LONG_NAMES for name in group]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("word", ["English", "British", "Scottish"])
def test_a_nation_gives_way_to_none_that_includes_it(word):
    (text,) = [o.text for o in found(f"She is a {word} painter.") if o.rule == "other_thing.v1"]
    assert not {"English", "British", "Scottish", "Welsh"} & set(text.split())
