"""Text of unknown origin on a terminal: what would command the terminal is spelled out."""

from __future__ import annotations

import re

# Control characters (escape sequences begin with one), and marks that turn the order of what
# follows. Line feeds and tabs are part of what the programs themselves print.
_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The text with every character that a terminal obeys as an escape, as in `\x1b`."""
    return _COMMANDS.sub(lambda found: _escape(found[0]), text)


def visible_json(text: str) -> str:
    """A JSON text that says the same, and holds no such character."""
    return _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode()
