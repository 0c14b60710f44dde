"""Adverbs that say something else in another place."""

import pytest

from pipeline.acceptance.grammar.adverbs import adverb_moved


@pytest.mark.parametrize(
    ("one", "other", "moved"),
    [
        ("I don't really like it.", "I really don't like it.", True),
        ("I can't just leave.", "I just can't leave.", True),
        ("She isn't always late.", "She always is not late.", True),
        ("I don't really like it.", "I do not really like it.", False),
        ("He really likes it.", "He likes it, really.", False),
        ("It tastes really good.", "It really tastes good.", True),
        ("It was really good.", "That was really good.", False),
        ("I really like it.", "I like it, really.", False),
        ("He isn't late.", "He is not late.", False),
        ("I often have bad dreams.", "I have often bad dreams.", True),
        ("I have often been there.", "I've often been there.", False),
    ],
)
def test_adverbs(one, other, moved):
    assert adverb_moved(one, other) is moved
    assert adverb_moved(other, one) is moved
