"""Reading one shard: nothing is unpacked that was not expected."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.reader import TableReader, read_shard, remedy
from schemas.errors import WorkFailed

SCHEMA = pa.schema([pa.field("id", pa.uint64(), nullable=False), pa.field("text", pa.string())])


def test_a_footer_that_claims_other_rows_than_the_manifest_unpacks_none(tmp_path, monkeypatch):
    path = tmp_path / "part-00000.parquet"
    pq.write_table(pa.table([[1, 2, 3], ["a", "b", "c"]], schema=SCHEMA), path)
    assert read_shard(path, SCHEMA, 3).column("text").to_pylist() == ["a", "b", "c"]
    monkeypatch.setattr(pq.ParquetFile, "read", lambda *_, **__: pytest.fail("it was read"))
    with pytest.raises(
        WorkFailed, match=r"has 3 rows instead of the 1,000,000,000 in its manifest"
    ):
        read_shard(path, SCHEMA, 1_000_000_000)


@pytest.mark.parametrize(
    "table",
    [
        pa.table({"id": [1], "other": ["a"]}),
        pa.table({"id": ["1"], "text": ["a"]}),
        pa.table({"id": pa.array([None], pa.uint64()), "text": ["a"]}),
    ],
)
def test_a_table_of_other_columns_or_with_nulls_is_named(tmp_path, table):
    path = tmp_path / "part-00000.parquet"
    pq.write_table(table, path)
    with pytest.raises(WorkFailed, match=r"is not a shard of this table: .* Run `pipeline verify"):
        read_shard(path, SCHEMA, 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_the_place_of_a_shard_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "part-00000.parquet")
    with pytest.raises(WorkFailed, match="is a pipe or a device, not a file"):
        read_shard(tmp_path / "part-00000.parquet", SCHEMA, 1)


@pytest.mark.parametrize(
    "file", ["", "triples/part-00000.parquet", "backtranslations/de/part-00000.parquet"]
)
def test_advice_about_damage_names_the_artifacts_folder(file):
    for root, option in (
        ("artifacts", ""),
        ("triples/mine", " --artifacts triples/mine"),
        ("my art", " --artifacts 'my art'"),
    ):
        assert remedy(Path(root) / file) == (
            f"Run `pipeline verify{option}` to see what is damaged, and `pipeline repair{option}`"
            " to make it again."
        )


def test_advice_about_damaged_judgements_is_not_to_make_them_again():
    assert remedy(Path("my art/judgements/anna/part-00000.parquet")) == (
        "Judgements cannot be made again: restore my art/judgements/anna from a copy, or move it"
        " away."
    )


def test_rows_are_numbered_over_what_ingest_kept(tmp_path):
    """Shards state the lines that they cover, some of which were left out."""
    (tmp_path / "in.txt").write_text(
        "\n\nOne bell.\nOne bell.\n\nTwo bells.\nSix bells.\nTen bells.\n"
    )
    made = run_ingest([str(tmp_path / "in.txt")], tmp_path / "made", IngestConfig(shard_rows=2))
    rows = TableReader(tmp_path / "made", made)
    assert rows.rows == 4
    read = {n: rows.read(n, n + 2).column("text").to_pylist() for n in range(4)}
    assert read == {
        0: ["One bell.", "Two bells."],
        1: ["Two bells.", "Six bells."],
        2: ["Six bells.", "Ten bells."],
        3: ["Ten bells."],
    }
