"""Texts that lack words, or are no sentence, have no contradiction."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.damaged import has_lost_words
from pipeline.negation.reading.parsed import Parsed
from tests.pipeline.negation.kinds.contradicting import found


@pytest.mark.parametrize(
    "text",
    [
        "The line was extended by to the coast.",
        "They lowered the age from  to  years.",
        "It has a length of and a width of .",
        "He attended an summit in May.",
        "A women stood by the cow.",
    ],
)
def test_lost_words_are_seen(text):
    assert has_lost_words(text)
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "He sat by a tree of the park.",
        "This is the boat that she looked at.",
        "An hour later a European ship left.",
        "An honest man bought an umbrella.",
    ],
)
def test_whole_sentences_have_lost_nothing(text):
    assert not has_lost_words(text)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("Because the two lamps will always have another colour.", True),
        ("Which shows the largest fair of the valley.", True),
        ("Having made his first boat in the small barn.", True),
        ("Because of the rain he sold the boat.", False),
        ("Although it rained, she sold the boat.", False),
        ("Which boat did she sell?", False),
    ],
)
def test_subordinate_clauses_alone_are_seen(text, alone):
    assert Parsed.of(load_parser()(text)).is_damaged is alone
