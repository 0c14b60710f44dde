"""A kind of file that `fuzz.py` damages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Target:
    """A kind of file.

    Attributes:
        make: writes a sound folder and returns the file in it that is damaged.
        read: reads the folder; what it returns can be compared.
        vouched: whether the file has a checksum, so that damage must be detected.
        examples: number of cases in the test, fewer where reading is slow.
    """

    make: Callable[[Path], Path]
    read: Callable[[Path], Any]
    vouched: bool = False
    examples: int = 20


def text_file(name: str, content: str, read: Callable[[Path], Any]) -> Target:
    """A single file with that content, whose reader gets its path."""

    def make(folder: Path) -> Path:
        if not (folder / name).exists():
            (folder / name).write_text(content, "utf-8", newline="\n")
        return folder / name

    return Target(make, lambda folder: read(folder / name))
