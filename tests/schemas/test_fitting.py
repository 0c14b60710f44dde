"""Tables on narrow terminals: words, numbers and names stay whole; what does not fit is a list."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from schemas.fitting import FittingTable


def drawn(table, width):
    console = Console(file=StringIO(), width=width)
    console.print(table)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def scores(*names):
    table = FittingTable(title="Paraphrase ranked above contradiction")
    table.add_column("set")
    for name in ("rows", *names):
        table.add_column(name, justify="right")
    figures = ["56.0 [50.7, 61.7]", "57.5 [52.3, 63.1]\n+1.5", "60.0 [54.4, 65.0]\n+4.0 *"]
    table.add_row("bundled, triples ranked correctly", "1,300", *figures[: len(names)])
    table.add_section()
    table.add_row("  alternative", "30", *["100.0"] * len(names))
    return table


def plain(columns, *rows, right=(), whole=(), title=""):
    table = FittingTable(title, show_header=any(columns))
    for name in columns:
        justify = "right" if name in right else "left"
        table.add_column(name, justify=justify, no_wrap=name in whole)
    for row in rows:
        table.add_row(*row)
    return table


def test_text_wraps_between_words_and_figures_stay_on_a_line():
    assert drawn(scores("my-model"), 60) == [
        "Paraphrase ranked above contradiction",
        "",
        "  set                             rows            my-model",
        " ──────────────────────────────────────────────────────────",
        "  bundled, triples ranked        1,300   56.0 [50.7, 61.7]",
        "  correctly",
        "",
        "    alternative                     30               100.0",
        "",
    ]


def test_columns_close_up_before_figures_would_break():
    assert drawn(scores("my-model", "runs/first"), 64) == [
        "Paraphrase ranked above contradiction",
        "",
        " set                 rows           my-model         runs/first",
        " ──────────────────────────────────────────────────────────────",
        " bundled, triples   1,300  56.0 [50.7, 61.7]  57.5 [52.3, 63.1]",
        " ranked correctly                                          +1.5",
        "",
        "   alternative         30              100.0              100.0",
        "",
    ]


def test_where_there_is_no_room_for_names_and_figures_the_rows_are_a_list():
    assert drawn(scores("my-model", "runs/first", "runs/seeds/seed-42"), 60) == [
        "Paraphrase ranked above contradiction",
        "bundled, triples ranked correctly",
        "    rows: 1,300",
        "    my-model: 56.0 [50.7, 61.7]",
        "    runs/first: 57.5 [52.3, 63.1]  +1.5",
        "    runs/seeds/seed-42: 60.0 [54.4, 65.0]  +4.0 *",
        "  alternative",
        "      rows: 30",
        "      my-model: 100.0",
        "      runs/first: 100.0",
        "      runs/seeds/seed-42: 100.0",
        "",
    ]


def test_a_list_leaves_out_empty_cells_and_marks_rows_without_a_name():
    named = plain(["what", "95 %"], ["negation, by rule", ""], ["", "1.0 to 5.0"], whole=["95 %"])
    assert drawn(named, 12) == [
        "",
        "negation, by",
        "rule",
        "-",
        "    95 %:",
        "    1.0 to",
        "    5.0",
        "",
    ]
    nameless = plain(["", ""], ["negation", "The well is not dry."])
    assert drawn(nameless, 20) == ["", "negation", "    The well is not", "    dry.", ""]


def test_the_cells_of_a_row_share_a_line_of_a_list_if_those_of_every_row_can():
    columns, figures = ["fault of", "read", "faulty", "95 %"], ["1", "100.0 %", "20.7 to 100.0"]
    rows = [["negation, by rule", "", "", ""], ["  dropped_never_of_past_verbs.v1", *figures]]
    table = plain(columns, *rows, right=columns[1:3], whole=["fault of", "95 %"])
    assert drawn(table, 53) == [
        "",
        "negation, by rule",
        "  dropped_never_of_past_verbs.v1",
        "      read: 1 · faulty: 100.0 % · 95 %: 20.7 to 100.0",
        "",
    ]
    assert drawn(table, 52) == [
        "",
        "negation, by rule",
        "  dropped_never_of_past_verbs.v1",
        "      read: 1",
        "      faulty: 100.0 %",
        "      95 %: 20.7 to 100.0",
        "",
    ]


@pytest.mark.parametrize("width", [30, 60, 80, 200])
def test_no_name_and_no_number_is_cut_at_any_width(width):
    lines = drawn(scores("my-model", "runs/seeds/seed-42"), width)
    words = " ".join(lines).split()
    assert {"contradiction", "1,300", "alternative", "+1.5"} <= set(words)
    assert {"my-model", "runs/seeds/seed-42"} <= {word.rstrip(":") for word in words}
    assert {"[50.7,", "61.7]", "[52.3,", "63.1]"} <= set(words)


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        # With three spaces between columns, with two, and too narrow for any.
        (52, "backtranslations   complete   12,345           7"),
        (51, "backtranslations  complete  12,345             7"),
        (47, "backtranslations  complete  12,345          7"),
        (46, "sentences /s: 7"),
    ],
)
def test_a_narrow_table_breaks_no_word_and_no_number(width, shown):
    columns = ["stage", "state", "rows", "sentences /s"]
    table = plain(columns, ["backtranslations", "complete", "12,345", "7"], right=columns[2:])
    assert shown in [line.strip() for line in drawn(table, width)]


def test_text_is_folded_between_words_before_names_and_numbers_are():
    columns = ["lost at", "sentences", "because"]
    row = ["mer_above", "1,234", "too far from the anchor, by the match error rate"]
    lines = drawn(plain(columns, row, right=["sentences"]), 44)
    assert [line.split() for line in lines[3:-1]] == [
        ["mer_above", "1,234", "too", "far", "from", "the"],
        ["anchor,", "by", "the"],
        ["match", "error", "rate"],
    ]


def test_cells_that_may_not_wrap_get_their_room_before_others():
    columns, row = ["state", "why"], ["running since noon", "it reads the sentences one by one"]
    lines = drawn(plain(columns, row, whole=["state"]), 42)
    assert [line.strip() for line in lines[3:-1]] == [
        "running since noon   it reads the",
        "sentences one by",
        "one",
    ]


def test_brackets_are_text_and_a_title_takes_the_whole_line():
    title = "A title [b]longer than its table"
    assert drawn(plain(["a"], ["[red]x"], title=title), 40) == [
        title,
        "",
        "  a",
        " ────────",
        "  [red]x",
        "",
    ]
