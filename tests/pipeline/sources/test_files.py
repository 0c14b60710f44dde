"""What counts as a line, and how damaged ends of files are handled."""

import csv
import errno
import gzip
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.sources import files
from pipeline.sources.files import MAX_LINE_BYTES, Line, read_lines
from schemas.errors import UserError


def lines(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return [tuple(line) for line in read_lines(path)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("packed", ["", ".gz"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends(tmp_path, end, packed, last):
    texts = [f"line {i} \u2028 {'x' * (i % 90)}" for i in range(3000)]
    content = end.join(text.encode() for text in texts) + (end if last else b"")
    found = lines(tmp_path, f"in.txt{packed}", gzip.compress(content) if packed else content)
    assert found == [(i, text, "") for i, text in enumerate(texts, 1)]


@pytest.mark.parametrize("separator", ["\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_other_separators_do_not_end_a_line(tmp_path, separator):
    content = f"one{separator}line\nnext\n".encode()
    assert lines(tmp_path, "in.txt", content) == [(1, f"one{separator}line", ""), (2, "next", "")]


def test_a_line_too_long_to_hold_is_counted_once(tmp_path):
    content = b"before\n" + b"x" * (2 * MAX_LINE_BYTES + 5) + b"\nafter"
    assert lines(tmp_path, "in.txt", content) == [
        (1, "before", ""),
        (2, "", "over_long"),
        (3, "after", ""),
    ]


def test_a_csv_record_may_span_lines_and_has_the_number_of_its_last(tmp_path):
    content = b'n,text\r\n1,"two\r\nlines"\r\n\r\n2,one\r\n3\r\n'
    assert lines(tmp_path, "in.csv", content) == [
        (3, "two\r\nlines", ""),
        (5, "one", ""),
        (6, "", "malformed"),
    ]


def test_fields_that_are_no_utf8_are_told_from_their_neighbours(tmp_path):
    found = lines(tmp_path, "in.csv", b"text\ngood\n\xff\n\xc3\xa9\n")
    assert found == [(2, "good", ""), (3, "", "undecodable"), (4, "\u00e9", "")]


def test_a_parquet_file_whose_checksums_fail_says_after_which_row(tmp_path):
    path = tmp_path / "in.parquet"
    texts = [f"sentence number {i}" for i in range(50_000)]
    pq.write_table(pa.table({"text": texts}), path, row_group_size=10_000, write_page_checksum=True)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 400] = bytes(400)
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"in\.parquet is damaged after row"):
        list(read_lines(path))


def test_nulls_in_parquet_are_empty(tmp_path):
    pq.write_table(pa.table({"text": ["one", None]}), tmp_path / "in.parquet")
    assert list(read_lines(tmp_path / "in.parquet")) == [Line(1, "one"), Line(2, "")]


@pytest.mark.parametrize("frames", [1, 2])
def test_a_zst_file_cut_anywhere_is_refused(tmp_path, frames):
    text = "".join(f"sentence {i} {i**7}\n" for i in range(20_000)).encode()
    frame = pa.compress(text, "zstd", asbytes=True)
    path = tmp_path / "in.txt.zst"
    path.write_bytes(frame * frames)
    assert len(list(read_lines(path))) == 20_000 * frames
    for kept in (3, len(frame) // 2, len(frame) - 1):
        path.write_bytes(frame * (frames - 1) + frame[:kept])
        with pytest.raises(UserError, match=r"in\.txt\.zst is not a complete \.zst file"):
            list(read_lines(path))


def test_a_csv_record_with_more_fields_than_the_header_is_malformed(tmp_path):
    found = lines(tmp_path, "in.csv", b'text,n\n"One, two",1\nOne, two,1\nThree,\n')
    assert found == [(2, "One, two", ""), (3, "", "malformed"), (4, "Three", "")]


def test_a_csv_header_with_the_column_twice_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"in\.csv has the column 'text' 2 times"):
        lines(tmp_path, "in.csv", b"text,text\nOne,Two\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "in.txt")
    with pytest.raises(UserError, match="is a pipe or a device, not a file"):
        list(read_lines(tmp_path / "in.txt"))


def test_one_long_text_in_many_rows_is_held_once(tmp_path):
    path = tmp_path / "in.parquet"
    # Written without holding it in memory, since a pool's peak never decreases.
    rows = pa.DictionaryArray.from_arrays(pa.array([0] * 600), pa.array(["x" * 1_000_000]))
    pq.write_table(pa.table({"text": rows}), path, store_schema=False)
    assert pq.read_schema(path).field("text").type == pa.string()
    assert path.stat().st_size < 1_000_000
    before = pa.default_memory_pool().max_memory()
    lines = read_lines(path)
    assert [next(lines).number for _ in range(3)] == [1, 2, 3]
    lines.close()
    assert pa.default_memory_pool().max_memory() < before + 300_000_000


def test_a_packed_file_that_grows_as_no_text_does_is_refused(tmp_path):
    packed = pa.compress(b"x" * 40_000_000, codec="zstd", asbytes=True)
    (tmp_path / "in.zst").write_bytes(packed)
    with pytest.raises(UserError, match=r"in\.zst unpacks to more than 2,000 times its size"):
        sum(1 for _ in read_lines(tmp_path / "in.zst"))


def test_a_packed_file_of_countless_empty_lines_is_refused(tmp_path):
    (tmp_path / "in.zst").write_bytes(pa.compress(b"\n" * 3_000_000, codec="zstd", asbytes=True))
    with pytest.raises(UserError, match=r"in\.zst unpacks to more than 2,000 times its size"):
        sum(1 for _ in read_lines(tmp_path / "in.zst"))


def test_a_parquet_file_that_repeats_a_long_text_is_refused(tmp_path):
    repeated = pa.DictionaryArray.from_arrays(pa.array([0] * 200, pa.int32()), ["x" * 500_000])
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": repeated}), path, compression="zstd")
    with pytest.raises(UserError, match="times its size"):
        sum(1 for _ in read_lines(path))


def test_a_parquet_file_of_countless_empty_rows_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_GROWTH_BYTES", 10_000)
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"text": pa.nulls(2_000_000, pa.string())}), path)
    monkeypatch.setattr(files, "MAX_GROWTH", 10)
    with pytest.raises(UserError, match="times its size"):
        sum(1 for _ in read_lines(path))


def test_a_quotation_mark_in_csv_that_is_never_closed_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 1000)
    before = csv.field_size_limit()
    (tmp_path / "in.csv").write_text('text\nGood.\n"' + "xxx\n" * 500)
    try:
        with pytest.raises(UserError, match=r"in\.csv, line \d cannot be read: field larger than"):
            list(read_lines(tmp_path / "in.csv"))
    finally:
        csv.field_size_limit(before)


def test_a_csv_line_too_long_to_hold_is_refused(tmp_path):
    content = b"text\nGood.\n" + b"x," * MAX_LINE_BYTES
    with pytest.raises(UserError, match=r"in\.csv, line 3 is longer than 16,777,216 characters"):
        lines(tmp_path, "in.csv", content)


def test_a_folder_utf_16_and_columns_of_numbers_are_named(tmp_path):
    with pytest.raises(UserError, match="is a folder: name the files in it"):
        list(read_lines(tmp_path))
    (tmp_path / "in.txt").write_bytes("A line.".encode("utf-16"))
    with pytest.raises(UserError, match=r"in\.txt is UTF-16 text: convert it to UTF-8"):
        list(read_lines(tmp_path / "in.txt"))
    pq.write_table(pa.table({"text": [1, 2]}), tmp_path / "in.parquet")
    with pytest.raises(UserError, match=r"holds int64, not text\. Name another with --column\."):
        list(read_lines(tmp_path / "in.parquet"))


def test_a_file_that_may_not_be_read_is_named(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "in.txt").write_text("A line.")
    monkeypatch.setattr(files.Path, "open", refused)
    with pytest.raises(UserError, match=r"in\.txt cannot be read: Permission denied\."):
        list(read_lines(tmp_path / "in.txt"))


def test_a_parquet_file_with_the_column_twice_is_refused(tmp_path):
    twice = pa.table([pa.array(["a"])] * 2, names=["text", "text"])
    pq.write_table(twice, tmp_path / "in.parquet")
    with pytest.raises(UserError, match="has the column 'text' 2 times"):
        list(read_lines(tmp_path / "in.parquet"))
