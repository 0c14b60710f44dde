"""Parses that contradict themselves are refused, not edited."""

import pytest

from pipeline.negation import load_parser, negate_texts
from pipeline.negation.reading.misread import is_quoted

REFUSED = [
    "The truth is you have to wait.",
    "My belief is the road was closed.",
    "When rivers are high its just dangerous.",
    "The old group based in Leeds and widely believed to be small broke up in 1950.",
    'The film "Rain Is a Friend" won the prize.',
    "The Doku classifies all works into four branches.",
    "The king's christening a great feast",
    "(For details, see the annex).",
    "To give an example:",
    "These end uses represented half of the trade.",
    "It is found nowhere outside Africa.",
    "the temperature at which water boils, bubbles",
]


@pytest.fixture(scope="module")
def made():
    found = negate_texts(load_parser(), REFUSED)
    return {text: one.text for text, one in zip(REFUSED, found, strict=True)}


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_parser_cannot_have_read_is_refused(made, text):
    assert made[text] is None


@pytest.mark.parametrize(
    ("before", "after", "quoted"),
    [
        ('Berg, who wrote "', 'Give It All", sings.', True),
        ("Berg, who wrote “", "Give It All”, sings.", True),
        ('"They ', 'left," Berg said.', False),
        ('"The Mill" ', 'is a song by "The Five".', False),
        ('Berg: "They ', 'left."', False),
        ('He wrote "The Mill" and ', "left.", False),
    ],
)
def test_a_verb_in_a_title_is_not_the_main_one(before, after, quoted):
    assert is_quoted(before, after) is quoted
