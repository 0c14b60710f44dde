"""Damage: each ends in one clear message, nothing is lost, nothing silently wrong."""

import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.reader import read_shard
from pipeline.storage.status import stage_statuses
from pipeline.storage.verify import damage as damage_of
from pipeline.storage.verify import verify
from schemas.errors import OsscseError, UserError, WorkFailed, run_app
from schemas.manifest import parse_manifest
from schemas.tables import TABLES
from tests.artifacts import read_manifest
from tests.damages import cut, flip, table_bytes
from trainer.cli import app
from trainer.data.triples import TripleTable


def test_a_flipped_bit_anywhere_in_a_shard_is_found(artifacts):
    shard = artifacts / "sentences/part-00001.parquet"
    content = shard.read_bytes()
    entry = read_manifest(artifacts / "sentences").shards[1]
    assert damage_of(shard, entry, TABLES["sentences"]) is None
    for place in range(0, len(content), 7):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        shard.write_bytes(flipped)
        assert "(SHA-256)" in damage_of(shard, entry, TABLES["sentences"])


def test_a_flipped_bit_is_an_error_or_without_effect_also_where_no_digest_is_compared(artifacts):
    shard = artifacts / "sentences/part-00001.parquet"
    content = shard.read_bytes()
    rows = read_manifest(artifacts / "sentences").shards[1].rows
    expected = read_shard(shard, TABLES["sentences"], rows)
    found = 0
    for place in range(4, len(content) - 8):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        shard.write_bytes(flipped)
        try:
            # Statistics and encodings listed in the footer may differ; the texts may not.
            assert read_shard(shard, TABLES["sentences"], rows).equals(expected), place
        except OsscseError:
            found += 1
    assert found > 50


def test_a_footer_whose_group_hides_rows_is_an_error(artifacts):
    shard = artifacts / "sentences/part-00001.parquet"
    content, hidden = shard.read_bytes(), 0
    three, one = b"\x06", b"\x02"  # numbers of the footer, in its encoding
    for place in range(4, len(content) - 8):
        if content[place : place + 1] != three:
            continue
        shard.write_bytes(content[:place] + one + content[place + 1 :])
        try:
            assert read_shard(shard, TABLES["sentences"], 3).num_rows == 3
        except WorkFailed as error:
            hidden += "has 1 row instead of the 3 in its manifest" in str(error)
    assert hidden == 2  # in the file's own count, and in its group's


def test_a_footer_that_hides_rows_is_an_error(artifacts):
    shard = artifacts / "sentences/part-00001.parquet"
    table = pq.read_table(shard)
    pq.write_table(table.slice(0, table.num_rows - 1), shard)
    told = r"has 2 rows instead of the 3 in its manifest\. Run `pipeline verify --artifacts"
    with pytest.raises(WorkFailed, match=told):
        read_shard(shard, TABLES["sentences"], table.num_rows)


@pytest.mark.parametrize("damage", [flip, cut, Path.unlink, lambda path: other_texts(path)])
def test_a_stage_does_not_read_damaged_sentences(artifacts, damage):
    damage(artifacts / "sentences/part-00001.parquet")
    with pytest.raises(OsscseError, match=r"sentences/part-00001\.parquet"):
        run_negate(artifacts, NegateConfig(shard_rows=8), executor=LocalExecutor(1), overwrite=True)


def other_texts(path):
    """A sound table of as many rows, as an older copy of the file may be."""
    table = pq.read_table(path, partitioning=None)
    field = next(f for f in table.schema if f.name in ("text", "negation", "pivot_text"))
    values = pa.array(table[field.name].slice(0, 1).to_pylist() * table.num_rows, field.type)
    changed = table.set_column(table.schema.names.index(field.name), field, values)
    pq.write_table(changed, path, write_page_checksum=True)


@pytest.mark.parametrize("stage", ["sentences", "negations", "backtranslations/de"])
@pytest.mark.parametrize("damage", [flip, cut, Path.unlink, other_texts])
def test_filter_does_not_read_damaged_tables(artifacts, stage, damage):
    damage(artifacts / stage / "part-00001.parquet")
    with pytest.raises(OsscseError, match=r"part-00001\.parquet"):
        run_filter(
            artifacts, FilterConfig(0.2, shard_rows=7), executor=LocalExecutor(1), overwrite=True
        )


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (flip, "part-00001.parquet"),
        (cut, "in its manifest"),
        (Path.unlink, "is missing"),
        (lambda path: shutil.copy(path, path.with_name("part-00009.parquet")), "in no manifest"),
    ],
)
def test_the_trainer_refuses_damaged_triples(artifacts, tmp_path, capsys, damage, message):
    damage(artifacts / "triples/part-00001.parquet")
    arguments = ["fit", "--triples", artifacts, "--output", tmp_path / "run", "--device", "cpu"]
    with pytest.raises(SystemExit, match="2"):
        run_app(app, [*map(str, arguments), "--model", "demo", "--recipe", "demo"])
    shown = capsys.readouterr().err
    assert message in shown
    assert "pipeline repair" in shown
    assert not (tmp_path / "run").exists()


def test_the_trainer_refuses_unfinished_triples(artifacts):
    manifest = parse_manifest(artifacts / "triples").manifest
    manifest.shards.pop()
    manifest.save(artifacts / "triples")
    with pytest.raises(UserError, match="is not finished"):
        TripleTable(artifacts)


@pytest.mark.parametrize("damage", [flip, cut])
def test_the_trainer_names_a_damaged_file_without_manifest(artifacts, tmp_path, damage):
    alone = tmp_path / "alone.parquet"
    shutil.copy(artifacts / "triples/part-00000.parquet", alone)
    damage(alone)
    with pytest.raises(UserError, match=r"alone\.parquet"):
        list(TripleTable(alone).training(seed=0, epoch=0, buffer=9, heldout=0.0, rows="all"))


@pytest.mark.parametrize("kept", [0, 1, 200, -20])
@pytest.mark.parametrize("stage", ["sentences", "negations", "triples"])
def test_a_half_written_manifest_stops_every_command_that_needs_it(artifacts, stage, kept):
    path = artifacts / stage / "manifest.json"
    path.write_text(path.read_text()[:kept])
    before = table_bytes(artifacts, stage)
    folder = ArtifactsFolder(artifacts)
    assert {s.stage: s.state for s in stage_statuses(folder)}[stage] == "damaged"
    assert any(f"{path} is damaged" in problem.text for problem in verify(folder))
    with pytest.raises(OsscseError, match=r"manifest\.json is damaged"):
        run_filter(artifacts, FilterConfig(shard_rows=7), executor=LocalExecutor(1))
    assert table_bytes(artifacts, stage) == before
