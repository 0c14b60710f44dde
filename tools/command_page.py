"""Writes docs/commands.md: every command of both programs with its arguments and options.

python tools/command_page.py
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from typer import Context
from typer.main import get_command

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
INTRODUCTION = """\
# Commands and options

Every command with its options, in the words of `-h`. Both programs also have `--version`, `--debug`
(show tracebacks of errors) and `--install-completion`, and every command has `--help`.
`tools/command_page.py` writes this page.
"""
OF_STAGES = "It also has the options of each stage, and:"
GENERAL = {"--help", "--version", "--debug", "--install-completion", "--show-completion"}
"""Options that the introduction names."""


def page() -> str:
    """The whole page."""
    from pipeline.cli import app as pipeline
    from trainer.cli import app as trainer

    parts = [INTRODUCTION]
    for name, app in (("pipeline", pipeline), ("trainer", trainer)):
        parts.append(f"## {name}\n")
        commands = dict(_commands((name,), get_command(app)))
        of_stages = {
            option
            for words, command in commands.items()
            if words[:2] == ("pipeline", "run") and words[2:] != ("all",)
            for option in _options(command)
        }
        for words, command in commands.items():
            is_all = words == ("pipeline", "run", "all")
            with getattr(command, "named", nullcontext)():  # fills names into help texts
                parts.append(_section(words, command, of_stages if is_all else set()))
    return "\n".join(parts)


def _commands(words: tuple[str, ...], command: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The commands below a group, each with the words that call it."""
    # The context that first asks a command for --help decides the names of that option.
    context = Context(command, info_name=words[-1], help_option_names=["-h", "--help"])
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        if hasattr(below, "commands"):
            yield from _commands((*words, name), below)
        else:
            yield (*words, name), below


def _section(words: tuple[str, ...], command: Any, elsewhere: set[str]) -> str:
    """The section of a command.

    Args:
        elsewhere: options that other sections explain.
    """
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    usage = " ".join([*words, *(_usage(one) for one in arguments)])
    summary = " ".join(command.help.partition("\n\n")[0].split())
    rows = [(f"`{_usage(one)}`", _meaning(one)) for one in arguments if one.help]
    rows += [
        (_named(one), _meaning(one))
        for name, one in _options(command).items()
        if name not in elsewhere
    ]
    lines = [f"### {' '.join(words)}", "", f"`{usage}`: {summary}", ""]
    if elsewhere:
        lines += [OF_STAGES, ""]
    lines += ["| option | |", "|---|---|", *(f"| {left} | {right} |" for left, right in rows), ""]
    return "\n".join(lines)


def _options(command: Any) -> dict[str, Any]:
    """The options of a command by their long names, without those that every command has."""
    return {
        one.opts[0]: one
        for one in command.params
        if one.param_type_name == "option" and one.opts[0] not in GENERAL
    }


def _usage(argument: Any) -> str:
    name = argument.metavar
    return (name if argument.required else f"[{name}]") + ("..." if argument.nargs != 1 else "")


def _named(option: Any) -> str:
    """The names of an option and what stands for its value; bars would end the cell."""
    value = f" {option.metavar}" if option.metavar else ""
    return ", ".join(f"`{name}{value}`" for name in option.opts).replace("|", "\\|")


def _meaning(parameter: Any) -> str:
    """The help of an argument or option, with its default."""
    text = " ".join((parameter.help or "").split())
    shown = parameter.show_default
    default = shown.strip("()") if isinstance(shown, str) else parameter.default
    if parameter.required:
        text += " Required." if parameter.param_type_name == "option" else ""
    elif default is not None and default is not False and shown is not False:
        text += f" Default: {default}."
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
