"""Options and printing that the commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

Artifacts = Annotated[Path, typer.Option(help="Folder of the tables; made where it is missing.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Parser = Annotated[str | None, typer.Option(help="spaCy model, by package name or path.")]


def show(parts: list[RenderableType]) -> None:
    """Print tables and text to standard output."""
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part, markup=False) if isinstance(part, str) else console.print(part)


def print_json(value: Any) -> None:
    """Print a value for a program to read."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1))
