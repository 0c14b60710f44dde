"""Every command that help texts and pages show is one that its program takes, values included.

Those in the blocks of the pages are also run, see `test_readme`.
"""

import re
import shlex
from inspect import signature
from pathlib import Path

import pytest
from typer import Context
from typer.main import get_command

from pipeline.cli import app as pipeline
from pipeline.commands.arguments import each_input
from pipeline.commands.run import STAGES
from tests.integration.command_lines import COMMANDS, EVERY, examples
from tests.programs import run_program
from trainer.cli import app as trainer

ROOT = Path(__file__).parents[2]
PROGRAMS = {"pipeline": get_command(pipeline), "trainer": get_command(trainer)}
SHOWN = sorted({example for command in EVERY.values() for example in examples(command)})
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b|\.\.\.")
"""What stands for a value in a command, which has to be replaced."""
MENTIONS = {"pipeline judge --import", "trainer fit --triples"}
"""Spans of the pages that name an option, not a whole command."""
QUICK = [line for line in SHOWN if re.match("pipeline (negate|rephrase) ", line)]
"""Examples that need nothing but the parser."""


def parse(line):
    """Read a command line as its program does, without running the command.

    Raises:
        UsageError, UserError: an option is unknown or has a wrong value, or an argument is missing.
    """
    given = shlex.split(line, comments=True)
    if given[0] == "torchrun":
        given = given[given.index("trainer") :]
    program, *rest = given
    command, context = PROGRAMS[program], None
    rest = each_input(rest) if program == "pipeline" else rest
    while hasattr(command, "commands"):
        context = Context(command, info_name=program, parent=context)
        name, *rest = rest
        command = command.get_command(context, name)
        assert command is not None, line
    return command.make_context(name, rest, parent=context)


def of_pages():
    """The commands within the text of the pages, those with placeholders or without options left
    out; the commands in `docs/commands.md` are those of the help texts."""
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")]):
        text = page.read_text(encoding="utf-8")
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
        for span in re.findall(r"`((?:pipeline|trainer) [^`]+)`", prose):
            words = tuple(span.split())
            whole = any(words[:n] in COMMANDS for n in (2, 3)) and "--" in span
            if whole and span not in MENTIONS and not PLACEHOLDER.search(span):
                yield span


@pytest.mark.parametrize("line", sorted({*SHOWN, *of_pages()}))
def test_a_shown_command_has_options_and_values_that_it_takes(line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.sql").write_text("select id from candidates", encoding="utf-8")
    # The driver of object stores is optional, `memory://` is a URL that needs none; and no cluster
    # is there.
    context = parse(line.replace("s3://", "memory://"))
    stage = STAGES.get(context.info_name) if line.startswith("pipeline run ") else None
    if stage is not None and stage not in (STAGES["ingest"], STAGES["backtranslate"]):
        # Its plan reads the values that typer takes for text, such as names of kinds.
        given = {name: context.params[name] for name in signature(stage).parameters}
        if "executor" in given:
            given |= {"executor": "local", "address": None}
        stage(**given)


def test_a_wrong_value_in_an_example_would_be_found():
    with pytest.raises(Exception, match=r"greater than or equal to 1|not in the range"):
        parse("pipeline run negate --per-sentence 0")
    with pytest.raises(Exception, match="No such option"):
        parse("pipeline run negate --per-sentences 2")
    with pytest.raises(Exception, match=r"Missing (argument|parameter)"):
        parse("trainer export --output my-encoder")


@pytest.mark.parametrize("line", QUICK)
def test_an_example_that_needs_only_the_parser_runs(line):
    done = run_program(*shlex.split(line))
    assert (done.returncode, bool(done.stdout)) == (0, True), done.stderr
