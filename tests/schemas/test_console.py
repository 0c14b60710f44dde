"""What both programs print: JSON for programs, tables and text for people, the version."""

from importlib.metadata import version

import pytest
from typer.testing import CliRunner

from pipeline.cli import app as pipeline
from schemas.console import Unwrapped, print_json, show
from schemas.progress import percent
from trainer.cli import app as trainer


def test_json_keeps_letters_as_they_are(capsys):
    print_json({"text": "Dürer"})
    assert capsys.readouterr().out == '{\n "text": "Dürer"\n}\n'


def test_a_figure_that_is_no_number_is_printed_on_request_alone(capsys):
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json([float("nan")])
    print_json([float("nan")], allow_nan=True)
    assert capsys.readouterr().out == "[\n NaN\n]\n"


def test_a_command_is_printed_on_one_line(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    show([Unwrapped("Look at `pipeline inspect --artifacts 'my tables' --sample 20`.\x1b")])
    said = "Look at `pipeline inspect --artifacts 'my tables' --sample 20`.\\x1b\n"
    assert capsys.readouterr().out == said


def test_text_is_printed_as_it_stands(capsys):
    show(["[bold]12 of 20[/bold]"])
    assert capsys.readouterr().out == "[bold]12 of 20[/bold]\n"


@pytest.mark.parametrize("app", [pipeline, trainer])
def test_each_program_tells_its_version(app):
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"osscse {version('osscse')}\n")


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(1, 3, "33.3 %"), (0, 8, "0.0 %"), (0, 0, "-")]
)
def test_shares(part, whole, shown):
    assert percent(part, whole) == shown


def test_text_from_data_does_not_command_the_terminal(capsys):
    from rich.table import Table

    table = Table()
    table.add_column("\x1b]0;head\x07")
    table.add_row("cell\x1b[2J\u202e")
    show([table, "line\r\x1b[31m"])
    print_json({"key\x1b": "\x9b31m"})
    out = capsys.readouterr().out
    assert not set("\x1b\x07\r\x9b\u202e") & set(out)
    assert r"cell\x1b[2J\u202e" in out
    assert r'"key\u001b": "\u009b31m"' in out


def test_brackets_and_colons_in_a_table_are_text(capsys):
    from rich.table import Table

    table = Table("[bold]head")
    table.add_row("He wrote [/x] and [link] :smile:")
    show([table])
    out = capsys.readouterr().out
    assert "He wrote [/x] and [link] :smile:" in out
    assert "[bold]head" in out


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
        assert "[default: (wmt19)]" in shown
