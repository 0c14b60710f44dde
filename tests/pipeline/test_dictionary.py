"""Which words are English."""

import pytest

from pipeline import dictionary
from pipeline.dictionary import is_word
from pipeline.negation import load_parser
from schemas.errors import UserError


@pytest.mark.parametrize(
    "word",
    "although among website northern duchess ran geese reread antiwar moonlight tables".split(),
)
def test_words(word):
    assert is_word(word)


@pytest.mark.parametrize("word", "microtobules lighthopse preflicted unfligt womanengo".split())
def test_inventions(word):
    assert not is_word(word)


def test_what_a_parser_reads_does_not_become_a_word():
    parser = load_parser()
    list(parser.pipe(["The zorbulat sleeps."]))
    dictionary._vocabulary.cache_clear()
    assert not is_word("zorbulat")


def test_without_a_parser_the_ways_out_are_named(monkeypatch):
    monkeypatch.setattr("pipeline.negation.engine.PARSERS", ("no_such_parser",))
    dictionary._vocabulary.cache_clear()
    is_word.cache_clear()
    with pytest.raises(UserError, match=r"spacy download.*other guards with --guards"):
        is_word("table")
