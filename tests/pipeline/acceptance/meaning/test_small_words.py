"""Which changes of small words change the meaning."""

import pytest

from pipeline.acceptance.meaning.small_words import (
    degree_changed,
    owner_changed,
    preposition_changed,
)


@pytest.mark.parametrize(
    ("changed", "anchor", "paraphrase", "expected"),
    [
        (degree_changed, "The soup is very good.", "The soup is good.", True),
        (degree_changed, "The bag is too heavy.", "The bag is very heavy.", True),
        (degree_changed, "It was quite cold.", "It was very cold.", True),
        (degree_changed, "It was extremely cold.", "It was very cold.", False),
        (degree_changed, "She came, too.", "She also came.", False),
        (degree_changed, "It is very, very old.", "It is very old.", True),
        (owner_changed, "He took off his coat.", "He took off the coat.", True),
        (owner_changed, "He took off his coat.", "His coat he took off.", False),
        (owner_changed, "Tell us their names.", "Tell us the names of them.", False),
        (owner_changed, "Give me your hand.", "Give me a hand.", False),
        (preposition_changed, "It is known for its bridge.", "It is known by its bridge.", True),
        (preposition_changed, "They argued over it.", "They argued about it.", True),
        (preposition_changed, "He waited for her in Rome.", "In Rome he waited for her.", False),
        (preposition_changed, "It was sold by him for ten euros.", "He sold it for ten.", False),
    ],
)
def test_small_words(changed, anchor, paraphrase, expected):
    assert changed(anchor, paraphrase) is expected
    assert changed(paraphrase, anchor) is expected
