"""Tables of several encoders, as text."""

from rich.console import Console

from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.diagnosis.failures import Failure, Failures, HardSubset
from trainer.evaluation.report.intervals import contrast_table
from trainer.evaluation.report.tables import failure_records, hard_tables, splits_table, sts_table
from trainer.evaluation.scores.contrast import ContrastScores, Figure
from trainer.evaluation.scores.splits import Split
from trainer.evaluation.scores.sts import StsScores


def test_an_average_of_fewer_tasks_names_those_that_are_missing():
    whole = StsScores({"STS12": 70.0}, {"STS12": 9}, 70.0, ["STS12"], [], {})
    part = StsScores({"STS12": 70.0}, {"STS12": 9}, 70.0, ["STS12"], ["STS13"], {})
    labels = [[*sts_table({"a": scores}).columns[0].cells][-1] for scores in (whole, part)]
    assert labels == ["average of the seven", "average of 1 (without STS13)"]


def test_a_failure_is_a_line_of_figures_above_its_texts(capsys):
    first, second = "The road to the village is open.", "The road is not open."
    worst = Failure(first, second, 0.5, 0.99312, 12.5, 1204.0, 1.0, 0.25, ["negation", "length"])
    console = Console(width=72)
    for part in failure_records("demo", Failures("STSB", [worst], [])):
        console.print(part)
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "STSB: ranks furthest off, demo",
        "",
        "score 0.5 · cosine 0.993 · rank 12.5, estimated 1204 · MER 0.25 ·",
        "negation · length",
        "  The road to the village is open.",
        "  The road is not open.",
        "",
    ]


def test_pairs_that_a_set_does_not_have_get_no_rows():
    assert hard_tables({"a": HardSubset("X", 0, 0, None, None, None, None)}) == []
    (table,) = hard_tables({"a": HardSubset("X", 0, 1, None, 0.5, None, None)})
    assert table.title == "X: 0 positives of unlike length, 1 negative of like length"
    assert [[*column.cells] for column in table.columns] == [
        ["mean cosine of negatives"],
        ["0.500"],
    ]


def test_medians_have_two_decimals():
    split = Split(Pairs("X", ["a"], ["b"], [2.4375]), [True], 2.4375, 0.8397)
    assert next(splits_table([split], {}).columns[0].cells) == "X: score 2.44, MER 0.84"


def test_the_cell_of_a_handful_of_triples_is_a_share_alone():
    few, many = Figure(2, 100.0, None, None), Figure(300, 56.0, 50.7, 61.7)
    scores = ContrastScores({"two": few, "bundled": many}, {}, {}, None, None)
    table = contrast_table({"my-model": scores})
    assert [*table.columns[2].cells] == ["100.0", "56.0 [50.7, 61.7]"]
    assert table.title == (
        "Paraphrase ranked above contradiction, %, with 95 % intervals (* significant change);"
        " no interval for fewer than 20 sentences"
    )
    table = contrast_table({"my-model": ContrastScores({"two": few}, {}, {}, None, None)})
    assert table.title == (
        "Paraphrase ranked above contradiction, %; no interval for fewer than 20 sentences"
    )
