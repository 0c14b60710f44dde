"""Damage and accidents: each ends in one clear message, nothing is lost, nothing silently wrong."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from filelock import FileLock

from pipeline.acceptance.judging import FilterConfig
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.storage.manifest import read_manifest
from pipeline.storage.reader import read_shard
from pipeline.storage.status import stage_statuses
from pipeline.storage.verify import damage as damage_of
from pipeline.storage.verify import verify
from schemas.errors import OsscseError, UserError, WorkFailed, run_app
from schemas.manifest import parse_manifest
from schemas.tables import TABLES
from tests.artifacts import make_artifacts
from tests.kills import Killed, killed_after
from tests.programs import run_program
from trainer.cli import app
from trainer.data.triples import TripleTable

SENTENCES = {
    f"{who} {what}.": (f"{who} does not {what}.", [("de", f"{what}, {who}!", -1.0)])
    for who in ("The old man", "My sister", "A dog", "Nobody here", "Our teacher")
    for what in ("can swim", "was waiting", "had lunch", "came late")
}
PROGRAMS = Path(sys.executable).parent


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """All four stages, in several shards; the negations and translations are made up."""
    folder = make_artifacts(tmp_path_factory.mktemp("w") / "artifacts", SENTENCES, ("de",), 6)
    run_filter(folder, FilterConfig(shard_rows=7), workers=1)
    return folder


@pytest.fixture
def artifacts(whole, tmp_path):
    return Path(shutil.copytree(whole, tmp_path / "artifacts"))


def flip(path):
    """In the first pages, not in a statistic that no reader needs."""
    content = bytearray(path.read_bytes())
    for place in range(30, 70):
        content[place] ^= 4
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-40])


def table_bytes(artifacts, stage):
    return {
        path.name: path.read_bytes()
        for path in (artifacts / stage).iterdir()
        if not path.name.startswith(".")
    }


def test_a_flipped_bit_anywhere_in_a_shard_is_found(artifacts):
    shard = artifacts / "sentences/part-00001.parquet"
    content = shard.read_bytes()
    entry = read_manifest(artifacts / "sentences").shards[1]
    assert damage_of(shard, entry, TABLES["sentences"]) is None
    for place in range(0, len(content), 7):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        shard.write_bytes(flipped)
        assert "SHA-256 differs" in damage_of(shard, entry, TABLES["sentences"])


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


def test_a_footer_that_hides_rows_is_an_error(artifacts):
    shard = artifacts / "sentences/part-00001.parquet"
    table = pq.read_table(shard)
    pq.write_table(table.slice(0, table.num_rows - 1), shard)
    with pytest.raises(
        WorkFailed, match=r"has 2 rows, its manifest says 3\. Run `pipeline verify`"
    ):
        read_shard(shard, TABLES["sentences"], table.num_rows)


@pytest.mark.parametrize("damage", [flip, cut, Path.unlink, lambda path: other_texts(path)])
def test_a_stage_does_not_read_damaged_sentences(artifacts, damage):
    damage(artifacts / "sentences/part-00001.parquet")
    with pytest.raises(OsscseError, match=r"sentences/part-00001\.parquet"):
        run_negate(artifacts, NegateConfig(shard_rows=8), workers=1, overwrite=True)


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
        run_filter(artifacts, FilterConfig(0.2, shard_rows=7), workers=1, overwrite=True)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (flip, "part-00001.parquet"),
        (cut, "bytes, its manifest says"),
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
    manifest = parse_manifest(artifacts / "triples")
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
    assert {s.stage: s.state for s in stage_statuses(artifacts)}[stage] == "damaged"
    assert any(f"{path} is damaged" in problem for problem in verify(artifacts))
    with pytest.raises(OsscseError, match=r"manifest\.json is damaged"):
        run_filter(artifacts, FilterConfig(shard_rows=7), workers=1)
    assert table_bytes(artifacts, stage) == before


@pytest.mark.parametrize(
    ("stage", "command"),
    [
        ("sentences", ("ingest", "--shard-rows", "2", "--overwrite", "--input")),
        ("negations", ("negate", "--workers", "1", "--overwrite")),
        ("triples", ("filter", "--workers", "1", "--overwrite")),
    ],
)
def test_a_second_process_on_the_same_table_is_turned_away(artifacts, tmp_path, stage, command):
    before = table_bytes(artifacts, stage)
    (tmp_path / "in.txt").write_text("Another sentence.")
    extra = [tmp_path / "in.txt"] if command[0] == "ingest" else []
    with FileLock(artifacts / stage / ".lock"):
        done = run_program("pipeline", "run", *command, *extra, "--artifacts", artifacts)
    assert done.returncode == 1
    assert "Another process is writing" in done.stderr
    assert "Traceback" not in done.stderr
    assert table_bytes(artifacts, stage) == before


def test_a_clock_that_goes_back_gives_no_negative_rate(artifacts):
    now = time.time()
    for number, path in enumerate(sorted((artifacts / "triples").glob("*.parquet"))):
        os.utime(path, (now - 1000 * number, now - 1000 * number))
    (artifacts / "negations/part-00003.parquet").unlink()
    for path in (artifacts / "negations").glob("*.parquet"):
        os.utime(path, (now + 9e5, now + 9e5))
    for status in stage_statuses(artifacts):
        assert status.rate is None or status.rate > 0
        assert status.seconds_left is None or status.seconds_left >= 0
    assert run_program("pipeline", "status", "--artifacts", artifacts).returncode == 0


def negate(artifacts):
    run_negate(artifacts, NegateConfig(shard_rows=9), workers=1)


def filter_(artifacts):
    run_filter(artifacts, FilterConfig(shard_rows=9), workers=1)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="workers are found in /proc")
@pytest.mark.parametrize(("stage", "command"), [("negations", negate), ("triples", filter_)])
def test_a_killed_worker_is_named_and_the_stage_goes_on(artifacts, stage, command):
    for table in {stage, *(["verdicts"] if stage == "triples" else [])}:
        shutil.rmtree(artifacts / table)
    command(artifacts)
    expected = table_bytes(artifacts, stage)
    for table in {stage, *(["verdicts"] if stage == "triples" else [])}:
        shutil.rmtree(artifacts / table)
    name = command.__name__.strip("_")
    with subprocess.Popen(
        [
            PROGRAMS / "pipeline", "run", name, "--workers", "2", "--shard-rows", "9",
            "--artifacts", artifacts,
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        worker = None
        while worker is None and process.poll() is None:
            worker = next(iter(_workers(process.pid)), None)
            time.sleep(0.01)
        if worker is not None:
            os.kill(worker, signal.SIGKILL)
        _, shown = process.communicate()
    assert worker is not None, f"the stage ended before it had a worker: {shown}"
    assert process.returncode == 1
    assert "A worker process ended unexpectedly" in shown
    assert "Traceback" not in shown
    command(artifacts)
    assert table_bytes(artifacts, stage) == expected


def _workers(parent):
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:  # it has ended
            continue
        if int(fields[1]) == parent and b"spawn_main" in command:
            yield int(stat.parent.name)


def test_ingest_makes_a_cut_shard_again(tmp_path):
    (tmp_path / "in.txt").write_text("\n".join(SENTENCES))
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=6))
    before = table_bytes(tmp_path / "a", "sentences")
    cut(tmp_path / "a/sentences/part-00002.parquet")
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=6))
    assert table_bytes(tmp_path / "a", "sentences") == before


def test_an_ingest_that_was_killed_at_any_moment_ends_with_the_whole_table(tmp_path, monkeypatch):
    (tmp_path / "in.txt").write_text("\n".join(SENTENCES))

    def ingest(folder):
        run_ingest([str(tmp_path / "in.txt")], folder, IngestConfig(shard_rows=9))

    ingest(tmp_path / "whole")
    for renames in range(100):
        cut_off = tmp_path / f"after-{renames}"
        with monkeypatch.context() as patch:
            killed_after(patch, renames)
            try:
                ingest(cut_off)
            except Killed:
                pass
            else:
                break
        ingest(cut_off)
        for folder in ("sentences", ".manifests/sentences"):
            assert table_bytes(cut_off, folder) == table_bytes(tmp_path / "whole", folder), renames
    assert renames > 8


def test_a_journal_left_by_a_kill_after_the_last_shard_is_removed(tmp_path):
    (tmp_path / "in.txt").write_text("\n".join(SENTENCES))
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=6))
    journal = tmp_path / "a/sentences/journal.jsonl"
    journal.write_text("")
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=6))
    assert not journal.exists()


def on_read_only_mount(folder, *arguments):
    """A program on a folder that is mounted read-only, for root too."""
    commands = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    return subprocess.run(
        ["unshare", "-rm", "sh", "-c", commands, folder, PROGRAMS / arguments[0], *arguments[1:]],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def may_mount():
    probe = [
        "unshare",
        "-rm",
        "sh",
        "-c",
        "mount --bind /tmp /tmp && mount -o remount,ro,bind /tmp",
    ]
    return shutil.which("unshare") and subprocess.run(probe, check=False).returncode == 0


@pytest.mark.skipif(not may_mount(), reason="this system lets nobody mount")
def test_a_read_only_mount_can_be_looked_at_and_is_refused_for_writing(artifacts, tmp_path):
    for command in ("status", "inspect", "verify"):
        done = on_read_only_mount(artifacts, "pipeline", command, "--artifacts", str(artifacts))
        assert (done.returncode, done.stderr) == (0, "")
    before = {path: path.read_bytes() for path in artifacts.rglob("*") if path.is_file()}
    for command in (
        ["pipeline", "run", "filter", "--overwrite", "--artifacts"],
        ["pipeline", "repair", "--artifacts"],
        [
            "trainer",
            "fit",
            "--output",
            f"{artifacts}/run",
            "--model",
            "demo",
            "--set",
            "margin_weight=0.0",
            "--triples",
        ],
    ):
        done = on_read_only_mount(artifacts, *command, str(artifacts))
        assert done.returncode == 1
        assert "cannot be written: the file system is read-only" in done.stderr
    assert before == {path: path.read_bytes() for path in artifacts.rglob("*") if path.is_file()}
