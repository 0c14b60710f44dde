"""Names in an input, and the name of the input itself, never reach the terminal raw."""

import json
from io import BytesIO

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.programs import run_program

BAD = "\x1b]0;owned\x07"
SHOWN = r"\x1b]0;owned\x07"
INGEST, TRANSFORM = (
    ("pipeline", "run", "ingest", "--input"),
    ("trainer", "transform", "demo", "--input"),
)


def parquet(**columns):
    out = BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("command", "name", "content"),
    [
        (INGEST, "a.csv", f"{BAD},n\nIt rains.,1\n".encode()),
        (INGEST, "a.jsonl", json.dumps({BAD: "It rains."}).encode()),
        (INGEST, "a.parquet", parquet(**{BAD: ["It rains."]})),
        (INGEST, f"{BAD}.csv", b"a,n\nIt rains.,1\n"),
        (INGEST, f"{BAD}.txt", b""),
        (TRANSFORM, "a.csv", f"{BAD},n\nIt rains.,1\n".encode()),
        (TRANSFORM, "a.jsonl", json.dumps({"sentence": "It rains.", BAD: []}).encode()),
        (TRANSFORM, "a.parquet", parquet(**{BAD: ["It rains."]})),
        (TRANSFORM, f"{BAD}.txt", b""),
    ],
    ids=[
        *("CSV header", "JSON key", "Parquet column", "CSV file", "text file"),
        *(f"{what} of transform" for what in ("CSV header", "JSON key", "Parquet column", "file")),
    ],
)
def test_names_in_an_input_do_not_command_the_terminal(tmp_path, command, name, content):
    (tmp_path / name).write_bytes(content)
    done = run_program(*command, tmp_path / name, cwd=tmp_path)
    said = done.stdout + done.stderr
    assert done.returncode in (1, 2)
    assert SHOWN in said.replace("\\\\", "\\")
    assert not set("\x1b\x07") & set(said)
