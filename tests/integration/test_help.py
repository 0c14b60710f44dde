"""Examples in the help of commands: whole on a line of 80 columns, with options that there are."""

import re
import shlex

import pytest
from typer.main import get_command

from tests.programs import run_program


def commands():
    """Every command by the words that call it."""
    from pipeline.cli import app as pipeline
    from trainer.cli import app as trainer

    waiting = [((name,), get_command(app)) for name, app in
               (("pipeline", pipeline), ("trainer", trainer))]  # fmt: skip
    for words, command in waiting:
        inner = getattr(command, "commands", {})
        waiting += [((*words, name), found) for name, found in inner.items()]
        if not inner:
            yield words, command


COMMANDS = dict(commands())


def examples(command):
    """The command lines that a help text shows, as they are written."""
    text = f"{command.help}\n\n{command.epilog or ''}"
    for part in text.split("\n\n"):
        if found := re.fullmatch(r"(?:Example: (.*)|`(.*)`)", " ".join(part.split())):
            yield found[1] or found[2]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_examples_can_be_copied_from_a_terminal(words):
    program, *rest = words
    shown = run_program(program, *rest, "--help", columns=80).stdout
    lines = [line.strip().removeprefix("Example: ") for line in shown.splitlines()]
    for example in examples(COMMANDS[words]):
        assert " ".join(example.split()) in [" ".join(line.split()) for line in lines]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_examples_have_the_options_of_their_command(words):
    known = {name for parameter in COMMANDS[words].params for name in parameter.opts}
    for example in examples(COMMANDS[words]):
        given = shlex.split(example, comments=True)
        if given[0] == "torchrun":
            given = given[given.index("trainer") :]
        assert tuple(given[: len(words)]) == words
        assert {word for word in given if word.startswith("--")} <= known
