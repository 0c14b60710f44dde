"""Tokens of simple texts are read without sacremoses, and must be its own."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacremoses import MosesTokenizer

from schemas.moses import _of_simple, moses_tokens

WORDS = "the Mr St No p.m U.S.A don't it's o'clock ' a'b'c 5 1,500 3.5 1990 5' - -- mid-1990s A etc"
SIGNS = "()[]&|<>$%/;:!?\"“”’‘…–—+=_#*°£×.,'`@^~{}²½ªµ\xa0"
GAPS = ("é", "Ångström", "ß", "DOTMULTI", " ", ", ", ". ", "...", " '", "' ")
PIECES = st.sampled_from((*WORDS.split(), *SIGNS, *GAPS))
MOSES = MosesTokenizer("en")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        (".", ["."]),
        ("Don't go, 'please'.", ["Don", "'t", "go", ",", "'", "please", "'", "."]),
        ("It cost 1,500.50 dollars.", ["It", "cost", "1,500.50", "dollars", "."]),
        ("Ask Dr. Lee (at 5 p.m.)", ["Ask", "Dr.", "Lee", "(", "at", "5", "p.m.", ")"]),
        ("They met Mr.", ["They", "met", "Mr."]),
        ("In 1990,he left", ["In", "1990", ",", "he", "left"]),
        ("“Yes” – it's 5% & more.", ["“", "Yes", "”", "–", "it", "'s", "5", "%", "&", "more", "."]),
    ],
)
def test_tokens(text, tokens):
    assert moses_tokens(text) == tokens == MOSES.tokenize(text, escape=False)


@settings(max_examples=400)
@given(st.lists(st.one_of(PIECES, st.just(" ")), max_size=9).map("".join))
def test_tokens_are_those_of_sacremoses(text):
    assert moses_tokens(text) == MOSES.tokenize(text, escape=False)


def test_every_letter_that_is_read_here_is_a_letter_to_sacremoses():
    letters = "".join(map(chr, range(0xC0, 0x250))).replace("×", "").replace("÷", "")
    assert moses_tokens(f"a{letters}'s.") == [f"a{letters}", "'s", "."]
    assert moses_tokens(f"a{letters}'s.") == MOSES.tokenize(f"a{letters}'s.", escape=False)


def test_ordinary_sentences_are_read_without_sacremoses():
    assert _of_simple('In 1,990 cases, he didn\'t "know" (or care): 3.5 or 4?')
    assert _of_simple("Dr. Lee left") is None
