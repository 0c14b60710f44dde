"""Escapes for text of unknown origin, so that it cannot control the terminal."""

from __future__ import annotations

import re

# Control characters (escape sequences begin with one), and marks that reverse the order of the
# text after them. Line feeds and tabs are allowed: the programs themselves print them.
_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""The text with every character that controls a terminal as an escape, as in `\x1b`."""
    return _COMMANDS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def visible_json(text: str) -> str:
    """Equivalent JSON without any such character."""
    return _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
