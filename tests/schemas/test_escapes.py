"""Text that controls a terminal is escaped, and JSON keeps its meaning."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.escapes import visible, visible_json


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("over\rwritten", r"over\rwritten"),
        ("\u202etxt.exe", r"\u202etxt.exe"),
        ("\x9b2J", r"\x9b2J"),
        ("two\n\tlines, caf\u00e9 \u4e2d \U0001f600", "two\n\tlines, caf\u00e9 \u4e2d \U0001f600"),
    ],
)
def test_commands_to_the_terminal_are_spelled_out(text, shown):
    assert visible(text) == shown


@given(st.text())
def test_json_says_the_same(text):
    plain = json.dumps(text, ensure_ascii=False)
    shown = visible_json(plain)
    assert json.loads(shown) == text
    assert visible(shown) == shown
