"""Damaged or incomplete data of the transfer tasks."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from trainer.evaluation.data.labelled import _trec, read_transfer


@pytest.mark.parametrize("line", ["LOC Where is it ?", "LOC:city", "LOC:city "])
def test_a_question_without_its_class_is_named(tmp_path, line):
    file = tmp_path / "train.label"
    file.write_text(f"HUM:ind Who sang ?\n{line}\n")
    with pytest.raises(UserError, match=r"train\.label, line 2: it should read CLASS:fine"):
        _trec(file)


def test_a_class_of_trec_may_be_tested_and_not_trained(tmp_path):
    folder = tmp_path / "TREC"
    folder.mkdir()
    (tmp_path / "STS").mkdir()
    (folder / "train_5500.label").write_text("HUM:ind Who sang ?\nNUM:count How many ?\n")
    (folder / "TREC_10.label").write_text("LOC:city Where is it ?\nNUM:date When ?\n")
    (task,) = read_transfer(tmp_path)
    assert {name: rows.labels for name, rows in task.splits.items()} == {
        "train": [0, 2],
        "test": [1, 2],
    }


def test_a_date_that_python_cannot_hold_is_named(tmp_path):
    days = pa.array([2**31 - 1], pa.date32())
    table = pa.table({"sentence": ["a"], "label": [1], "split": ["all"], "day": days})
    pq.write_table(table, tmp_path / "CR.parquet")
    with pytest.raises(UserError, match=r"CR\.parquet cannot be read: days=2147483647"):
        read_transfer(tmp_path)
