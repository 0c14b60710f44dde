"""The last of several main clauses, and the word that joins it to the others."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.later import beside, is_set, last_clause, link_of, start_of
from pipeline.negation.reading.parsed import Parsed


def read(sentence):
    """The first main clause, and the last one if there are several."""
    clause = Parsed.of(load_parser()(sentence)).clause
    others = beside(clause)
    return clause, last_clause(clause, others) if others else None


@pytest.mark.parametrize(
    ("sentence", "verb", "link"),
    [
        ("His father died and Ben led the choir.", "led", "and"),
        ("The price fell; the shares rose.", "rose", None),
        ("He likes tea, but his wife prefers coffee.", "prefers", "but"),
        ("The bus was full, so they walked.", "walked", "so"),
        ("The bus was full, so many people took the train.", "took", None),
        ("He tried but failed.", "failed", "but"),
        ("Time passes, Ada becomes a nurse and Ben leaves the town.", "leaves", "and"),
        ("He is told to go, and cannot get out of it.", "get", "and"),
        ("She works hard and has no friends.", "has", "and"),
        ("He stayed, and when it rained, Ben left the house.", "left", "and"),
    ],
)
def test_the_last_clause(sentence, verb, link):
    _, last = read(sentence)
    found = link_of(last)
    assert (last.verb.text, found and found.text) == (verb, link)


def test_a_last_clause_begins_after_its_link():
    _, last = read("The price fell; the shares rose.")
    assert start_of(last) == len("The price fell; ")


@pytest.mark.parametrize(
    "sentence",
    [
        "The old man, she said, is ill.",
        "The train was late, I think.",
        "She opened the gate and left.",
        "He says that it rained and that it snowed.",
        "Close the gate and wait.",
    ],
)
def test_one_main_clause(sentence):
    clause, last = read(sentence)
    assert (beside(clause), last) == ([], None)


@pytest.mark.parametrize(
    "sentence",
    [
        "Ada agrees with her, and so do most of her friends.",
        "The mill is closed, but the barn is not.",
        "In May, ten men were killed and two injured.",
        "It was seen but ignored.",
    ],
)
def test_a_last_clause_that_cannot_be_denied(sentence):
    clause, last = read(sentence)
    assert last is None
    assert beside(clause)


@pytest.mark.parametrize(
    ("sentence", "stays"),
    [
        ("The train was late; therefore, the bus waited.", True),
        ("The mill is old; however, it is large.", True),
        ("You can stay here or we can go home.", True),
        ("The mill is old, and it is large.", False),
    ],
)
def test_links_that_stay(sentence, stays):
    assert is_set(read(sentence)[1]) is stays
