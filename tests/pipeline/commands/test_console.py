"""Tables of the terminal: figures are aligned and grouped, ids are left to be copied."""

from io import StringIO

from rich.console import Console

from pipeline.commands.console import table


def lines(*arguments):
    console = Console(file=StringIO(), width=60)
    console.print(table(*arguments))
    return [line.rstrip() for line in console.file.getvalue().splitlines() if line.strip()]


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
