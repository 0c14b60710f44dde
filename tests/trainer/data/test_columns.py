"""What columns of triples unpack to is bounded."""

import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from schemas.errors import UserError
from schemas.tables import TRIPLES
from tests.triples import some_triples, triple
from trainer.data.columns import unpacked_bytes, values_of
from trainer.data.triples import TripleTable

READING = {"seed": 1, "epoch": 0, "buffer": 7, "heldout": 0.0, "rows": "all"}


def written(path, texts, **options):
    """A file of triples with these anchors."""
    rows = [triple(i, "", None, None) for i in range(len(texts))]
    table = pa.Table.from_pylist(rows, schema=TRIPLES)
    held = table.set_column(2, "anchor", texts if isinstance(texts, pa.Array) else [texts])
    pq.write_table(held, path, compression="zstd", store_schema=False, **options)
    return path


def repeated(text, count):
    return pa.DictionaryArray.from_arrays(pa.array([0] * count, pa.int32()), [text])


def test_a_long_text_that_fills_a_small_file_is_held_once_and_refused(tmp_path):
    path = written(tmp_path / "part-00000.parquet", repeated("x" * 200_000, 1800))
    assert path.stat().st_size < 10_000
    table = TripleTable(path)
    before = pa.default_memory_pool().max_memory()
    for read in (
        lambda: next(table.training(**READING)),
        lambda: table.heldout(1.0),
        lambda: table.spread_anchors(3),
        lambda: table.tally("anchor"),
    ):
        with pytest.raises(UserError, match=r"part-00000\.parquet has rows of more than 32 KiB on"):
            read()
    assert pa.default_memory_pool().max_memory() < before + 20_000_000
    assert table.count(0.0).rows == 1800  # reads no texts


def test_rows_whose_different_texts_are_long_are_refused_before_they_are_unpacked(tmp_path):
    texts = [f"{number} {'x' * 100_000}" for number in range(200)]
    path = written(tmp_path / "part-00000.parquet", texts, use_dictionary=False)
    assert path.stat().st_size < 200_000
    before = pa.default_memory_pool().max_memory()
    with pytest.raises(UserError, match="far longer than sentences are, and is not read"):
        next(values_of(path, ["anchor"]))
    assert pa.default_memory_pool().max_memory() < before + 1_000_000


@pytest.mark.parametrize("options", [{}, {"row_group_size": 1}, {"use_dictionary": False}])
def test_the_longest_texts_of_ingest_are_read(tmp_path, options):
    text = "\u044f" * 4096  # of two bytes each
    row = triple(0, text, text, text)
    path = tmp_path / "part-00000.parquet"
    pq.write_table(pa.Table.from_pylist([row] * 3, schema=TRIPLES), path, **options)
    assert [len(next(values_of(path, ["anchor"]))[0])] == [4096]
    assert [len(row.texts) for row in TripleTable(path).training(**READING)] == [3, 3, 3]


def test_one_long_text_among_short_ones_is_read(tmp_path):
    texts = ["The ferry leaves."] * 99 + ["x" * 100_000]
    path = written(tmp_path / "part-00000.parquet", texts)
    assert sum(len(text) for (text,) in values_of(path, ["anchor"])) == 99 * 17 + 100_000


def test_values_are_those_of_the_table_whether_texts_repeat_or_lack(tmp_path):
    rows = some_triples(40)
    path = tmp_path / "part-00000.parquet"
    pq.write_table(pa.Table.from_pylist(rows, schema=TRIPLES), path, row_group_size=16)
    names = ["id", "anchor", "paraphrase", "kind", "mer"]
    expected = [(*[row[name] for name in names[:-1]], row["mer"] and 0.3) for row in rows]
    found = [(*row[:-1], row[-1] and round(row[-1], 4)) for row in values_of(path, names)]
    assert found == expected
    assert [row[0] for row in values_of(path, ["id"], group=1)] == list(range(16, 32))


def test_a_text_counts_each_time_that_it_stands_in_a_column():
    assert unpacked_bytes(repeated("four", 1000)) == 4000
    assert unpacked_bytes(repeated("four", 0)) == 0
    assert unpacked_bytes(pa.array([None, "a"]).dictionary_encode()) == 1
    assert unpacked_bytes(pa.array([1, 2], pa.int64())) == 16


def test_statistics_that_fit_no_column_are_refused_and_end_no_process(tmp_path):
    path = tmp_path / "part-00000.parquet"
    pq.write_table(pa.Table.from_pylist(some_triples(20), schema=TRIPLES), path)
    sound = path.read_bytes()
    name = b"\x18\x0aparaphrase"
    optional, required = b"\x25\x02" + name, b"\x25\0" + name
    assert sound.count(optional) == 1
    path.write_bytes(sound.replace(optional, required))
    # In a process of its own, which pyarrow could end.
    read = "import sys; from pathlib import Path; from trainer.data.triples import TripleTable;"
    read += "TripleTable(Path(sys.argv[1])).heldout(1.0)"
    done = subprocess.run([sys.executable, "-c", read, path], capture_output=True, text=True)
    assert done.returncode == 1
    assert "UserError" in done.stderr
