"""The command lines as their help shows them: examples, widths, and one name for one thing."""

import ast
import re
import shlex
import subprocess
import sys
import textwrap
from collections import defaultdict
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.cli import app as pipeline
from tests.integration.command_lines import COMMANDS, EVERY, examples, options_of
from tests.programs import run_program
from trainer.cli import app as trainer


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_help_fits_80_columns_and_ends_in_examples_to_copy(words):
    wanted = [" ".join(example.split()) for example in examples(EVERY[words])]
    assert wanted
    shown = run_program(*words, "-h", columns=80).stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert [line for line in lines if line][-len(wanted) :] == wanted
    assert max(map(len, shown.splitlines())) <= 80
    assert "\x1b" not in shown
    assert not re.search(r"<\w+(\[\w+\])?>|\{\w+\}", shown)  # types of Python, braces of a library
    assert "[default: (" not in " ".join(shown.replace("│", " ").split())


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
def test_help_loads_nothing_heavy(program):
    """`--help` in a process of its own; a command that needs these packages loads them itself."""
    code = f"""
        import runpy, sys
        sys.argv = [{program!r}, "--help"]
        try:
            runpy.run_module({program!r}, run_name="__main__")
        except SystemExit as end:
            heavy = "torch transformers spacy thinc pyarrow duckdb numpy scipy sklearn matplotlib"
            print(end.code, sorted({{*heavy.split()}} & {{*sys.modules}}))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True
    )
    assert f"Usage: {program}" in done.stdout
    assert done.stdout.splitlines()[-1] == "0 []"


@pytest.mark.parametrize("command", ["status", "inspect", "verify", "repair"])
def test_a_command_that_reads_tables_says_so_before_it_loads_anything_heavy(command, tmp_path):
    (tmp_path / "sentences").mkdir()
    (tmp_path / "sentences/manifest.json").touch()
    code = f"""
        import runpy, sys
        from schemas import progress
        def announced(what):
            heavy = "torch spacy pyarrow duckdb numpy"
            print(what, sorted({{*heavy.split()}} & {{*sys.modules}}))
            sys.exit()
        progress.announce = announced
        sys.argv = ["pipeline", {command!r}, "--artifacts", {str(tmp_path)!r}]
        runpy.run_module("pipeline", run_name="__main__")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False
    )
    assert done.stdout in (f"Reading {tmp_path} []\n", f"Checking every shard of {tmp_path} []\n")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_examples_have_the_options_of_their_command(words):
    known = options_of(COMMANDS[words])
    for example in examples(COMMANDS[words]):
        given = shlex.split(example, comments=True)
        if given[0] == "torchrun":
            given = given[given.index("trainer") :]
        assert tuple(given[: len(words)]) == words
        assert {word for word in given if word.startswith("--")} <= known


def test_run_comes_first_and_its_options_are_grouped_by_stage():
    shown = run_program("pipeline", "-h", columns=80).stdout
    first = min(EVERY["pipeline",].commands, key=lambda name: shown.index(f"│ {name} "))
    assert first == "run"
    of_all = COMMANDS["pipeline", "run", "all"].params
    panels = {option.opts[-1]: option.rich_help_panel for option in of_all}
    assert panels["--beams"] == "Options of backtranslate"
    assert panels["--min-mer"] == "Options of filter"
    assert {panels[name] for name in ("--demo", "--workers", "--seed")} == {None}
    of_one = COMMANDS["pipeline", "run", "negate"].params
    assert {option.rich_help_panel for option in of_one} == {None}


FOLDER = " --artifacts X"
"""What `option_for` gives."""


