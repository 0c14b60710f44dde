"""The command line as typer reads it, made from the one that was typed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

READING = (["run", "ingest"], ["run", "negate"], ["run", "all"])
"""The commands with `--input`, which have no other arguments."""
INPUT = "--input"


def each_input(arguments: Sequence[str]) -> list[str]:
    """Repeat `--input` before each of several files, as in `--input *.txt`.

    The shell replaces a pattern by the names of the files, and `--input` takes one name.
    """
    given = list(arguments)
    if given[:2] not in READING:
        return given
    made, reads = given[:2], False
    for before, one in pairwise(given[1:]):
        if one.startswith("-") and one != "-":
            reads = False
        elif before == INPUT or before.startswith(f"{INPUT}="):
            reads = True
        if reads and before != INPUT:
            made.append(INPUT)
        made.append(one)
    return made
