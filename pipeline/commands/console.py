"""Options that all commands share, and tables for the terminal."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schemas.advice import option_for, quoted
from schemas.errors import UserError
from schemas.locations import Location, local_copy, location

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pipeline.storage.artifacts import ArtifactsFolder
    from schemas.fitting import FittingTable

MOST_ROWS = 50
"""How many rows of a wide result are shown, with one field per line."""


def in_64_bits(number: int | None) -> int | None:
    """Refuse seeds and numbers of rows that hashes and DuckDB would not take.

    The options have no `min` and `max`, since these long numbers would then be in the help texts.
    """
    if number is not None and not -(2**63) <= number < 2**63:
        raise typer.BadParameter(f"{number} does not fit into 64 bits.")
    return number


def _folder(of: str) -> Any:
    shown = f"Folder of the tables{of}; also a URL such as s3:// or gs://."
    return typer.Option(parser=folder_of_tables, metavar="DIR|URL", help=shown)


def folder_of_tables(name: str | Location) -> Location:
    """Parse the place of the tables that the user named, see `location`.

    Raises:
        UserError: it is the folder of one of the tables, in which others would be looked for.
    """
    place = location(name)
    # Only of local folders, since every question to an object store takes time.
    if isinstance(place, Path) and (place / "manifest.json").is_file():
        from schemas.tables import STAGES

        whole = place.absolute()
        if whole.name in STAGES:
            above = place.parent if place.name else whole.parent
            raise UserError(
                f"{place} is the folder of one table: give the folder of all of them,"
                f" --artifacts {quoted(above)}."
            )
    return place


def _triples(which: str) -> Any:
    return typer.Option(metavar="NAME", help=f"Only triples {which}.")


# A Location; typer does not support union types.
Artifacts = Annotated[Any, _folder("")]
NewArtifacts = Annotated[Any, _folder(", created if missing")]
OfRule = Annotated[str | None, _triples("made by this negation rule")]
OfKind = Annotated[str | None, _triples("with this kind of contradiction")]
OfPivot = Annotated[
    str | None, _triples("translated through this pivot, even if rules changed them")
]
OfStatus = Annotated[
    str | None,
    _triples("with this status: complete, no_paraphrase, no_negation or anchor_only"),
]


def _parser(default: str) -> Any:
    return typer.Option(
        metavar="MODEL",
        help="Parser: a spaCy model, by the name of its package or its folder.",
        show_default=default,
    )


Parser = Annotated[str | None, _parser("en_core_web_sm")]
SameParser = Annotated[str | None, _parser("the one that made the negations")]
RecordedParser = Annotated[str | None, _parser("the one that made the table")]


def as_local(artifacts: Location) -> Path:
    """The folder itself, or a local copy of an object store's folder, deleted at exit."""
    held = ExitStack()
    atexit.register(held.close)
    return held.enter_context(local_copy(artifacts))


def local_view(folder: ArtifactsFolder) -> ArtifactsFolder:
    """The view itself of a local folder, or one of a local copy of a folder in an object store."""
    from pipeline.storage.artifacts import ArtifactsFolder

    local = as_local(folder.root)
    return folder if local == folder.root else ArtifactsFolder(local)


def as_named(text: str, local: Location, artifacts: Location) -> str:
    """A text about a local copy, about the folder that the user named instead."""
    # The two names may need different quoting, so the options are replaced before the names.
    commands = text.replace(option_for(local), option_for(artifacts))
    return commands.replace(str(local), str(artifacts))


def require_tables(artifacts: Location, doing: str) -> None:
    """Refuse a folder without any table, or part of one, before the work begins."""
    if not artifacts.exists():
        raise UserError(f"{artifacts} does not exist: check --artifacts.")
    if not any(artifacts.glob("*/manifest.json")) and not any(artifacts.rglob("part-*.parquet")):
        raise UserError(f"{artifacts} holds no tables: nothing to {doing}.")


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    title: str = "",
    unbroken: Sequence[str] = (),
) -> FittingTable:
    """A plain table; numbers are right-aligned, beside empty cells too, and get separators.

    Where its words and numbers do not fit the terminal, it is printed as a list.

    Args:
        unbroken: columns whose cells are not wrapped, such as times.
    """
    from schemas.fitting import FittingTable

    rows = [list(row) for row in rows]
    made = FittingTable(title, show_header=any(columns))
    for i, name in enumerate(columns):
        filled = [row[i] for row in rows if row[i] != ""]
        number = bool(filled) and all(map(_is_number, filled))
        # The table wraps no number: a wrapped one is hard to read, a wrapped id cannot be copied.
        made.add_column(name, justify="right" if number else "left", no_wrap=name in unbroken)
    for row in rows:
        made.add_row(*map(_cell, row))
    return made


def fitting(
    columns: Sequence[str], rows: Sequence[Sequence[Any]], width: int, most: int = MOST_ROWS
) -> list[RenderableType]:
    """A table if it fits the terminal; otherwise the first rows, with one field per line.

    Args:
        most: how many rows to show one field per line; a last line counts the others.
    """
    widths = [
        max(len(_cell(value)) for value in [name, *column])
        for name, *column in zip(columns, *rows, strict=True)
    ]
    # Each column is padded by a space on either side, and separated by one more.
    if sum(widths) + 3 * len(widths) <= width:
        return [table(columns, rows)]
    if not rows:
        return [f"No rows. Columns: {', '.join(columns)}"]
    from rich.table import Table
    from rich.text import Text

    parts: list[RenderableType] = []
    for row in rows[:most]:
        block = Table.grid(padding=(0, 2))
        block.add_column(style="dim")
        block.add_column(overflow="fold")
        for name, value in zip(columns, row, strict=True):
            block.add_row(name, Text(_cell(value)))
        parts += ["", block]
    if (left := len(rows) - most) > 0:
        parts += [f"\nand {left:,} more: --json prints all rows"]
    return parts


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or str(value).endswith(" %")


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    # Integers this long are ids, which are copied rather than read.
    if isinstance(value, int):
        return f"{value:,}" if value < 10**12 else str(value)
    return f"{value:.3f}"
