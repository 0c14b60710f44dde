"""What both programs print: JSON for programs, tables and text for people."""

import pytest

from schemas.console import Message, print_json, say, show
from schemas.progress import percent


def test_json_keeps_letters_as_they_are(capsys):
    print_json({"text": "Dürer"})
    assert capsys.readouterr().out == '{\n "text": "Dürer"\n}\n'


def test_a_figure_that_is_no_number_is_printed_on_request_alone(capsys):
    with pytest.raises(ValueError, match="not JSON compliant"):
        print_json([float("nan")])
    print_json([float("nan")], allow_nan=True)
    assert capsys.readouterr().out == "[\n NaN\n]\n"


def test_a_message_in_a_pipe_is_one_line(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    show([Message("Look at `pipeline inspect --artifacts 'my tables' --sample 20`.\x1b")])
    said = "Look at `pipeline inspect --artifacts 'my tables' --sample 20`.\\x1b\n"
    assert capsys.readouterr().out == said


def test_a_message_wraps_at_the_width_of_the_terminal(capsys, monkeypatch):
    monkeypatch.setattr("schemas.console.columns", lambda stream: 30)
    command = "`pipeline inspect --artifacts art`"
    show([Message(f"WARNING: only 24 triples are complete: {command} shows.")])
    assert capsys.readouterr().out.splitlines() == [
        "WARNING: only 24 triples are",
        "complete:",
        command,
        "shows.",
    ]


def test_a_line_wraps_and_hides_control_characters_as_a_message_does(capsys, monkeypatch):
    monkeypatch.setattr("schemas.console.columns", lambda stream: 30)
    say("a/triples/part-00000.parquet has 12 bytes instead of 34\x1b.")
    assert capsys.readouterr().out.splitlines() == [
        "a/triples/part-00000.parquet",
        "has 12 bytes instead of",
        "34\\x1b.",
    ]


def test_text_is_printed_as_it_stands(capsys):
    show(["[bold]12 of 20[/bold]"])
    assert capsys.readouterr().out == "[bold]12 of 20[/bold]\n"


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
