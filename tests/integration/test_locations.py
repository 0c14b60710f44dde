"""Artifacts in an object store: the same tables, the same guarantees."""

import json
import os
import socket
from pathlib import Path

import pyarrow as pa
import pytest
from typer.testing import CliRunner
from upath import UPath

from pipeline import cli
from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.stages.rephrase import RephraseStage, run_rephrase
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.locks import locked
from pipeline.storage.status import stage_statuses
from pipeline.storage.writer import open_stage, planned_shards
from pipeline.translation.decoding import Decoding
from pipeline.translation.models import demo_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError, WorkFailed
from schemas.locations import local_copy, location
from schemas.manifest import Manifest
from schemas.tables import NEGATIONS, STAGES
from tests.artifacts import read_manifest
from tests.open_files import moved_while_open
from trainer.data.triples import TripleTable

SENTENCES = [
    "The ferry will leave the harbour at noon.",
    "She has read the letter twice.",
    "The bakery on our street is open on Sundays.",
    "My brother can repair the old radio.",
    "The children are playing behind the house.",
]


def run_all(artifacts, text, scratch=None):
    run_ingest([text], artifacts, IngestConfig(shard_rows=3), scratch=scratch)
    run_negate(artifacts, NegateConfig(shard_rows=4), executor=LocalExecutor(1))
    run_rephrase(artifacts, RephraseStage(shard_rows=4), executor=LocalExecutor(1))
    trip = RoundTripConfig(Decoding(beams=1, candidates=1))
    config = BacktranslateConfig(tuple(demo_pivots()), trip, shard_rows=4)
    run_backtranslate(artifacts, config, device="cpu", executor=LocalExecutor(1))
    run_filter(artifacts, FilterConfig(shard_rows=3), executor=LocalExecutor(1))


def contents(folder):
    """Name below the folder -> bytes, of all but locks."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture
def memory():
    """A folder of fsspec's in-memory filesystem, which forgets it afterwards."""
    folder = location("memory://bucket/tables")
    yield folder
    folder.fs.rm("/", recursive=True)


@pytest.fixture(scope="module")
def moved():
    """What the stages moved or removed while it was open, as they made the tables of `local`."""
    return []


@pytest.fixture(scope="module")
def local(tmp_path_factory, moved):
    """A local folder with all tables, and its input."""
    folder = tmp_path_factory.mktemp("local")
    (folder / "in.txt").write_text("\n".join(SENTENCES))
    with moved_while_open(folder) as found:
        run_all(folder / "tables", str(folder / "in.txt"))
    # `test_ingest.py` looks at the files between its passes, which are removed otherwise there.
    moved += [one for one in found if "/.staging" not in one]
    return folder


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks into /proc")
def test_windows_would_let_the_stages_move_and_remove_what_they_do(local, moved):
    assert moved == []


@pytest.mark.parametrize("kind", ["memory", "file"])
def test_all_stages_leave_the_bytes_that_they_leave_in_a_folder(local, tmp_path, memory, kind):
    folder = memory if kind == "memory" else UPath(f"file://{tmp_path}/bucket/tables")
    run_all(folder, str(local / "in.txt"), scratch=tmp_path / "scratch")
    assert contents(folder) == contents(local / "tables")
    assert [s.state for s in stage_statuses(ArtifactsFolder(folder))] == ["complete"] * len(STAGES)
    assert not list((tmp_path / "scratch").rglob("*.parquet"))
    there, here = TripleTable(folder), TripleTable(local / "tables")
    order = {"seed": 3, "epoch": 1, "buffer": 4, "heldout": 0.1, "rows": "all"}
    assert there.fingerprint() == here.fingerprint()
    assert list(there.training(**order)) == list(here.training(**order))


def test_commands_take_urls(local, memory):
    for name, content in contents(local / "tables").items():
        (memory / name).write_bytes(content)

    def run(*arguments):
        result = CliRunner().invoke(cli.app, [*arguments, "--artifacts", str(memory)])
        return result.exit_code, result.stdout, str(result.exception)

    assert run("verify") == (
        0, "No faults: every shard matches its manifest, and schemas and keys are valid.\n", "None"
    )  # fmt: skip
    assert json.loads(run("status", "--json")[1])[0]["state"] == "complete"
    found = json.loads(run("inspect", "--sql", "select count(*) n from paper_triples", "--json")[1])
    assert found == [{"n": len(SENTENCES)}]
    (memory / "negations/part-00001.parquet").write_bytes(b"PAR1")
    code, output, _ = run("verify")
    assert code == 1
    assert "memory://bucket/tables/negations/part-00001.parquet has 4 bytes" in output


