"""The list of opposites: its form, and which of them may be denied."""

import pytest

from pipeline.rephrasing.denial import opposites
from schemas.errors import UserError


@pytest.mark.parametrize(
    "line",
    ["a\tclosed\topen\tnear\tdeny", "a\tclosed\topen\tgradable\t", "n\ta\tb\tgradable\tdeny"],
)
def test_another_line_of_opposites_is_named(line):
    with pytest.raises(UserError, match=r"list.tsv, line 1: .* is not a pair of opposites"):
        opposites.parsed(line, "list.tsv")


def test_a_word_is_denied_only_in_the_ways_that_the_list_allows():
    assert opposites.denied("closed", "complementary") == "open"
    assert opposites.denied("closed", "gradable") is None
    assert opposites.asserted("open", "complementary") == "closed"
    assert opposites.denied("clear", "complementary") is None  # nobody says "not unclear" for it


@pytest.mark.parametrize("word", ["rich", "dangerous", "unpopular", "inefficient", "different"])
def test_what_has_a_middle_ground_is_gradable(word):
    assert opposites.denied(word, "complementary") is None
    assert opposites.denied(word, "gradable")


def test_a_pair_is_of_one_nature_in_both_directions():
    marks = {}
    for entry in (*opposites.entries("a"), *opposites.entries("v")):
        marks.setdefault(frozenset((entry.word, entry.other)), set()).add(entry.nearness)
    assert {pair for pair, found in marks.items() if len(found) > 1} == set()
