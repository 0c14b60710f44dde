"""Options that every command shares, and the tables it prints."""

from __future__ import annotations

import atexit
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schemas.locations import Location, local_copy, location

if TYPE_CHECKING:
    from rich.table import Table

Artifacts = Annotated[
    # A Location: typer takes no union.
    Any,
    typer.Option(
        parser=location,
        metavar="DIR|URL",
        help="Folder of the tables, made where it is missing; s3://, gs:// and such work too.",
    ),
]
Parser = Annotated[str | None, typer.Option(help="spaCy model, by package name or path.")]


def as_local(artifacts: Location) -> Path:
    """The folder itself, or a copy of one in an object store that lasts as long as the process."""
    held = ExitStack()
    atexit.register(held.close)
    return held.enter_context(local_copy(artifacts))


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> Table:
    """A plain table; numbers are right-aligned and get thousands separators."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    rows = [list(row) for row in rows]
    made = Table(title=title or None, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for i, name in enumerate(columns):
        numeric = bool(rows) and all(_is_number(r[i]) for r in rows)
        # A number broken over two lines cannot be read, nor an id copied.
        made.add_column(
            name, justify="right" if numeric else "left", overflow="fold", no_wrap=numeric
        )
    for row in rows:
        made.add_row(*(Text(_cell(value)) for value in row))
    return made


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) or str(value).endswith(" %")


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    # Ids are longer than any count and are copied, not read.
    if isinstance(value, int):
        return f"{value:,}" if value < 10**12 else str(value)
    return f"{value:.3f}"
