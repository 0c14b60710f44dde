"""Rows of files in the formats in which contrast sets come."""

from __future__ import annotations

import csv
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from trainer.evaluation.data.records import read_records


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '[{"a": "x", "b": "y"}]'),
        ("a.json", '{"0": {"a": "x", "b": "y"}}'),
        ("lines.json", '{"a": "x", "b": "y"}\n'),
        ("a.jsonl", '{"a": "x", "b": "y"}\n\n'),
        ("a.csv", 'a,b\n"x",y\n'),
        ("semicolons.csv", "a;b\r\nx;y\r\n"),
        ("a.tsv", "a\tb\nx\ty\n"),
    ],
)
def test_every_format_gives_the_same_row(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_records(tmp_path / name) == [{"a": "x", "b": "y"}]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl"])
def test_a_separator_of_lines_within_a_text_ends_no_row(tmp_path, name):
    rows = {"csv": "a,b\nx\u2028x,y\n", "tsv": "a\tb\nx\u2028x\ty\n"}
    text = rows.get(name[2:], '{"a": "x\u2028x", "b": "y"}\n')
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert read_records(tmp_path / name) == [{"a": "x\u2028x", "b": "y"}]


def test_a_quotation_mark_that_is_never_closed_is_named(tmp_path):
    before = csv.field_size_limit(1000)
    try:
        (tmp_path / "a.csv").write_text('a,b\nx,y\n"' + "z" * 2000)
        with pytest.raises(UserError, match=r"after row 1: field larger .* quotation mark"):
            read_records(tmp_path / "a.csv")
    finally:
        csv.field_size_limit(before)


def test_a_lone_quotation_mark_does_not_swallow_lines_of_a_tsv(tmp_path):
    path = tmp_path / "a.tsv"
    path.write_text('a\tb\n"He left\tx\n"the ""Camden"" line"\ty\n"no" and "yes"\tz\n')
    assert [row["a"] for row in read_records(path)] == [
        '"He left',
        'the "Camden" line',
        '"no" and "yes"',
    ]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "x", "its name should end in one of .parquet, .jsonl"),
        ("a.jsonl", '{"a": 1}\n{"a"\n', "a.jsonl, line 2: this is not JSON"),
        ("a.json", "[1]", "row 1: this should be an object"),
        ("a.tsv", "a\tb\nx\n", "row 1: 1 fields, where the header has 2"),
        ("a.csv", "a,b\n", "has no rows"),
        ("a.parquet", "no", "not a readable Parquet file"),
        ("a.json", "[" * 100_000, "a.json, line 1: this is not JSON"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path, name, text, message):
    (tmp_path / name).write_text(text)
    with pytest.raises(UserError, match=message):
        read_records(tmp_path / name)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (pa.date32(), r"a\.parquet cannot be read: days=2147483647"),
        (pa.timestamp("us", tz="Mars/Olympus"), r"a\.parquet cannot be read: "),
    ],
)
def test_a_date_that_python_cannot_hold_is_named(tmp_path, kind, message):
    table = pa.table({"a": ["x"], "b": pa.array([2**31 - 1], kind)})
    pq.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(UserError, match=message):
        read_records(tmp_path / "a.parquet")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.timeout(30)
@pytest.mark.parametrize("suffix", ["csv", "json", "jsonl", "tsv"])
def test_a_pipe_is_refused_and_not_waited_for(tmp_path, suffix):
    os.mkfifo(tmp_path / f"a.{suffix}")
    with pytest.raises(UserError, match=rf"a\.{suffix} is a pipe or a device, not a file"):
        read_records(tmp_path / f"a.{suffix}")
