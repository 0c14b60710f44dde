"""The parser keeps the words of the first texts only."""

import spacy

from pipeline.negation import memory
from pipeline.negation.memory import bounded


def words_kept(parser, texts):
    for text in texts:
        with bounded(parser):
            assert parser.make_doc(text).text == text
    return len(parser.vocab.strings)


def test_words_are_kept_while_they_are_few(monkeypatch):
    parser = spacy.blank("en")
    monkeypatch.setattr(memory, "KEPT_WORDS", len(parser.vocab) + 100)
    none = words_kept(parser, [])
    few = words_kept(parser, ["Anna sings in Odda."])
    full = words_kept(parser, [f"w{number} sings" for number in range(200)])
    assert none < few < full < few + 4 * 100  # a word comes with its shape, prefix and suffix
    assert words_kept(parser, [f"x{number} sings" for number in range(200)]) == full
