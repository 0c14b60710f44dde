"""Tables of the terminal: figures are aligned and grouped, ids are left to be copied."""

from io import StringIO
from pathlib import Path, PurePosixPath

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands.console import as_named, fitting, folder_of_tables, table
from schemas.errors import UserError


def lines(*arguments, width=60):
    console = Console(file=StringIO(), width=width)
    console.print(table(*arguments))
    return [line.rstrip() for line in console.file.getvalue().splitlines() if line.strip()]


def test_a_local_copy_is_called_what_the_user_called_it():
    local, named = Path("/tmp/copy-1/corpus"), PurePosixPath("s3:/my bucket/corpus")
    text = f"{local}/triples is damaged. Run `pipeline repair --artifacts {local}`."
    assert as_named(text, local, named) == (
        "s3:/my bucket/corpus/triples is damaged. Run `pipeline repair --artifacts"
        " 's3:/my bucket/corpus'`."
    )


def test_the_folder_of_one_table_is_refused_with_that_of_all(tmp_path, monkeypatch):
    """The advice was to make tables inside a table."""
    (tmp_path / "my art/triples").mkdir(parents=True)
    (tmp_path / "my art/triples/manifest.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    for command in ("inspect", "status", "verify", "repair", "run filter"):
        told = CliRunner().invoke(app, [*command.split(), "--artifacts", "my art/triples"])
        assert str(told.exception) == (
            "my art/triples is the folder of one table: give the folder of all of them,"
            " --artifacts 'my art'."
        )
    assert folder_of_tables("my art") == Path("my art")
    monkeypatch.chdir(tmp_path / "my art/triples")
    with pytest.raises(UserError, match=rf"--artifacts '{tmp_path / 'my art'}'\.$"):
        folder_of_tables(".")


def test_a_folder_of_tables_may_have_another_manifest(tmp_path):
    (tmp_path / "manifest.json").write_text("{}")
    assert folder_of_tables(str(tmp_path)) == tmp_path


def test_numbers_are_grouped_and_ids_are_not():
    rows = [("triples", 12345, 0.5), ("id", 14072918457201563891, None)]
    _, _, first, second = lines(["what", "count", "mer"], rows)
    assert first.split() == ["triples", "12,345", "0.500"]
    assert second.split() == ["id", "14072918457201563891", "-"]


def test_columns_of_numbers_are_right_aligned():
    _, _, small, large = lines(["n", "share"], [(7, "3.0 %"), (1234, "97.0 %")])
    assert small.index("7") == large.index("4")
    assert small.index("%") == large.index("%")


def test_truth_is_a_word_and_text_is_no_markup():
    assert lines(["a", "b"], [(True, "[red]x")])[-1].split() == ["True", "[red]x"]


def test_a_title_stands_above():
    assert lines(["status of them"], [("complete",)], "Triples")[0].strip() == "Triples"


def drawn(parts, width=80):
    console = Console(file=StringIO(), width=width)
    for part in parts:
        console.print(part)
    return console.file.getvalue()


def test_rows_that_fit_are_a_table():
    shown = drawn(fitting(["anchor", "mer"], [("It rains.", 0.25), (None, 1.0)], 80))
    assert shown.splitlines()[1].split() == ["anchor", "mer"]


def test_rows_too_wide_for_the_terminal_stand_one_field_a_line():
    rows = [("word " * 30, 7), ("short", 8), ("third", 9)]
    shown = drawn(fitting(["anchor", "count"], rows, 80, most=2))
    assert max(map(len, shown.splitlines())) <= 80
    assert [line.split() for line in shown.splitlines() if line.startswith("count")] == [
        ["count", "7"],
        ["count", "8"],
    ]
    assert "and 1 more" in shown
    assert drawn(fitting(["anchor", "count"], [], 80)).split()[:2] == ["anchor", "count"]


def test_a_query_without_rows_names_its_columns():
    assert fitting(["reader", "anchor"], [], 9) == ["No rows. Columns: reader, anchor"]


def test_times_are_not_wrapped():
    rows = [("filter", "1 h 10 min", "it judges the candidates of each sentence")]
    console = Console(file=StringIO(), width=44)
    console.print(table(["stage", "time left", "why"], rows, unbroken=["time left"]))
    assert "filter   1 h 10 min   it judges the" in console.file.getvalue()


@pytest.mark.parametrize(
    ("command", "option"),
    [("inspect", "--sample"), ("inspect", "--seed"), ("judge", "--sample"), ("judge", "--seed"),
     ("negate Rain.", "--seed"), ("run negate", "--seed"), ("run backtranslate", "--seed")],
)  # fmt: skip
def test_numbers_beyond_64_bits_are_refused(command, option):
    done = CliRunner().invoke(app, [*command.split(), option, str(2**63)])
    said = " ".join(done.output.replace("│", " ").split())
    assert f"Invalid value for '{option}': 9223372036854775808 does not fit into 64 bits." in said
