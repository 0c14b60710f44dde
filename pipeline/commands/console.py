"""Options and printing that the commands share."""

from __future__ import annotations

import atexit
import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schemas.locations import Location, local_copy, location

if TYPE_CHECKING:
    from rich.console import RenderableType

Artifacts = Annotated[
    # A Location: typer takes no union.
    Any,
    typer.Option(
        parser=location,
        metavar="DIR|URL",
        help="Folder of the tables, made where it is missing; s3://, gs:// and such work too.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Parser = Annotated[str | None, typer.Option(help="spaCy model, by package name or path.")]


def as_local(artifacts: Location) -> Path:
    """The folder itself, or a copy of one in an object store that lasts as long as the process."""
    held = ExitStack()
    atexit.register(held.close)
    return held.enter_context(local_copy(artifacts))


def show(parts: list[RenderableType]) -> None:
    """Print tables and text to standard output."""
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part, markup=False) if isinstance(part, str) else console.print(part)


def print_json(value: Any) -> None:
    """Print a value for a program to read."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
