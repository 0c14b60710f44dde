"""Parquet files of test sets, within bounds."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from trainer.evaluation.data import parquet_tables
from trainer.evaluation.data.parquet_tables import as_rows, read_table
from trainer.evaluation.data.sts_sets import read_folder, read_pairs


@pytest.fixture
def path(tmp_path):
    return tmp_path / "sts.parquet"


def test_gives_the_rows_and_the_columns_that_are_asked_for(path):
    texts = [f"Row {i}." for i in range(600)]
    pq.write_table(pa.table({"a": texts, "b": range(600)}), path)
    assert read_table(path, ["a"], ["c"]).to_pydict() == {"a": texts}
    assert read_table(path, ["a"], ["b"]).column_names == ["a", "b"]
    assert read_table(path).column("b").to_pylist() == list(range(600))


REPEATED = pa.DictionaryArray.from_arrays(pa.array([0] * 2000, pa.int8()), ["x" * 10_000])


@pytest.mark.parametrize("column", [REPEATED, pa.nulls(2_000_000, pa.string())])
def test_a_small_file_of_many_rows_is_not_unpacked(path, monkeypatch, column):
    monkeypatch.setattr(parquet_tables, "MAX_BYTES", 1 << 20)
    pq.write_table(pa.table({"a": column}), path)
    assert path.stat().st_size < 20_000
    with pytest.raises(
        UserError, match="unpacks to more than 1 MiB, which no test set of its size has"
    ):
        read_table(path)


def test_a_file_that_grows_as_no_test_set_does_is_not_unpacked(path):
    repeated = pa.DictionaryArray.from_arrays(pa.array([0] * 2000, pa.int8()), ["x" * 10_000])
    pq.write_table(pa.table({"a": repeated}), path)
    assert path.stat().st_size < 5_000
    with pytest.raises(UserError, match="unpacks to more than 16 MiB, which no test set of its"):
        read_table(path)


def test_text_that_is_no_utf8_is_refused(path):
    pq.write_table(pa.table({"a": ["caf\u00e9"]}), path, use_dictionary=False, compression="none")
    path.write_bytes(path.read_bytes().replace("caf\u00e9".encode(), b"caf\xb8\xb8"))
    with pytest.raises(UserError, match="is not a readable Parquet file"):
        read_table(path)


@pytest.mark.parametrize("column", ["dataset", "split", "subset"])
def test_a_date_that_python_cannot_hold_is_refused(path, column):
    days = pa.array([2**31 - 1], pa.date32())
    held = {"sentence1": ["a"], "sentence2": ["b"], "score": [1.0], "dataset": ["d"]}
    pq.write_table(pa.table({**held, "split": ["test"], "subset": ["s"], column: days}), path)
    with pytest.raises(UserError, match=r"sts\.parquet cannot be read: days=2147483647"):
        read_folder(path.parent)


def test_numbers_in_place_of_sentences_are_refused(path):
    pq.write_table(pa.table({"sentence1": [1], "sentence2": ["a"], "score": [1.0]}), path)
    with pytest.raises(UserError, match="the column sentence1 is int64, it should be text"):
        read_pairs(path, "sts")


@pytest.mark.parametrize(
    ("scores", "second", "message"),
    [
        ([1.0, 1.0], ["c", "d"], "All scores of sts .* are equal, so no rank correlation"),
        ([1.0, None], ["c", "d"], "row 2: the score is None, not a number"),
        ([1.0, 2.0], [" ", "d"], "row 1: a sentence is empty"),
    ],
)
def test_rows_of_no_use_are_named(path, scores, second, message):
    pq.write_table(pa.table({"sentence1": ["a", "b"], "sentence2": second, "score": scores}), path)
    with pytest.raises(UserError, match=message):
        read_pairs(path, "sts")


def test_a_file_of_two_splits_is_named(path):
    columns = {"dataset": ["A", "A"], "split": ["test", "dev"], "score": [1.0, 2.0]}
    texts = {"sentence1": ["a", "b"], "sentence2": ["c", "d"]}
    pq.write_table(pa.table(columns | texts), path)
    with pytest.raises(UserError, match=r"sts\.parquet has rows of 2 data sets or splits: write"):
        read_folder(path.parent)


@pytest.mark.parametrize("columns", [None, ["a"], ["b", "a"]])
def test_a_column_that_is_there_twice_is_refused(path, columns):
    pq.write_table(pa.table([["a"], ["b"], ["c"]], names=["a", "a", "b"]), path)
    with pytest.raises(UserError, match="has the column a more than once"):
        read_table(path, columns)


def test_fields_of_one_name_within_a_column_are_refused(path):
    twins = pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])
    pq.write_table(pa.table({"twins": twins}), path)
    with pytest.raises(UserError, match=r"sts\.parquet cannot be read: .*duplicate field names"):
        as_rows(read_table(path), path)
