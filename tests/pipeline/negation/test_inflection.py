"""What the dictionary of forms is asked: verbs that cannot be, singulars, agreement."""

import pytest

from pipeline.negation.inflection import is_possible, one_of


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
