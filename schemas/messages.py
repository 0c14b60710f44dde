"""Messages: on a terminal they wrap between words, in a pipe each is a line."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

_WORD = re.compile(r"(?:`[^`\n]*`|\S)+")
"""What a line break would spoil: a word, a path, an option; all of a command in backquotes."""
_USUAL = 80
"""Columns of a terminal that does not say how many it has."""


def tell(text: str) -> None:
    """Print a message on standard error."""
    print(wrapped(text, columns(sys.stderr)), file=sys.stderr, flush=True)


def columns(stream: TextIO) -> int | None:
    """The width of a stream's terminal; None if it leads elsewhere, such as to a file or a pipe."""
    if not stream.isatty():
        return None
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL
    except OSError:
        return _USUAL


def wrapped(text: str, width: int | None) -> str:
    """Break the lines of a text at spaces, so that they fit a width; None breaks none.

    A command in backquotes stays in one piece, as does a word, even if it is longer: the terminal
    continues it in its next row, and it can be copied as a whole. An indentation is kept.

    >>> print(wrapped("Error: no table yet: run `pipeline run filter`.", 30))
    Error: no table yet: run
    `pipeline run filter`.
    """
    return text if width is None else "\n".join(_fitted(line, width) for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    rows: list[str] = []
    for word in _WORD.findall(line):
        if rows and len(rows[-1]) + 1 + len(word) <= width:
            rows[-1] += f" {word}"
        else:
            rows.append(indent + word)
    return "\n".join(rows)
