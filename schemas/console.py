"""What the command lines of both programs share: options, JSON output, tables."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from schemas.errors import UserError
from schemas.escapes import visible, visible_json
from schemas.messages import columns, wrapped

if TYPE_CHECKING:
    from rich.console import RenderableType


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"osscse {version('osscse')}")
        raise typer.Exit


Version = Annotated[
    bool,
    typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
# `run_app` removes the option from the command line; it is declared here for `--help`.
Debug = Annotated[bool, typer.Option("--debug", help="Show tracebacks of errors.")]


TYPES = {"str": "TEXT", "list[str]": "TEXT", "Path": "PATH", "int": "N", "float": "X"}
"""What stands for a value in help texts. Short, because it is a column beside the help."""


def program(name: str | None = None, cls: type[Commands] | None = None) -> typer.Typer:
    """A program without commands yet; `run_app` runs it and prints its errors."""
    return typer.Typer(
        cls=cls or Commands,
        name=name,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
    )


class Commands(TyperGroup):
    """A group of commands whose `--help` fits 80 columns and ends in the examples."""

    def get_params(self, ctx: Any) -> Any:
        """The group's own options."""
        return _with_short_types(super().get_params(ctx), ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of its commands."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            # The first call creates the option --help, which is then reused.
            _with_short_types(found.get_params(ctx), ctx)
            move_examples(found)
        return found

    def invoke(self, ctx: Any) -> Any:
        """Run a command, without pydantic's prefix in the message about a wrong value.

        Raises:
            BadParameter: an option has a wrong value.
        """
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")
            raise

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the group's own help."""
        move_examples(self)
        super().format_help(ctx, formatter)


def is_given(context: typer.Context, name: str) -> bool:
    """Whether the user gave a value for an option."""
    source = context.get_parameter_source(name)
    return source is None or source.name != "DEFAULT"


def with_old_names(names: Mapping[str, str]) -> type[TyperCommand]:
    """A class of command whose renamed options are refused with their new names.

    Args:
        names: old option -> new option, both with their dashes.
    """

    class Renamed(TyperCommand):
        """A command with options that had other names."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            """Refuse an old name with a `UserError` that states the new one."""
            for old in (word.partition("=")[0] for word in args):
                if old in names:
                    raise UserError(f"{old} is called {names[old]} now.")
            return super().parse_args(ctx, args)

    return Renamed


def _with_short_types(parameters: Any, ctx: Any) -> Any:
    """Shorten the types of options; flags and arguments have none. Name the defaults."""
    for one in parameters:
        if one.param_type_name == "argument":
            _name_argument(one)
        elif getattr(one, "is_flag", False):
            one.metavar = ""
        elif one.metavar is None:
            one.metavar = TYPES.get(one.bare_type()) or one.display_type(ctx).strip("<>")
        _name_default(one)
    return parameters


def _name_default(parameter: Any) -> None:
    """Show a default that is given in words as it is; typer would put it in brackets."""
    if isinstance(words := parameter.show_default, str):
        parameter._get_default_string = lambda **_: words


def _name_argument(argument: Any) -> None:
    """Show an argument as `RUN`, `[RUN]` if it is optional, `RUN...` if there may be several."""
    argument.metavar = name = argument.metavar or argument.name.upper()
    usage = (name if argument.required else f"[{name}]") + ("..." if argument.nargs != 1 else "")
    argument.get_usage_pieces = lambda ctx: [usage]
    argument.display_type_rich = lambda ctx: None


def move_examples(command: Any) -> None:
    """Move the examples of a docstring below the options, to the end of the help."""
    paragraphs = (command.help or "").split("\n\n")
    examples = [part for part in paragraphs if part.startswith("Example: ")]
    if examples:
        command.help = "\n\n".join(part for part in paragraphs if part not in examples)
        shown = [f"`{part.removeprefix('Example: ')}`" for part in examples]
        command.epilog = "\n\n".join(["Examples:", *shown])


def print_json(value: Any, *, allow_nan: bool = False) -> None:
    """Print a value as JSON.

    Args:
        allow_nan: whether to allow NaN and infinities, which JSON cannot represent.

    Raises:
        ValueError: the value holds one of these although `allow_nan` is false.
    """
    import json

    # Characters outside the stream's encoding would be printed as escapes that are not JSON.
    ascii_alone = (sys.stdout.encoding or "utf-8").lower().replace("-", "") != "utf8"
    text = json.dumps(value, ensure_ascii=ascii_alone, indent=1, allow_nan=allow_nan)
    typer.echo(visible_json(text))


class Message(str):
    """A text that `show` prints as `tell` does, so that a command in backquotes stays whole."""

    __slots__ = ()


def say(text: str) -> None:
    """Print a message on standard output, wrapped to the terminal as `tell` wraps."""
    typer.echo(wrapped(visible(text), columns(sys.stdout)))


def show(parts: Iterable[RenderableType]) -> None:
    """Print tables and text on standard output, with terminal control characters escaped."""
    from rich.console import Console
    from rich.segment import Segment, Segments

    # Cells hold sentences, in which "[/x]" and ":smile:" are text, not markup.
    console = Console(highlight=False, markup=False, emoji=False)
    for part in parts:
        if isinstance(part, Message):
            say(part)
            continue
        drawn = console.render_str(part) if isinstance(part, str) else part
        # Colours are not in a segment's text, so any control character there came from the data.
        console.print(
            Segments(
                Segment(visible(piece.text), piece.style, piece.control)
                for piece in console.render(drawn)
            ),
            end="",
        )
