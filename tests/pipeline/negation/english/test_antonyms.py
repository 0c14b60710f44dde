"""The list of opposites: its shape, and what it gives for a use."""

import pytest

from pipeline.negation.english.antonyms import by_affix, compared, entries, opposite, parsed
from schemas.errors import UserError


@pytest.mark.parametrize(
    ("word", "pos", "use", "noun", "wanted"),
    [
        ("cheap", "a", "front", "hotel", "expensive"),
        ("hot", "a", "front", "dog", None),
        ("dead", "a", "front", "man", None),
        ("dead", "a", "behind", "", "alive"),
        ("accept", "v", "object", "", "reject"),
        ("accept", "v", "alone", "", None),
        ("happy", "a", "behind", "", None),  # by an affix: another kind
        ("quickly", "r", "behind", "", "slowly"),
        ("victory", "n", "noun", "", "defeat"),
        # Words that belong together, in either number.
        ("public", "a", "front", "holiday", None),
        ("public", "a", "front", "holidays", None),
        ("public", "a", "front", "garden", "private"),
        ("open", "v", "object", "question", None),
        ("strongly", "r", "behind", "recommend", None),
    ],
)
def test_an_opposite_is_of_a_use(word, pos, use, noun, wanted):
    assert opposite(word, pos, use, noun) == wanted


def test_opposites_by_affix_are_apart():
    assert by_affix("happy", "a", "behind") == "unhappy"
    assert by_affix("harmless", "a", "front") == "harmful"
    assert by_affix("cheap", "a", "front") is None


def test_comparatives_keep_their_degree():
    assert compared("larger", "JJR") == "smaller"
    assert compared("best", "JJS") == "worst"
    assert compared("green", "JJR") is None
    assert compared("lower", "JJR", "house") is None
    assert compared("lower", "JJR", "price") == "higher"


def test_no_word_is_its_own_opposite():
    assert not [word for (_, word), found in entries().items() if word == found.word]


@pytest.mark.parametrize(
    "line", ["a\tcheap", "x\tcheap\texpensive\tfront", "a\tcheap\texpensive\tobject", "a\tb\tc\t"]
)
def test_a_line_of_another_shape_is_named(line):
    with pytest.raises(UserError, match=r"own\.tsv, line 2"):
        parsed(f"# a comment\n{line}\n", "own.tsv")
