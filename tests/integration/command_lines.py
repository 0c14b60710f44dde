"""The commands of both programs, and their options."""

import re

from typer import Context
from typer.main import get_command

from pipeline.cli import app as pipeline
from trainer.cli import app as trainer


def commands():
    """Every command and group of commands, by the words that call it."""
    apps = {"pipeline": pipeline, "trainer": trainer}
    waiting = [((name,), get_command(app)) for name, app in apps.items()]
    for words, command in waiting:
        context = Context(command, info_name=words[-1])
        waiting += [
            ((*words, name), command.get_command(context, name))
            for name in getattr(command, "commands", {})
        ]
        yield words, command


EVERY = dict(commands())
COMMANDS = {words: one for words, one in EVERY.items() if not hasattr(one, "commands")}


def options_of(command):
    """The options that a command has."""
    return {name for parameter in command.params for name in parameter.opts} | {"--help"}


def examples(command):
    """The command lines that a help text shows, as they are written."""
    text = f"{command.help}\n\n{command.epilog or ''}"
    for part in text.split("\n\n"):
        if found := re.fullmatch(r"(?:Example: (.*)|`(.*)`)", " ".join(part.split())):
            yield found[1] or found[2]
