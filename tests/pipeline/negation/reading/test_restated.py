"""What the rest of a sentence explains, and what is true at times only."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.restated import is_at_times


@pytest.mark.parametrize(
    ("sentence", "restated"),
    [
        ("It has two doors: one is green.", True),
        ("The mill is closed, meaning that nobody gets in.", True),
        # An aside about a word hides nothing behind it.
        ("The hall was named Odda, meaning little hill, and it has two doors: one is green.", True),
        ("The hall was named Odda, meaning little hill.", False),
        ("The Geiger–Müller tube is old.", False),
        ("The old mill is closed.", False),
        ("The player was sent to Leeds in April, then recalled to York in May.", True),
        ("The king sent several ships to the island, though these were lost.", True),
        ("The king sent a ship to the island, though it was late.", False),
        ("All the shops sell bread, with the notable exception of the bakery in York.", True),
        ("The shops sell bread with two exceptions.", True),
        ("They believe that neither rent nor tax is enough to pay for a school.", True),
        ("A common explanation is that the bridge was too heavy.", True),
        ("The explanation is that the bridge was too heavy.", False),
        ("The mill closed in May, that is in spring.", True),
        ("Other towns are Odda and Lund.", True),
        ("The other towns are Odda and Lund.", False),
        ("Other towns are ports.", False),
        ("The car was first made by Berg in Leeds, then by Lind in York.", True),
        ("The road turns north onto Mill Street then turns west onto Hill Street.", True),
        ("He opened the gate and then walked in.", False),
    ],
)
def test_what_the_rest_of_a_sentence_explains(sentence, restated):
    assert Parsed.of(load_parser()(sentence)).is_restated is restated


@pytest.mark.parametrize(
    ("sentence", "at_times"),
    [
        ("Often, the river is dry.", True),
        ("Additionally, sometimes people sing.", True),
        ("The river is often dry.", False),
        ("In some towns, the market is held on Monday.", True),
        ("In other words, the market is held on Monday.", False),
        ("In a few years, the market will move.", False),
        ("The river is dry.", False),
    ],
)
def test_what_is_true_at_times_only(sentence, at_times):
    found = Parsed.of(load_parser()(sentence))
    assert is_at_times(found.clause, found.lower) is at_times


def test_a_text_is_taken_as_given_and_without_a_verb_nothing_is_doubted():
    doc = load_parser()("A quiet street.")
    found = Parsed.of(doc, "A quiet street.")
    assert (found.text, found.lower, found.clause) == ("A quiet street.", "a quiet street.", None)
    assert not found.is_misparsed
    assert not found.is_restated