def shown(part):
    """A part of a string, with `X` for a value, and with the option for a value that is one."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    return FOLDER if re.match(r"option_(for|of)\b|at$", ast.unparse(part.value)) else "X"


def texts(program):
    """Strings of a program that may be shown, with `X` for the values in them, and their places.

    A string that is an option alone is an old name, or the option's own.
    """
    for file in sorted((Path(__file__).parents[2] / program).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        formatted = [node for node in nodes if isinstance(node, ast.JoinedStr)]
        inner = {id(part) for node in formatted for part in node.values}
        whole = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in inner]
        for node in (*formatted, *whole):
            parts = getattr(node, "values", [node])
            text = "".join(map(shown, parts)).replace("{at}", FOLDER)
            if " " in text:
                yield f"{file.name}:{node.lineno}", text


@pytest.mark.parametrize("program", ["pipeline", "trainer"])
def test_messages_name_commands_and_options_that_there_are(program):
    ours = {"--nproc-per-node", "--no-python"}  # torchrun's
    ours = ours.union(*(options_of(COMMANDS[words]) for words in COMMANDS if words[0] == program))
    groups = {words[:length] for words in COMMANDS for length in (1, 2)}
    for place, text in texts(program):
        known = set(ours)
        for called in re.findall(r"`((?:pipeline|trainer) [^`]+)`", text):
            words = tuple(called.split())
            names = [words[:length] for length in (3, 2, 1) if words[:length] in COMMANDS]
            assert names or words in groups, f"{place}: {called}"
            there = options_of(COMMANDS[names[0]]) if names else set()
            assert {word.partition("=")[0] for word in words if word.startswith("--")} <= there
            known |= there
        bare = re.sub(r"`(?:pipeline|trainer) [^`]*`", "", text)
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", bare)) <= known, place


@pytest.mark.parametrize(
    "words", [("trainer", "fit", "--device"), ("pipeline", "run", "negate", "--executor")]
)
def test_a_wrong_choice_is_refused_with_those_there_are(words):
    shown = run_program(*words, "wrong")
    assert shown.returncode == 2
    said = " ".join(shown.stderr.replace("│", " ").split())
    assert f"Invalid value for '{words[-1]}': 'wrong' is not one of '" in said


VALUES = {
    *("", "N", "X", "ALPHA", "TEXT", "SQL", "NAME", "NAMES", "MODEL", "MODELS", "DIR", "FILE"),
    *("URL", "ADDRESS", "KEY=VALUE", "KEY=VALUE,...", "OWNER/NAME", "MODEL:THRESHOLD", "LOW:HIGH"),
}
"""What stands for a value in help texts; alternatives are separated by `|`."""
OTHER_VALUES = {
    "--contrast": "a sweep always measures on the bundled set, a report on the given one instead",
    "--data": "scored pairs, labelled sentences or contrast sets",
    "--input": "an input of `pipeline` may be a URL",
    "--output": "a difference is a file",
    "--set": "a sweep takes several values",
}
"""Options whose values differ between commands, and why."""
OTHER_MEANINGS = {
    *("--artifacts", "--contrast", "--data", "--device", "--folds", "--input", "--license"),
    *(
        "--limit",
        "--models",
        "--output",
        "--overwrite",
        "--per-sentence",
        "--precision",
        "--recipe",
    ),
    *("--rear", "--sample", "--seed", "--seeds", "--set", "--shard-rows", "--share", "--show"),
    *("--tasks", "--triples", "--workers"),
}
"""Options that do not mean quite the same in every command, so that their help differs."""


def shown_options(words):
    """What the help of a command shows of each option: what stands for its value, and its help."""
    return {
        name: (option.metavar, option.help)
        for option in COMMANDS[words].params
        for name in option.opts
        if name.startswith("--")
    }


def test_an_option_has_one_style_in_every_command():
    values, meanings = defaultdict(set), defaultdict(set)
    for words in COMMANDS:
        for name, (value, meaning) in shown_options(words).items():
            values[name].add(value)
            meanings[name].add(meaning)
    assert {name for name, found in values.items() if len(found) > 1} == set(OTHER_VALUES)
    assert {name for name, found in meanings.items() if len(found) > 1} == OTHER_MEANINGS


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_help_of_an_option_says_what_its_value_is(words):
    choices = {"auto|cpu|cuda", "cls|mean|mask", "heldout|all", "local|ray", "moses|jiwer"}
    choices |= {"paper|meaning", "paper|all"}
    for name, (value, meaning) in shown_options(words).items():
        assert value in choices or {*value.split("|")} <= VALUES | {"hub", "bundled", "written"}, (
            name
        )
        assert meaning[0].isupper(), name
        assert meaning.endswith("."), name
        assert "efault:" not in meaning, name
        assert "efaults to" not in meaning, name
        if value == "NAMES":
            assert "separated by commas" in meaning, name


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("pipeline audit", "--triples=100", "--limit"),
        ("pipeline audit", "--examples", "--show"),
        ("trainer contrast", "--most", "--limit"),
        ("trainer compare", "--samples", "--resamples"),
        ("trainer failures", "--worst", "--show"),
        ("trainer evaluate", "--format", "--json"),
        ("pipeline run backtranslate", "--sample", "--sampling"),
        ("pipeline run all", "--sample", "--sampling"),
        ("pipeline run all", "--triples", "--preset"),
    ],
)
def test_an_old_name_of_an_option_tells_the_new_one(command, old, new):
    done = run_program(*command.split(), old, "1")
    told = f"Error: {old.partition('=')[0]} is called {new} now.\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize("app", [pipeline, trainer])
def test_each_program_tells_its_version(app):
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"osscse {version('osscse')}\n")


@pytest.mark.parametrize(
    ("app", "command"),
    [(pipeline, []), (pipeline, ["run", "all"]), (pipeline, ["negate"]), (trainer, ["fit"])],
)
def test_the_short_form_of_help_works_everywhere(app, command):
    short, long = (CliRunner().invoke(app, [*command, form]) for form in ("-h", "--help"))
    assert (short.exit_code, short.stdout) == (0, long.stdout)


@pytest.mark.parametrize(
    ("app", "command"),
    [
        (pipeline, ["--help"]),
        (pipeline, ["run", "backtranslate", "-h"]),
        (pipeline, ["inspect", "-h"]),
        (trainer, ["-h"]),
        (trainer, ["fit", "--help"]),
    ],
)
def test_flags_show_no_type_and_defaults_are_stated(app, command):
    shown = CliRunner().invoke(app, command).stdout
    assert "<bool>" not in shown
    assert "--help" in shown
    if "backtranslate" in command:
        assert "[default: wmt19]" in shown


@pytest.mark.parametrize(
    ("words", "default"),
    [
        (("pipeline", "run", "negate"), "en_core_web_sm"),
        (("pipeline", "run", "filter"), "the one that made the negations"),
        (("pipeline", "run", "all"), "en_core_web_sm"),
        (("pipeline", "repair"), "the one that made the table"),
    ],
)
def test_a_command_states_which_parser_it_takes_by_default(words, default):
    (parser,) = (one for one in COMMANDS[words].params if "--parser" in one.opts)
    assert parser.show_default == default
