"""Every line of every format is kept or accounted for, once, in the order of the input."""

import gzip
import io
import json
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.sources.text import normalise, sentence_id
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import UserError
from schemas.tables import SENTENCES
from tests.open_files import moved_while_open

LINES = ["The tap is open.", "Nobody came.", "Is it late?"]


def table(artifacts):
    reader = ArtifactsFolder(artifacts).table("sentences")
    return reader.read(0, reader.rows)


def write(folder, name):
    """The three lines in the format that the name says."""
    path = folder / name
    plain = "\n".join(LINES).encode()
    records = "\n".join(json.dumps({"text": line}) for line in LINES).encode()
    rows = ("text,n\r\n" + "".join(f'"{line}",1\r\n' for line in LINES)).encode()
    if name == "a.parquet":
        pq.write_table(pa.table({"text": LINES}), path)
        return path
    content = {"txt": plain, "jsonl": records, "csv": rows}[name.split(".")[1]]
    if name.endswith(".gz"):
        content = gzip.compress(content)
    if name.endswith(".zst"):
        content = pa.compress(content, "zstd", asbytes=True)
    path.write_bytes(content)
    return path


def test_the_files_between_the_passes_are_gone_for_good(tmp_path, monkeypatch):
    """With no sync after their removal a power cut could bring them back."""
    path, folder = write(tmp_path, "a.txt"), tmp_path / "artifacts" / "sentences"
    left = []
    monkeypatch.setattr(
        "schemas.files.sync_folder",
        lambda place: left.append((folder / ".staging").exists()) if place == folder else None,
    )
    for _ in ("made", "found whole"):
        run_ingest([str(path)], tmp_path / "artifacts", IngestConfig())
        assert True in left
        assert left[-1] is False
        left.clear()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks into /proc")
def test_it_removes_nothing_that_is_open_where_that_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("pipeline.storage.locks.WINDOWS", True)
    path = write(tmp_path, "a.txt")
    for _ in ("made", "found whole"):
        with moved_while_open(tmp_path) as moved:
            run_ingest([str(path)], tmp_path / "artifacts", IngestConfig())
        assert moved == []


@pytest.mark.parametrize(
    "name",
    ["a.txt", "a.txt.gz", "a.txt.zst", "a.jsonl", "a.jsonl.gz", "a.csv", "a.csv.gz", "a.parquet"],
)
def test_every_format_gives_the_same_sentences(tmp_path, name):
    path = write(tmp_path, name)
    run_ingest([str(path)], tmp_path / "artifacts", IngestConfig())
    rows = table(tmp_path / "artifacts")
    assert rows.schema.equals(SENTENCES)
    assert rows["text"].to_pylist() == LINES
    assert rows["id"].to_pylist() == [sentence_id(line) for line in LINES]
    first = 2 if "csv" in name else 1
    assert rows["line"].to_pylist() == [first, first + 1, first + 2]
    assert set(rows["source"].to_pylist()) == {str(path)}


def test_standard_input(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(LINES).encode())))
    run_ingest(["-"], tmp_path, IngestConfig())
    assert table(tmp_path)["text"].to_pylist() == LINES
    assert table(tmp_path)["source"].to_pylist() == ["-"] * 3


def test_lines_left_out_are_counted_with_their_place(tmp_path):
    path = tmp_path / "in.txt"
    path.write_bytes(
        b"\xef\xbb\xbfGood  one.\r\n\r\nbad \xff byte\nGood one.\n\x07\n" + b"w " * 6 + b"\nLast"
    )
    manifest = run_ingest([str(path)], tmp_path / "a", IngestConfig(max_words=5))
    assert table(tmp_path / "a")["text"].to_pylist() == ["Good one.", "Last"]
    assert manifest.dropped == {"duplicate": 1, "empty": 2, "over_long": 1, "undecodable": 1}
    assert manifest.dropped_examples == {
        "duplicate": [f"{path}, line 4"],
        "empty": [f"{path}, line 2", f"{path}, line 5"],
        "over_long": [f"{path}, line 6"],
        "undecodable": [f"{path}, line 3"],
    }


