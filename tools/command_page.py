"""Writes docs/commands.md: every command of both programs with its arguments and options.

python tools/command_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from typer import Context
from typer.cli import get_docs_for_click
from typer.main import get_command

from pipeline.commands.help_names import NamingCommand
from schemas.console import move_examples

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
INTRODUCTION = """\
# Commands and options

Every command with its options, in the words of `-h`; `tools/command_page.py` writes this page.

A command ends with 0 if it did what was asked; with 1 if the work failed, as without a network, or
a check found something; with 2 if the command or its input is wrong; with 130 after Ctrl-C, 143
after `kill`, and 129 if the terminal was closed.
"""


def page() -> str:
    """The whole page."""
    from pipeline.cli import app as pipeline
    from trainer.cli import app as trainer

    parts = [INTRODUCTION]
    for name, app in (("pipeline", pipeline), ("trainer", trainer)):
        command = get_command(app)
        # Their help does it too, and what it has changed once stays so.
        move_examples(command)
        # The context that first asks a command for --help decides the names of that option.
        context = Context(command, info_name=name, help_option_names=["-h", "--help"])
        with ExitStack() as filled:
            for one in _commands(command, context):
                if isinstance(one, NamingCommand):
                    filled.enter_context(one.named())
            text = get_docs_for_click(obj=command, ctx=context, indent=1, name=name)
        parts.append(text.rstrip() + "\n")
    return "\n".join(parts)


def _commands(command: Any, context: Context) -> Iterator[Any]:
    """A command and those below it."""
    yield command
    for name in command.list_commands(context) if hasattr(command, "list_commands") else ():
        yield from _commands(command.get_command(context, name), context)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
