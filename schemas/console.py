"""What the command lines of both programs share: options, JSON output, tables."""

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
# `run_app` removes the option from the command line; it is declared here for `--help`.
Debug = Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")]


class Commands(TyperGroup):
    """A group of commands whose `--help` shows no type for flags, which take no value."""

    def get_params(self, ctx: Any) -> Any:
        """The group's own options."""
        return _without_types_of_flags(super().get_params(ctx))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of its commands."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            # The first call creates the option --help, which is then reused.
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
        form: what to print, with `{}` for the version of the package.
    """

    def show_version(wanted: bool) -> None:
        if wanted:
            from importlib.metadata import version

            typer.echo(form.format(version("osscse")))
            raise typer.Exit

    return typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")


def print_json(value: Any, *, allow_nan: bool = False) -> None:
    """Print a value as JSON.

    Args:
        value: what to print.
        allow_nan: whether to allow NaN and infinities, which JSON cannot represent.

    Raises:
        ValueError: the value holds one although `allow_nan` is false.
    """
    import json

    # Characters outside the stream's encoding would be printed as escapes that are not JSON.
    ascii_alone = (sys.stdout.encoding or "utf-8").lower().replace("-", "") != "utf8"
    text = json.dumps(value, ensure_ascii=ascii_alone, indent=1, allow_nan=allow_nan)
    typer.echo(visible_json(text))


def show(parts: Iterable[RenderableType]) -> None:
    """Print tables and text on standard output, with terminal control characters escaped."""
    from rich.console import Console
    from rich.segment import Segment, Segments

    console = Console(highlight=False)
    for part in parts:
        drawn = (
            console.render_str(part, emoji=False, markup=False) if isinstance(part, str) else part
        )
        # Colours are not in a segment's text, so any control character there came from the data.
        console.print(
            Segments(
                Segment(visible(piece.text), piece.style, piece.control)
                for piece in console.render(drawn)
            ),
            end="",
        )
