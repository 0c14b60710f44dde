"""Whether a sentence is plain, and whether it is cut off."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.parsed import Parsed

TWENTY = "The old mill by the river in the north of the valley near the small town was open in May."


def parsed(text):
    return Parsed.of(load_parser()(text))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("The mill is open.", True),
        ("A dog running through deep snow.", True),
        ("She wanted to sell the mill.", True),
        # A second verb with a tense, wherever it stands.
        ("The mill, which was built in May, is open.", False),
        ("The mill is open because the river is high.", False),
        ("She bought the mill and sold it.", False),
        ("You must pay, and she may stay.", False),
        (TWENTY, True),
        (TWENTY.replace("open in", "open again in"), False),
    ],
)
def test_a_plain_sentence_is_short_and_has_one_finite_verb(text, plain):
    assert parsed(text).is_plain == plain


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Lima is the capital of", True),
        ("Lima is the capital of Peru.", False),
        ("", True),
    ],
)
def test_a_text_that_stops_in_a_phrase_is_cut_off(text, cut):
    assert parsed(text).is_cut_off == cut
