"""Which words are English, and how a text is split."""

import pytest

from pipeline.acceptance.text.words import is_word, straight_tokens


@pytest.mark.parametrize(
    "word",
    "although website northern ran geese reread antiwar moonlight tables airflow runtime".split(),
)
def test_words(word):
    assert is_word(word)


@pytest.mark.parametrize(
    "word", "microtobules lighthopse preflicted unfligt womanengo bited stinged".split()
)
def test_inventions(word):
    assert not is_word(word)


def test_short_forms_are_split_alike():
    assert straight_tokens("I’ve sung.") == straight_tokens("I've sung.")
