"""How two sentences differ in their words."""

from __future__ import annotations

import pytest

from trainer.evaluation.diagnosis.tags import tags


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("He is here.", "He is not here.", ["negation"]),
        ("He isn't here.", "He is here.", ["negation"]),
        ("Nobody did nothing.", "They did it.", []),
        ("The dog bit the man.", "The man bit the dog.", ["word order"]),
        ("Two men run.", "Three men run.", ["number"]),
        ("In 1990 it sank.", "In 1991 it sank.", ["number"]),
        ("The goverment fell.", "The government fell.", ["typo"]),
        ("He recieves it.", "He receives it.", ["typo"]),
        ("The dogs bark.", "The dog barks.", []),
        ("A man runs.", "On a long and stony road a tired man runs.", ["length"]),
        ("The same words.", "The same words.", []),
    ],
)
def test_tags_tell_what_sets_two_sentences_apart(first, second, expected):
    assert tags(first, second) == expected
    assert tags(second, first) == expected
