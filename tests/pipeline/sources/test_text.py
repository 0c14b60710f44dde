import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sources.text import is_over_long, is_stacked, is_visible, normalise, sentence_id


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("  Two   blanks \t and a tab ", "Two blanks and a tab"),
        ("Cafe\u0301", "Café"),
        ("\ufeffStart", "Start"),
        ("bell\x07 and \x00nul", "bell and nul"),
        ("no\u00a0break", "no break"),
        ("line\u2028separator\r", "line separator"),
        ("", ""),
        ("\x1b", ""),
        ("family 👨\u200d👩\u200d👧 emoji", "family 👨\u200d👩\u200d👧 emoji"),
    ],
)
def test_normal_form(raw, clean):
    assert normalise(raw) == clean


@given(st.text())
def test_normal_form_is_stable_nfc_and_single_spaced(raw):
    clean = normalise(raw)
    assert normalise(clean) == clean
    assert unicodedata.is_normalized("NFC", clean)
    assert "  " not in clean
    assert clean == clean.strip()


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("a", True),
        (".", True),
        ("7", True),
        ("\U0001f600", True),
        ("\u4e2d", True),
        ("", False),
        ("\u200b\u200d\u2060", False),
        ("\u200e\u202e", False),
        ("\u0301", False),
        ("\ue000\uffff", False),
    ],
)
def test_text_without_anything_to_see_is_none(text, visible):
    assert is_visible(text) is visible


@pytest.mark.parametrize(
    ("text", "over_long"),
    [("a b c", False), ("a b c d", True), ("x" * 96, False), ("x" * 97, True)],
)
def test_length_is_bounded_in_words_and_in_characters(text, over_long):
    assert is_over_long(text, 3) is over_long


@pytest.mark.parametrize(("more", "over_long"), [(0, False), (1, True)])
def test_length_is_bounded_by_what_parsers_take(more, over_long):
    assert is_over_long("rain " * 200_000 + "!" * more, 300_000) is over_long


def test_id_is_the_head_of_the_sha256():
    # printf 'The tap is open.' | sha256sum
    assert sentence_id("The tap is open.") == 0xA3601CC0382BFCF3


@pytest.mark.parametrize(
    ("text", "stacked"),
    [
        ("a" + "\u0301" * 31, True),
        ("a" + "\u0301" * 30 + "b" + "\u0323" * 30, False),
        ("\u2014" * 40 + "\u0301" * 30, False),
        ("\u2014" * 40 + "\u0301\u0f73" * 16, True),
        ("plain text", False),
    ],
)
def test_marks_are_counted_in_a_row(text, stacked):
    assert is_stacked(text) is stacked
