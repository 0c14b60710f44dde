"""How the programs that attack commands end: a table or JSON, and then what failed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeVar

import typer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Tally = TypeVar("Tally", bound=DataclassInstance)

Row = Callable[["Tally"], Sequence[object]]


def as_row(cells: Sequence[object]) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def end(
    found: Sequence[Tally],
    head: str,
    row: Row[Tally],
    failed: Callable[[Tally], Sequence[str]],
    *,
    as_json: bool,
) -> None:
    """Print all results, and what failed to standard error.

    Args:
        found: the results.
        head: the two lines of the table's head.
        row: gives the cells of a result.
        failed: gives what failed in a result, one line each.
        as_json: whether to print JSON instead of the table.

    Raises:
        Exit: with code 1, if anything failed.
    """
    if as_json:
        print(json.dumps([asdict(one) for one in found], indent=1))
    else:
        print(head, *(as_row(row(one)) for one in found), sep="\n")
    lines = [said for one in found for said in failed(one)]
    print(*lines, sep="\n", end="\n" * bool(lines), file=sys.stderr)
    if lines:
        raise typer.Exit(1)
