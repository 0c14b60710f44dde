"""Counts, histograms and the two ends of each measure, on a folder checked by hand."""

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.overview import overview
from pipeline.stages.filter import run_filter
from tests.artifacts import make_artifacts
from tests.inspected import ROOF, SONG


def test_the_overview_counts_everything(inspected):
    found = overview(inspected)
    assert [row[:2] for row in found.statuses.rows] == [
        ("complete", 2), ("no_negation", 1), ("no_paraphrase", 1),
    ]  # fmt: skip
    assert found.lost.rows == [("mer_below", 1)]
    assert [row[:4] for row in found.pivots.rows] == [("de", 4, 2, 2), ("ru", 2, 1, 1)]
    assert [row[:3] for row in found.rules.rows] == [("copula.v1", 3, 3), ("no_clause", 1, 0)]
    filled = {
        b.start: (b.candidates, b.paraphrases, b.negations)
        for b in found.histogram
        if b.candidates or b.negations
    }
    assert filled == {
        0.05: (1, {"de": 0, "ru": 0}, 1),
        0.1: (1, {"de": 0, "ru": 0}, 0),
        0.2: (2, {"de": 2, "ru": 0}, 0),
        0.25: (0, {"de": 0, "ru": 0}, 1),
        0.3: (0, {"de": 0, "ru": 0}, 1),
        0.4: (1, {"de": 0, "ru": 1}, 0),
        0.9: (1, {"de": 0, "ru": 0}, 0),
    }


def test_the_two_ends_of_each_measure(inspected):
    found = overview(inspected)
    assert {m: e.anchor for m, e in found.best.items()} == {"mer": SONG, "score": SONG}
    assert {m: e.anchor for m, e in found.worst.items()} == {"mer": ROOF, "score": ROOF}


def test_an_overview_without_any_complete_triple(tmp_path):
    folder = make_artifacts(tmp_path / "a", {"Rain.": (None, [])})
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    found = overview(folder)
    assert (found.best, found.worst, found.examples) == ({}, {}, [])
