"""What the two programs do alike on a terminal: options, JSON, tables."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from schemas.escapes import visible, visible_json

if TYPE_CHECKING:
    from rich.console import RenderableType

Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
# `run_app` takes the option off the command line; it is declared here for `--help`.
Debug = Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")]


class Commands(TyperGroup):
    """A group of commands whose flags show no type in `--help`: they take no value."""

    def get_params(self, ctx: Any) -> Any:
        """The group's own options."""
        return _without_types_of_flags(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of its commands."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            # The option --help is made by the first call and kept.
            _without_types_of_flags(found.get_params(ctx))
        return found


def _without_types_of_flags(parameters: Any) -> Any:
    for one in parameters:
        if getattr(one, "is_flag", False):
            one.metavar = ""
    return parameters


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

    # What the stream has no place for would come out as an escape that JSON does not know.
    ascii_alone = (sys.stdout.encoding or "utf-8").lower().replace("-", "") != "utf8"
    text = json.dumps(value, ensure_ascii=ascii_alone, indent=1, allow_nan=allow_nan)
    typer.echo(visible_json(text))


def show(parts: Iterable[RenderableType]) -> None:
    """Print tables and text on standard output; what a terminal would obey is spelled out."""
    from rich.console import Console
    from rich.segment import Segment, Segments

    console = Console(highlight=False)
    for part in parts:
        drawn = (
            console.render_str(part, emoji=False, markup=False) if isinstance(part, str) else part
        )
        # Colours are no part of a segment's text: what is in there came with the data.
        console.print(
            Segments(
                Segment(visible(piece.text), piece.style, piece.control)
                for piece in console.render(drawn)
            ),
            end="",
        )