def test_tables_in_an_object_store_are_repaired(local, memory):
    for name, content in contents(local / "tables").items():
        (memory / name).write_bytes(content)
    before = contents(memory)
    (memory / "negations/part-00001.parquet").write_bytes(b"PAR1")
    (memory / "verdicts/part-00000.parquet").unlink()
    (memory / "triples/manifest.json").write_bytes(b"{")
    (memory / "triples/part-00099.parquet").write_bytes(b"stray")

    def run(*arguments):
        result = CliRunner().invoke(cli.app, ["repair", "--artifacts", str(memory), *arguments])
        assert result.exit_code == 0, result.exception
        actions = json.loads(result.stdout)
        return {a["path"].removeprefix(f"{memory}/"): a["outcome"] for a in actions}

    damaged = contents(memory)
    assert set(run("--dry-run", "--json").values()) == {"to do"}
    assert contents(memory) == damaged
    assert run("--json") == {
        "negations/part-00001.parquet": "made again",
        "triples/part-00099.parquet": "set aside",
        "triples/manifest.json": "rebuilt",
        "verdicts/part-00000.parquet": "made again",
    }
    aside = "set-aside/triples/part-00099.parquet"
    assert (memory / aside).read_bytes() == b"stray"
    (memory / aside).unlink()
    assert contents(memory) == before
    assert run("--json") == {}


def test_an_input_may_be_a_url(tmp_path, memory):
    (memory / "more.jsonl").write_bytes(b'{"text": "It rained."}\n{"text": "It snowed."}\n')
    run_ingest([f"{memory}/more.jsonl"], tmp_path / "out", IngestConfig())
    rows = ArtifactsFolder(tmp_path / "out").table("sentences").read(0, 9).to_pylist()
    assert [(row["text"], row["source"], row["line"]) for row in rows] == [
        ("It rained.", "memory://bucket/tables/more.jsonl", 1),
        ("It snowed.", "memory://bucket/tables/more.jsonl", 2),
    ]
    with pytest.raises(UserError, match="does not exist"):
        run_ingest([f"{memory}/none.txt"], tmp_path / "other", IngestConfig())


def write(folder, count=None, fail=False):
    shards = planned_shards(6, 2)
    manifest = Manifest("negations", {}, {"osscse": "1"}, {}, [*shards], 6)
    with open_stage(folder, manifest, overwrite=False) as writer:
        for file in writer.manifest.missing()[:count]:
            start, stop = shards[file]
            rows = [
                {"id": i, "rank": 0, "kind": "negation", "rule": "no_clause", "cue": ""}
                for i in range(start, stop)
            ]
            table = pa.Table.from_pylist(rows, schema=NEGATIONS)
            writer.write(file, (start, stop), table)
        if fail:
            raise KeyboardInterrupt
    return manifest


def test_an_interrupted_stage_goes_on(tmp_path, memory):
    with pytest.raises(KeyboardInterrupt):
        write(memory, 2, fail=True)
    assert json.loads((memory / "negations/manifest.json").read_text())["shards"] == []
    found = read_manifest(memory / "negations")
    assert found is not None
    assert len(found.shards) == 2
    with pytest.raises(UserError, match="2 of 3 shards"):
        ArtifactsFolder(memory).require("negations")
    write(memory)
    write(tmp_path)
    assert contents(memory) == contents(tmp_path)


def test_a_lock_names_who_holds_it_and_how_to_remove_it(memory):
    owner = {"host": "node-7", "pid": 12, "started": "2031-05-06T07:08:09+00:00"}
    (memory / "negations/.lock").write_text(json.dumps(owner))
    said = r"Process 12 on node-7 .* since 2031-.* remove memory://.*negations/\.lock and run again"
    with pytest.raises(WorkFailed, match=said):
        write(memory)
    (memory / "negations/.lock").unlink()
    write(memory)
    assert not (memory / "negations/.lock").exists()


def test_two_do_not_write_to_one_folder(memory):
    with locked(memory), pytest.raises(WorkFailed, match=f"Process {os.getpid()} on"):
        write_under_lock(memory)
    write_under_lock(memory)


def write_under_lock(folder):
    with locked(folder):
        pass


def test_the_lock_of_a_dead_process_of_this_machine_is_taken_over(memory):
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    owner = {"host": socket.gethostname(), "pid": pid, "started": "2031-05-06T07:08:09+00:00"}
    (memory / ".lock").write_text(json.dumps(owner))
    write_under_lock(memory)
    assert not (memory / ".lock").exists()


def test_a_copy_that_comes_short_is_refused(memory, monkeypatch):
    monkeypatch.setattr(type(memory.fs), "size", lambda self, path: 1)
    with pytest.raises(WorkFailed, match=r"manifest.json has 1 bytes after the upload of \d+"):
        write(memory)


def test_a_local_copy_is_gone_afterwards(memory):
    (memory / "deep/er/file.txt").write_text("x")
    with local_copy(memory) as folder:
        assert (folder / "deep/er/file.txt").read_text() == "x"
        assert folder.name == "tables"
    assert not folder.exists()


def test_places_that_cannot_be_opened_say_what_is_missing(tmp_path):
    assert location(str(tmp_path)) == tmp_path
    assert location(f"file://{tmp_path}") == tmp_path
    with pytest.raises(UserError, match="nowhere://x cannot be opened"):
        location("nowhere://x")
    with pytest.raises(UserError, match=r"pip install 'osscse\[gcs\]'"):
        location("gs://bucket/folder")
