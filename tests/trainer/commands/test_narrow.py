"""Tables on narrow terminals: numbers and names stay whole."""

from __future__ import annotations

import pytest

from trainer.commands.narrow import show_fitted
from trainer.evaluation.report.tables import columns


def drawn(monkeypatch, capsys, width, *names):
    monkeypatch.setenv("COLUMNS", str(width))
    table = columns("Paraphrase ranked above contradiction", "set", ["rows", *names])
    figures = ["56.0 [50.7, 61.7]", "57.5 [52.3, 63.1]\n+1.5", "60.0 [54.4, 65.0]\n+4.0 *"]
    table.add_row("bundled, triples ranked correctly", "1,300", *figures[: len(names)])
    table.add_row("  alternative", "30", *["100.0"] * len(names))
    show_fitted([table])
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_text_wraps_between_words_and_figures_stay_on_a_line(monkeypatch, capsys):
    assert drawn(monkeypatch, capsys, 60, "my-model") == [
        "Paraphrase ranked above contradiction",
        "┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┳━━━━━━━┳━━━━━━━━━━━━━━━━━━━┓",
        "┃ set                          ┃  rows ┃          my-model ┃",
        "┡━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━╇━━━━━━━╇━━━━━━━━━━━━━━━━━━━┩",
        "│ bundled, triples ranked      │ 1,300 │ 56.0 [50.7, 61.7] │",
        "│ correctly                    │       │                   │",
        "│   alternative                │    30 │             100.0 │",
        "└──────────────────────────────┴───────┴───────────────────┘",
    ]


def test_where_there_is_no_room_for_names_and_figures_the_rows_are_a_list(monkeypatch, capsys):
    assert drawn(monkeypatch, capsys, 60, "my-model", "runs/first", "runs/seeds/seed-42") == [
        "Paraphrase ranked above contradiction",
        "bundled, triples ranked correctly",
        "    rows: 1,300",
        "    my-model: 56.0 [50.7, 61.7]",
        "    runs/first: 57.5 [52.3, 63.1]  +1.5",
        "    runs/seeds/seed-42: 60.0 [54.4, 65.0]  +4.0 *",
        "  alternative",
        "    rows: 30",
        "    my-model: 100.0",
        "    runs/first: 100.0",
        "    runs/seeds/seed-42: 100.0",
        "",
    ]


@pytest.mark.parametrize("width", [30, 60, 80, 200])
def test_no_name_and_no_number_is_cut_at_any_width(monkeypatch, capsys, width):
    words = " ".join(drawn(monkeypatch, capsys, width, "my-model", "runs/seeds/seed-42")).split()
    assert {"contradiction", "1,300", "alternative", "+1.5"} <= set(words)
    assert {"my-model", "runs/seeds/seed-42"} <= {word.rstrip(":") for word in words}
    assert {"[50.7,", "61.7]", "[52.3,", "63.1]"} <= set(words)
