"""What the two programs do alike on a terminal: options, JSON, tables."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import RenderableType

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
# `run_app` takes the option off the command line; it is declared here for `--help`.
Debug = Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")]


def version_option(form: str) -> Any:
    """The option `--version`.

    Args:
        form: what to print, with `{}` for the distribution's version.
    """

    def show_version(wanted: bool) -> None:
        if wanted:
            from importlib.metadata import version

            typer.echo(form.format(version("osscse")))
            raise typer.Exit

    return typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")


def print_json(value: Any, *, allow_nan: bool = False) -> None:
    """Print a value for a program to read.

    Args:
        value: what to print.
        allow_nan: whether a figure may be no number, which JSON has no word for.

    Raises:
        ValueError: for such a figure where it may not.
    """
    import json

    typer.echo(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=allow_nan))


def show(parts: Iterable[RenderableType]) -> None:
    """Print tables and text on standard output."""
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part, markup=False) if isinstance(part, str) else console.print(part)
