"""Shards, manifests and locks."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.locks import locked
from pipeline.storage.writer import open_stage, planned_shards
from schemas.errors import UserError, WorkFailed
from schemas.manifest import Manifest
from schemas.tables import NEGATIONS
from tests.artifacts import read_manifest


def wanted(total=5, **config):
    files = [*planned_shards(total, 2)]
    return Manifest("negations", config, {"osscse": "1"}, {"sentences": "x"}, files, total)


def rows(start, stop):
    n = stop - start
    return pa.table(
        [list(range(start, stop)), [0] * n, ["negation"] * n, [None] * n, ["none"] * n, [""] * n],
        schema=NEGATIONS,
    )


def fill(artifacts, manifest, count=9):
    with open_stage(artifacts, manifest, overwrite=False) as writer:
        for file in writer.manifest.missing()[:count]:
            i = manifest.planned.index(file)
            part = planned_shards(manifest.total, 2)[file]
            writer.write(file, part, rows(*part), {"seen": part[1] - part[0]}, {"seen": [str(i)]})
    return manifest


@given(st.integers(0, 200), st.integers(1, 50))
def test_ranges_cover_every_row_once(total, size):
    covered = [
        i for start, stop in planned_shards(total, size).values() for i in range(start, stop)
    ]
    assert covered == list(range(total))


def test_an_interrupted_stage_goes_on_and_ends_with_the_same_bytes(tmp_path):
    fill(tmp_path / "whole", wanted())
    fill(tmp_path / "cut", wanted(), count=1)
    with pytest.raises(UserError, match="1 of 3 shards"):
        ArtifactsFolder(tmp_path / "cut").require("negations")
    fill(tmp_path / "cut", wanted())
    for name in ("manifest.json", *wanted().planned):
        whole, cut = (tmp_path / f / "negations" / name for f in ("whole", "cut"))
        assert whole.read_bytes() == cut.read_bytes()


def test_counts_and_examples_add_up_over_the_shards(tmp_path):
    manifest = fill(tmp_path, wanted(9))
    assert manifest.counts() == {"seen": 9}
    assert manifest.examples() == {"seen": ["0", "1", "2"]}
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
    reader = ArtifactsFolder(tmp_path).table("negations")
    for start in range(6):
        for stop in range(start, 6):
            assert reader.read(start, stop)["id"].to_pylist() == list(range(start, stop))


def test_other_settings_are_refused_and_named(tmp_path):
    fill(tmp_path, wanted(style="plain"))
    with pytest.raises(UserError, match="style was 'plain' and is now 'never'"):
        fill(tmp_path, wanted(style="never"))
    with pytest.raises(UserError, match="style was 'plain' and is now not set"):
        fill(tmp_path, wanted(style=None))


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
    with pytest.raises(
        WorkFailed, match=r"is damaged .* `pipeline run negate --artifacts .*` with the settings"
    ):
        read_manifest(tmp_path / "negations")


def test_a_damaged_shard_is_named(tmp_path):
    fill(tmp_path, wanted())
    (tmp_path / "negations/part-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(WorkFailed, match=r"part-00000\.parquet cannot be read"):
        ArtifactsFolder(tmp_path).table("negations").read(0, 1)


def test_a_missing_stage_names_its_command(tmp_path):
    with pytest.raises(UserError, match="`pipeline run ingest --input FILE --artifacts"):
        ArtifactsFolder(tmp_path).require("sentences")


def test_two_processes_do_not_write_to_one_folder(tmp_path):
    code = (
        "import sys, pathlib\nfrom pipeline.storage.locks import locked\n"
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

    monkeypatch.setattr("pipeline.storage.writer.pq.write_table", full)
    with pytest.raises(
        WorkFailed, match=r"part-00002\.parquet cannot be written: the disk is full"
    ):
        fill(tmp_path, manifest)
    assert json.loads((tmp_path / "negations/manifest.json").read_text())["shards"] == kept
    assert not [p for p in (tmp_path / "negations").iterdir() if p.name.endswith(".tmp")]


def test_a_stage_that_is_cut_short_is_continued_from_its_journal(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path / "cut", 2)
    folder = tmp_path / "cut" / "negations"
    assert json.loads((folder / "manifest.json").read_text())["shards"] == []
    found = read_manifest(folder)
    assert found is not None
    assert [shard.file for shard in found.shards] == wanted().planned[:2]
    before = (folder / "part-00000.parquet").stat().st_mtime_ns
    fill(tmp_path / "cut", wanted())
    assert (folder / "part-00000.parquet").stat().st_mtime_ns == before
    fill(tmp_path / "whole", wanted())
    for name in ("manifest.json", *wanted().planned):
        assert (folder / name).read_bytes() == (
            tmp_path / "whole" / "negations" / name
        ).read_bytes()
    assert sorted(p.name for p in folder.iterdir() if p.name != ".lock") == [
        "manifest.json", "part-00000.parquet", "part-00001.parquet", "part-00002.parquet",
    ]  # fmt: skip


def _interrupted(artifacts, count):
    manifest = wanted()
    with open_stage(artifacts, manifest, overwrite=False) as writer:
        for i, file in enumerate(manifest.planned[:count]):
            part = planned_shards(manifest.total, 2)[file]
            writer.write(file, part, rows(*part), {"seen": part[1] - part[0]}, {"seen": [str(i)]})
        raise KeyboardInterrupt


def test_whatever_is_left_of_the_journal_the_stage_ends_with_the_same_bytes(tmp_path):
    fill(tmp_path / "whole", wanted())
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path / "cut", 2)
    journal = (tmp_path / "cut/negations/journal.jsonl").read_bytes()
    for length in (0, 1, 40, len(journal) // 2, len(journal) - 1, len(journal)):
        for tail in (b"", b"\0" * 30, b'{"run": "x", "shard": {}}\n'):
            left = tmp_path / f"{length}-{len(tail)}"
            shutil.copytree(tmp_path / "cut", left)
            (left / "negations/journal.jsonl").write_bytes(journal[:length] + tail)
            fill(left, wanted())
            for name in ("manifest.json", *wanted().planned):
                whole, made = (f / "negations" / name for f in (tmp_path / "whole", left))
                assert whole.read_bytes() == made.read_bytes(), (length, tail, name)


def test_the_journal_of_another_run_is_not_believed(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path, 2)
    other = wanted(style="never")
    other.save(tmp_path / "negations")
    found = read_manifest(tmp_path / "negations")
    assert found is not None
    assert found.shards == []


def test_the_manifest_is_not_written_again_for_each_shard(tmp_path):
    with open_stage(tmp_path, wanted(), overwrite=False) as writer:
        written = (tmp_path / "negations/manifest.json").stat().st_mtime_ns
        for file, part in planned_shards(5, 2).items():
            writer.write(file, part, rows(*part))
            assert (tmp_path / "negations/manifest.json").stat().st_mtime_ns == written


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (4096, r"part-00001\.parquet cannot be written: files may not grow that large"),
        (1_000_000, "done"),
    ],
)
def test_a_file_that_may_not_grow_ends_the_run_with_a_sentence(tmp_path, limit, said):
    code = (
        "import resource, sys, pathlib\n"
        "from tests.pipeline.storage.test_writer import fill_large\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)\n"
        "fill_large(pathlib.Path(sys.argv[1]))\nprint('done')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "large"), str(limit)],
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert re.search(said, ended.stdout + ended.stderr), ended.stderr


def fill_large(artifacts):
    """Two shards, the second larger than the first."""
    manifest = Manifest("negations", {}, {}, {}, ["part-00000.parquet", "part-00001.parquet"], 5000)
    with open_stage(artifacts, manifest, overwrite=False) as writer:
        writer.write("part-00000.parquet", (0, 2), rows(0, 2))
        writer.write("part-00001.parquet", (2, 5000), rows(2, 5000))


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path):
    (tmp_path / "negations").write_text("")
    with pytest.raises(WorkFailed, match="negations cannot be written: a file stands where"):
        fill(tmp_path, wanted())


def test_what_differs_is_named_setting_by_setting(tmp_path):
    first = {"trip": {"beams": 5, "engine": "a"}, "rules": ["one", "two"], "model": "m " + "a" * 64}
    fill(tmp_path, wanted(**first))
    second = {
        "trip": {"beams": 1, "engine": "a"},
        "rules": ["two", "six"],
        "model": "m " + "b" * 64,
    }
    with pytest.raises(UserError) as refused:
        fill(tmp_path, wanted(**second))
    said = str(refused.value).partition("made differently: ")[2].partition(". Run with")[0]
    assert said == (
        "model was 'm aaaaaaaa...' and is now 'm bbbbbbbb...'; rules: one removed, six added;"
        " beams was 5 and is now 1"
    )


def test_a_run_that_wrote_no_shard_does_not_bind_the_next_one(tmp_path):
    """Its settings were perhaps what made it fail."""
    with open_stage(tmp_path, wanted(model="wrong"), overwrite=False):
        pass
    fill(tmp_path, wanted(model="right"))
    assert read_manifest(tmp_path / "negations").config["model"] == "right"
    with pytest.raises(UserError, match="model was 'right' and is now 'wrong'"):
        fill(tmp_path, wanted(model="wrong"))


def test_rules_in_another_order_are_told(tmp_path):
    fill(tmp_path, wanted(rules=["one", "two"]))
    with pytest.raises(UserError, match=r"differently: rules: order changed\. Run"):
        fill(tmp_path, wanted(rules=["two", "one"]))


def test_of_many_rules_that_differ_a_few_are_named_and_the_others_counted(tmp_path):
    fill(tmp_path, wanted(rules=[f"r{i}" for i in range(9)]))
    said = r"differently: rules: r1, r2, r3 and 5 more removed, x added\. Run"
    with pytest.raises(UserError, match=said):
        fill(tmp_path, wanted(rules=["r0", "x"]))


def test_an_input_that_came_or_went_is_named_with_its_digest(tmp_path):
    fill(tmp_path, wanted(old="a" * 64))
    with pytest.raises(UserError) as refused:
        fill(tmp_path, wanted(new="b" * 64))
    said = str(refused.value)
    assert "with new ('bbbbbbbb...'); without old ('aaaaaaaa...')" in said
    assert "None" not in said


def test_a_copy_of_an_input_is_told_without_its_digest(tmp_path):
    """Two equal digests, one "with" and one "without", say nothing."""
    fill(tmp_path, replace(wanted(), input={"corpus.txt": "a" * 64, "b.txt": "b" * 64}))
    with pytest.raises(UserError) as refused:
        fill(tmp_path, replace(wanted(), input={"c2.txt": "a" * 64, "c3.txt": "a" * 64}))
    said = str(refused.value).partition("made differently: ")[2].partition(". Run with")[0]
    assert said == (
        "the input was corpus.txt and is now c2.txt (same content); without b.txt"
        " ('bbbbbbbb...'); with c3.txt ('aaaaaaaa...')"
    )


def test_a_table_that_it_was_made_from_is_named_without_its_fingerprint(tmp_path):
    fill(tmp_path, wanted())
    newer = wanted()
    newer.input |= {"sentences": "y", "de forward": "en-de 01"}
    with pytest.raises(UserError) as refused:
        fill(tmp_path, newer)
    assert str(refused.value).startswith(
        f"{tmp_path / 'negations'} was made differently: from other sentences than the present"
        " ones; with de forward ('en-de 01'). Run with the old settings,"
    )
