"""What the rest of a text says only because one of its clauses is true."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.bound import relies_on
from pipeline.negation.reading.parsed import Parsed


def relied_on(sentence, **by):
    found = Parsed.of(load_parser()(sentence))
    return relies_on(found.clause, found.lower, **by)


@pytest.mark.parametrize(
    "sentence",
    [
        "The dam broke, causing a flood.",
        "The town has several mills, including the Grey Mill.",
        "It rained. So we left.",
        "The line was not straight, to give it a rough look.",
        "The club bought two boats, with a third being rented.",
    ],
)
def test_what_goes_on_from_the_clause_relies_on_it(sentence):
    assert relied_on(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "She stayed at home because it rained.",
        "She left the hall, but her sister stayed.",
    ],
)
def test_only_not_denies_a_reason(sentence):
    assert not relied_on(sentence)
    assert relied_on(sentence, reasons=True)


@pytest.mark.parametrize(
    "sentence",
    ["The mayor won the vote by 30:20.", "Sales grew so much that he sold the shop."],
)
def test_an_opposite_does_not_deny_an_extent(sentence):
    assert not relied_on(sentence, reasons=True)
    assert relied_on(sentence, extent=True)


@pytest.mark.parametrize(
    "sentence", ["The old mill is closed.", "The club won the cup in the 1964–65 season."]
)
def test_nothing_relies_on_the_clause(sentence):
    assert not relied_on(sentence)
    assert not relied_on(sentence, reasons=True, extent=True)


@pytest.mark.parametrize(
    ("sentence", "relied"),
    [
        ("He sang a dark song, just as she sang a merry one.", True),
        ("Forty boats were for hire, with two sails each.", True),
        ("Forty boats were for hire, with two white sails.", False),
    ],
)
def test_a_comparison_or_a_share_goes_on_from_the_clause(sentence, relied):
    assert relied_on(sentence) is relied
