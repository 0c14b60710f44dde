"""The judged set is whole, and its measures are those of their definitions."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "judges.py"


@pytest.fixture(scope="module")
def judges():
    spec = importlib.util.spec_from_file_location("judges_benchmark", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_every_paraphrase_was_read_twice(judges):
    rows = judges.read(judges.JUDGED)
    assert Counter(row.models for row in rows) == {"firefox:pt": 560, "demo": 160}
    assert len({(row.anchor, row.paraphrase) for row in rows}) == 720
    assert sum(row.right for row in rows) == 374
    assert sum(row.readers[0] != row.readers[1] for row in rows) == 17


def test_the_area_is_the_share_of_pairs_in_the_right_order(judges):
    assert judges.auc([3, 2, 1, 0], [True, True, False, False]) == 1.0
    assert judges.auc([3, 1, 2, 1], [True, True, False, False]) == pytest.approx(2.5 / 4)


def test_precision_counts_the_best_share_of_all_rows(judges):
    right = [True, False, True, False]
    assert judges.precision_at([0.9, 0.1, 0.8, 0.7], right, 0.5) == 1.0
    assert judges.precision_at([0.9, 0.1, 0.8, 0.7], right, 0.75) == pytest.approx(2 / 3)


def test_the_combination_is_the_mean_of_the_ranks(judges):
    assert judges.combined({"a": [1.0, 2.0, 3.0], "b": [0.0, 9.0, 5.0]}) == [1.0, 2.5, 2.5]