def test_malformed_records_are_counted(tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text('{"text": "Good."}\n{"text": 3}\nnot json\n[1]\n{"text": "\\ud800"}\n')
    manifest = run_ingest([str(path)], tmp_path / "a", IngestConfig())
    assert manifest.dropped == {"malformed": 3, "undecodable": 1}


def test_shards_hold_the_rows_in_order_whatever_their_size(tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("\n".join(f"Sentence {i % 70}." for i in range(100)))
    for size in (1, 7, 70, 1000):
        artifacts = tmp_path / str(size)
        run_ingest([str(path)], artifacts, IngestConfig(shard_rows=size))
        assert table(artifacts)["text"].to_pylist() == [f"Sentence {i}." for i in range(70)]


@settings(max_examples=25, deadline=None)
@given(lines=st.lists(st.binary(max_size=30).filter(lambda b: b"\n" not in b), max_size=30))
def test_every_line_is_a_sentence_or_counted(tmp_path_factory, lines):
    folder = tmp_path_factory.mktemp("any")
    path = folder / "in.txt"
    path.write_bytes(b"A first good line.\n" * 600 + b"\n".join(lines))
    manifest = run_ingest([str(path)], folder / "a", IngestConfig(shard_rows=4))
    found = table(folder / "a")["text"].to_pylist()
    assert len(found) + sum(manifest.dropped.values()) == path.read_bytes().count(b"\n") + (
        not path.read_bytes().endswith(b"\n")
    )
    assert len(set(found)) == len(found)
    assert all(normalise(text) == text and text for text in found)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.txt", b"", "no sentence"),
        ("a.txt", b"\n \n", "2 empty"),
        ("a.txt", bytes(range(32)) * 40, "binary file"),
        ("a.txt", "two words".encode("utf-16"), "UTF-16"),
        ("a.txt.gz", b"plain text", r"not a complete \.gz"),
        ("a.txt.gz", gzip.compress(b"text\n" * 5000, mtime=0)[:-20], r"not a complete \.gz"),
        (
            "a.txt.zst",
            pa.compress(b"text\n" * 5000, "zstd", asbytes=True)[:-4],
            r"not a complete \.zst",
        ),
        ("a.parquet", b"PAR1 no", "not a Parquet file"),
        ("a.doc", b"text", "unknown format"),
        ("a.csv", b"one,two\n1,2\n", "no column 'text'; the columns are: one, two"),
        ("a.jsonl", b'{"body": "x"}\n', "no field 'text'; its fields are: body"),
    ],
)
def test_bad_files_are_named_with_the_remedy(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UserError, match=message) as error:
        run_ingest([str(path)], tmp_path / "a", IngestConfig())
    assert str(path) in str(error.value)


def test_the_demos_sentences_have_the_same_source_wherever_they_are_installed(tmp_path):
    made = run_ingest(["demo"], tmp_path / "a", IngestConfig())
    assert list(made.input) == ["demo"]
    assert set(table(tmp_path / "a")["source"].to_pylist()) == {"demo"}
    assert made.rows == 957


def test_a_missing_file_a_folder_and_a_repeated_input(tmp_path):
    for name in ("none.txt", "."):
        with pytest.raises(UserError, match=r"does not exist|is a folder"):
            run_ingest([str(tmp_path / name)], tmp_path / "a", IngestConfig())
    path = write(tmp_path, "a.txt")
    with pytest.raises(UserError, match="given twice"):
        run_ingest([str(path), str(path)], tmp_path / "a", IngestConfig())


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"text": [1, 2]}, "holds int64, not text"),
        ({"text": [["x"]]}, "holds list<(element|item): string>, not text"),
        ({"body": ["x"], "n": [1]}, r"has no column 'text'; its columns are: body, n\. Name the"),
    ],
)
def test_another_column_of_a_parquet_file_is_refused(tmp_path, columns, said):
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    with pytest.raises(UserError, match=said):
        run_ingest([str(tmp_path / "a.parquet")], tmp_path / "a", IngestConfig())


def test_a_second_run_keeps_the_table_and_a_different_one_refuses(tmp_path):
    path = write(tmp_path, "a.txt")
    run_ingest([str(path)], tmp_path / "a", IngestConfig())
    before = (tmp_path / "a/sentences/part-00000.parquet").stat().st_mtime_ns
    run_ingest([str(path)], tmp_path / "a", IngestConfig())
    assert (tmp_path / "a/sentences/part-00000.parquet").stat().st_mtime_ns == before
    with pytest.raises(UserError, match="max_words was 128 and is now 3"):
        run_ingest([str(path)], tmp_path / "a", IngestConfig(max_words=3))
    path.write_text("Other text now.")
    with pytest.raises(UserError, match="--overwrite"):
        run_ingest([str(path)], tmp_path / "a", IngestConfig())
    run_ingest([str(path)], tmp_path / "a", IngestConfig(), overwrite=True)
    assert table(tmp_path / "a")["text"].to_pylist() == ["Other text now."]


def test_only_sentences_with_opposites_are_kept_and_the_others_counted(tmp_path):
    path = tmp_path / "few.txt"
    path.write_text("The shop is closed.\nThe shop sells bread.\nIt was impossible.\n", "utf-8")
    config = IngestConfig(opposites_only=True)
    manifest = run_ingest([str(path), "demo"], tmp_path / "a", config)
    assert manifest.dropped == {"no_opposite": 1}
    assert manifest.dropped_examples == {"no_opposite": [f"{path}, line 2"]}
    assert manifest.total == 2 + 957
