"""Edits of a text by character offsets: nothing but the edited places changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Edit(NamedTuple):
    """Replace `text[start:stop]` with `new`; start == stop inserts."""

    start: int
    stop: int
    new: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made; they must not overlap.

    Raises:
        ValueError: when two edits overlap.
    """
    parts, position = [], 0
    for start, stop, new in sorted(edits):
        if start < position:
            raise ValueError(f"edits overlap at {start}: {text!r}")
        parts += [text[position:start], new]
        position = stop
    return "".join([*parts, text[position:]])


def cue_of(text: str, edits: Iterable[Edit]) -> str:
    """What the edits put in (`+not`), take out (`-not`) or change (`likes>does not like`)."""
    cues = []
    for start, stop, new in sorted(edits):
        old = text[start:stop].strip()
        put = new.strip()
        if old and put:
            cues.append(f"{old}>{put}")
        elif old or put:
            cues.append(f"-{old}" if old else f"+{put}")
    return " ".join(cues)
