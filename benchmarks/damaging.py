"""Random damage to files."""

from __future__ import annotations

import json
import random
from typing import Any

VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1e308,
    2**70,
    "",
    "../../x",
    "\x1b[1m\ud800",
    [],
    [[]],
    {},
    {"a": None},
)
"""Replacements for a JSON value."""
TOKENS = (
    b"\x00",
    b"\xff\xfe",
    b"\xf0\x9f",
    b"{",
    b'"',
    b"[" * 2000,
    b"1e999",
    b"\r\n",
    b"%s",
    b"\x80" * 9,
)


def damaged(content: bytes, draw: random.Random) -> bytes:
    """The content, damaged in one to three places."""
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        content = draw.choice((_flip, _flip, _cut, _double, _insert, _overwrite, _other_value))(
            content, draw
        )
    return content


def _flip(content: bytes, draw: random.Random) -> bytes:
    if not content:
        return b"\x01"
    place = draw.randrange(len(content))
    return content[:place] + bytes([content[place] ^ 1 << draw.randrange(8)]) + content[place + 1 :]


def _cut(content: bytes, draw: random.Random) -> bytes:
    start, stop = sorted(draw.randrange(len(content) + 1) for _ in range(2))
    return draw.choice((content[:start], content[:start] + content[stop:], content[start:]))


def _double(content: bytes, draw: random.Random) -> bytes:
    start, stop = sorted(draw.randrange(len(content) + 1) for _ in range(2))
    return content[:stop] + content[start:]


def _insert(content: bytes, draw: random.Random) -> bytes:
    place = draw.randrange(len(content) + 1)
    return content[:place] + draw.choice(TOKENS) + content[place:]


def _overwrite(content: bytes, draw: random.Random) -> bytes:
    place, size = draw.randrange(len(content) + 1), draw.choice((1, 4, 8))
    filler = draw.choice((b"\x00", b"\xff", b"\x7f")) * size
    return content[:place] + filler + content[place + size :]


def _other_value(content: bytes, draw: random.Random) -> bytes:
    """Replace or remove a value or key in JSON; flip a byte if it is not JSON."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return _flip(content, draw)
    places: list[tuple[Any, Any]] = []

    def visit(one: Any) -> None:
        for key in (
            one if isinstance(one, dict) else range(len(one)) if isinstance(one, list) else ()
        ):
            places.append((one, key))
            visit(one[key])

    visit(value)
    if not places:
        return json.dumps(draw.choice(VALUES)).encode()
    held, key = draw.choice(places)
    if draw.random() < 0.2:
        del held[key]
    else:
        held[key] = draw.choice(VALUES)
    return json.dumps(value).encode()
