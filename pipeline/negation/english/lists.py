"""The lists that come as files: lines of cells separated by tabs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources


def read_list(package: str, name: str) -> str:
    """The text of a list that is beside the modules of a package."""
    return (resources.files(package) / name).read_text(encoding="utf-8")


def rows_of(text: str, name: str, columns: int) -> Iterator[tuple[str, list[str]]]:
    """The cells of each line, after the number and text of the line for messages.

    Args:
        text: the list; empty lines and lines that start with # are skipped.
        name: name of the file, for messages.
        columns: minimum number of cells; a line with fewer is filled up with empty ones.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("\t")]
            yield f"{name}, line {number}: {line!r}", cells + [""] * (columns - len(cells))
