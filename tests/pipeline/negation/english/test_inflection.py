"""What the dictionary of forms is asked: verbs that cannot be, singulars, agreement."""

import pytest

from pipeline.negation.english.inflection import comparative, forms, is_form, is_possible, one_of


@pytest.mark.parametrize(
    ("word", "tag", "possible"),
    [
        ("walks", "VBZ", True),
        ("walked", "VBD", True),
        ("dared", "VBD", True),
        ("rewrote", "VBD", True),
        ("is", "VBZ", True),
        ("prose", "VB", False),
        ("writers", "VBZ", False),
        ("sworn", "VBD", False),
        ("ovate", "VBP", True),  # in no dictionary of verbs or nouns: its ending decides
        ("refrobbed", "VBD", True),
        ("refrob", "VBD", False),
        ("playing", "VBG", True),  # only finite and bare forms are judged
    ],
)
def test_possible_verbs(word, tag, possible):
    assert is_possible(word, tag) is possible


@pytest.mark.parametrize(
    ("plural", "one"),
    [("doors", "door"), ("Women", "Woman"), ("boxes", "box"), ("sheep", None), ("Ada", None)],
)
def test_singular_of_a_noun(plural, one):
    assert one_of(plural) == one


@pytest.mark.parametrize(
    ("word", "more"),
    [("hard", "harder"), ("happy", "happier"), ("useful", None), ("common", None), ("fun", None)],
)
def test_comparative_of_a_short_adjective(word, more):
    assert comparative(word) == more


def test_all_forms_of_a_word_and_of_an_unknown_one_itself():
    assert {"goes", "go", "went", "gone", "going"} <= forms("goes")
    assert {"child", "children"} <= forms("children")
    assert "zorbling" in forms("zorbling")


@pytest.mark.parametrize("word", ["went", "put", "fitted", "broadcast", "refrobbed"])
def test_pasts_beside_the_one_that_the_dictionary_gives(word):
    assert is_form(word, "VBD")


@pytest.mark.parametrize("word", ["gone", "sung", "come", "seed", "bed"])
def test_what_is_no_past(word):
    assert not is_form(word, "VBD")
