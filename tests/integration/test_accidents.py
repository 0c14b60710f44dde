"""Accidents lose nothing: killed processes, two at a time, wrong clocks, read-only folders."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from filelock import FileLock

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.status import stage_statuses
from schemas.errors import WorkFailed
from tests.damages import SENTENCES, cut, table_bytes
from tests.kills import Killed, disk_full_after, killed_after
from tests.programs import run_program

PROGRAMS = Path(sys.executable).parent


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
    for status in stage_statuses(ArtifactsFolder(artifacts)):
        assert status.rate is None or status.rate > 0
        assert status.seconds_left is None or status.seconds_left >= 0
    assert run_program("pipeline", "status", "--artifacts", artifacts).returncode == 0


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="workers are found in /proc")
def test_a_killed_worker_is_named_and_the_stage_goes_on(artifacts):
    def run():
        run_filter(artifacts, FilterConfig(shard_rows=9), executor=LocalExecutor(1))

    def remove():
        for table in ("triples", "verdicts"):
            shutil.rmtree(artifacts / table)

    remove()
    run()
    expected = table_bytes(artifacts, "triples")
    remove()
    with subprocess.Popen(
        [
            PROGRAMS / "pipeline", "run", "filter", "--workers", "2", "--shard-rows", "9",
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
    run()
    assert table_bytes(artifacts, "triples") == expected


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


@pytest.mark.parametrize("accident", [killed_after, disk_full_after])
def test_an_ingest_that_was_killed_at_any_moment_ends_with_the_whole_table(
    tmp_path, monkeypatch, accident
):
    """As does one whose disk was full at any moment."""
    (tmp_path / "in.txt").write_text("\n".join(SENTENCES))

    def ingest(folder):
        run_ingest([str(tmp_path / "in.txt")], folder, IngestConfig(shard_rows=9))

    ingest(tmp_path / "whole")
    told = []
    for changes in range(100):
        cut_off = tmp_path / f"after-{changes}"
        with monkeypatch.context() as patch:
            accident(patch, changes)
            try:
                ingest(cut_off)
            except Killed:
                pass
            except WorkFailed as error:
                told.append(str(error))
            else:
                break
        ingest(cut_off)
        for folder in ("sentences", ".manifests/sentences"):
            assert table_bytes(cut_off, folder) == table_bytes(tmp_path / "whole", folder), changes
    assert all("cannot be written: the disk is full: free some space" in text for text in told)
    assert len(told) == (changes if accident is disk_full_after else 0)
    assert changes > 8


def test_a_journal_left_by_a_kill_after_the_last_shard_is_removed(tmp_path):
    (tmp_path / "in.txt").write_text("\n".join(SENTENCES))
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=6))
    journal = tmp_path / "a/sentences/journal.jsonl"
    journal.write_text("")
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig(shard_rows=6))
    assert not journal.exists()


SEVERAL = """
import contextlib, io, json, sys
from pipeline.cli import app as pipeline
from schemas.errors import run_app
from trainer.cli import app as trainer

found = []
for program, *given in json.loads(sys.argv[1]):
    code, said = 0, io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            run_app({"pipeline": pipeline, "trainer": trainer}[program], given)
        except SystemExit as end:
            code = end.code or 0
    found.append([code, said.getvalue()])
print(json.dumps(found))
"""


def on_read_only_mount(folder, commands):
    """Exit code and errors of programs on a folder that is mounted read-only, for root too."""
    mounted = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'
    done = subprocess.run(
        [
            "unshare", "-rm", "sh", "-c", mounted, folder,
            sys.executable, "-c", SEVERAL, json.dumps(commands),
        ],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


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
def test_a_read_only_mount_can_be_looked_at_and_is_refused_for_writing(artifacts):
    here = str(artifacts)
    looking = [["pipeline", name, "--artifacts", here] for name in ("status", "inspect", "verify")]
    writing = [
        ["pipeline", "run", "filter", "--overwrite", "--workers", "1", "--artifacts", here],
        ["pipeline", "repair", "--artifacts", here],
        ["trainer", "data", "SentEval", "--output", f"{here}/data"],
    ]
    before = {path: path.read_bytes() for path in artifacts.rglob("*") if path.is_file()}
    found = on_read_only_mount(artifacts, looking + writing)
    for code, said in found[: len(looking)]:
        assert (code, "Error" in said) == (0, False)
    for code, said in found[len(looking) :]:
        assert code == 1
        assert "cannot be written: the file system is read-only" in said
    assert before == {path: path.read_bytes() for path in artifacts.rglob("*") if path.is_file()}


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="a question that Windows lacks")
def test_a_run_of_the_trainer_is_refused_on_a_read_only_file_system(artifacts, monkeypatch):
    """In this process, which has torch."""
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and real(path, mode))
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    done = run_program(
        "trainer", "fit", "--output", artifacts / "run", "--model", "demo", "--recipe", "demo",
        "--set", "margin_weight=0.0", "--triples", artifacts,
    )  # fmt: skip
    assert done.returncode == 1
    assert "cannot be written: the file system is read-only" in done.stderr
    assert not (artifacts / "run").exists()
