"""Shards, manifests and locks."""

import json
import subprocess
import sys

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.store import (
    Manifest,
    TableReader,
    locked,
    open_stage,
    read_manifest,
    require,
    row_ranges,
)
from schemas.errors import UserError, WorkFailed
from schemas.tables import NEGATIONS


def wanted(total=5, **config):
    ranges = row_ranges(total, 2)
    files = [f"part-{i:05d}.parquet" for i in range(len(ranges))]
    return Manifest("negations", config, {"osscse": "1"}, {"sentences": "x"}, files, total)


def rows(start, stop):
    n = stop - start
    return pa.table(
        [list(range(start, stop)), [None] * n, ["no_clause"] * n, [""] * n], schema=NEGATIONS
    )


def fill(artifacts, manifest, count=9):
    with open_stage(artifacts, manifest, overwrite=False) as writer:
        for file in writer.missing()[:count]:
            i = manifest.planned.index(file)
            part = row_ranges(manifest.total, 2)[i]
            writer.write(file, part, rows(*part), {"seen": part[1] - part[0]}, {"seen": [str(i)]})
    return manifest


@given(st.integers(0, 200), st.integers(1, 50))
def test_ranges_cover_every_row_once(total, size):
    covered = [i for start, stop in row_ranges(total, size) for i in range(start, stop)]
    assert covered == list(range(total))


def test_an_interrupted_stage_goes_on_and_ends_with_the_same_bytes(tmp_path):
    fill(tmp_path / "whole", wanted())
    fill(tmp_path / "cut", wanted(), count=1)
    with pytest.raises(UserError, match="1 of 3 shards"):
        require(tmp_path / "cut", "negations")
    fill(tmp_path / "cut", wanted())
    for name in ("manifest.json", *wanted().planned):
        whole, cut = (tmp_path / f / "negations" / name for f in ("whole", "cut"))
        assert whole.read_bytes() == cut.read_bytes()


def test_counts_and_examples_add_up_over_the_shards(tmp_path):
    manifest = fill(tmp_path, wanted())
    assert manifest.counts() == {"seen": 5}
    assert manifest.examples(limit=2) == {"seen": ["0", "1"]}
    assert read_manifest(tmp_path / "negations") == manifest


def test_a_shard_of_another_size_than_listed_is_made_again(tmp_path):
    fill(tmp_path, wanted())
    damaged = tmp_path / "negations/part-00001.parquet"
    good = damaged.read_bytes()
    damaged.write_bytes(good[:50])
    fill(tmp_path, wanted())
    assert damaged.read_bytes() == good


def test_what_a_killed_process_was_writing_is_swept_away(tmp_path):
    fill(tmp_path, wanted(), count=1)
    torn = tmp_path / "negations" / ".part-00001.parquet.4711.tmp"
    torn.write_bytes(b"PAR1")
    fill(tmp_path, wanted())
    assert not torn.exists()


def test_reading_any_range(tmp_path):
    fill(tmp_path, wanted(5))
    reader = TableReader(tmp_path, "negations")
    for start in range(6):
        for stop in range(start, 6):
            assert reader.read(start, stop)["id"].to_pylist() == list(range(start, stop))


def test_other_settings_are_refused_and_named(tmp_path):
    fill(tmp_path, wanted(style="plain"))
    with pytest.raises(UserError, match="style was 'plain' and is now 'never'"):
        fill(tmp_path, wanted(style="never"))


def test_a_half_made_table_is_not_continued_by_other_versions(tmp_path):
    fill(tmp_path, wanted(), count=1)
    newer = wanted()
    newer.versions = {"osscse": "2"}
    with pytest.raises(UserError, match="osscse was '1' and is now '2'"):
        fill(tmp_path, newer)


def test_overwrite_leaves_no_old_shard(tmp_path):
    fill(tmp_path, wanted(9))
    smaller = wanted(3, style="never")
    with open_stage(tmp_path, smaller, overwrite=True):
        pass
    assert sorted(p.name for p in (tmp_path / "negations").glob("*.parquet")) == []


def test_a_damaged_manifest_says_what_to_do(tmp_path):
    fill(tmp_path, wanted())
    (tmp_path / "negations/manifest.json").write_text('{"stage": "negations"')
    with pytest.raises(WorkFailed, match=r"is damaged .* `pipeline run negate` again"):
        read_manifest(tmp_path / "negations")


def test_a_damaged_shard_is_named(tmp_path):
    fill(tmp_path, wanted())
    (tmp_path / "negations/part-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(WorkFailed, match=r"part-00000\.parquet cannot be read"):
        TableReader(tmp_path, "negations").read(0, 1)


def test_a_missing_stage_names_its_command(tmp_path):
    with pytest.raises(UserError, match="`pipeline run ingest --artifacts"):
        require(tmp_path, "sentences")


def test_two_processes_do_not_write_to_one_folder(tmp_path):
    code = (
        "import sys, pathlib\nfrom pipeline.store import locked\n"
        "with locked(pathlib.Path(sys.argv[1])):\n print('held', flush=True)\n sys.stdin.read()"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(WorkFailed, match="Another process is writing"), locked(tmp_path):
        pass
    holder.communicate("")
    with locked(tmp_path):
        pass


def test_a_full_disk_keeps_what_was_finished(tmp_path, monkeypatch):
    manifest = fill(tmp_path, wanted(), count=2)
    kept = json.loads((tmp_path / "negations/manifest.json").read_text())["shards"]

    def full(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pipeline.store.pq.write_table", full)
    with pytest.raises(OSError, match="No space left"):
        fill(tmp_path, manifest)
    assert json.loads((tmp_path / "negations/manifest.json").read_text())["shards"] == kept
    assert not [p for p in (tmp_path / "negations").iterdir() if p.name.endswith(".tmp")]
