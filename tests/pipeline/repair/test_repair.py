"""Every damage is found by verify, and repair restores the bytes or says why it cannot."""

import json
import shutil
from pathlib import Path

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.datacard import CardOptions
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, Row, run_negate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.verify import verify
from schemas.errors import WorkFailed
from schemas.tables import STAGES
from tests.artifacts import make_artifacts, read_manifest
from tests.kills import Killed, killed_after
from tests.programs import run_program
from tests.repairs import SHARD, bytes_of, cut, flip, forget_copy, mend, replace_by_other_table

DAMAGES = {"missing": Path.unlink, "cut": cut, "flip": flip, "other": replace_by_other_table}


# Finding depends on the damage, and making again on the stage; `filter` makes two tables at once.
@pytest.mark.parametrize(
    ("stage", "damage"),
    [(stage, "flip") for stage in STAGES]
    + [
        (stage, damage)
        for stage in ("sentences", "verdicts")
        for damage in ("missing", "cut", "other")
    ],
)
def test_a_damaged_shard_is_found_and_made_again(finished, artifacts, models, stage, damage):
    before = bytes_of(finished)
    shard = artifacts / stage / SHARD[stage]
    times = {p: p.stat().st_mtime_ns for p in artifacts.rglob("*.parquet") if p != shard}
    DAMAGES[damage](shard)
    assert any(str(shard) in problem.text for problem in verify(ArtifactsFolder(artifacts)))
    (done,) = mend(artifacts, models=models)
    assert (done.path, done.outcome, done.note) == (shard, "made again", "")
    assert bytes_of(artifacts) == before
    assert list(verify(ArtifactsFolder(artifacts))) == []
    assert {p: p.stat().st_mtime_ns for p in times} == times, "sound shards are not touched"
    assert {p.name for p in artifacts.iterdir()} == {p.name for p in finished.iterdir()}


def test_damages_all_over_are_repaired_in_one_go(finished, artifacts, models):
    for stage in STAGES:
        flip(artifacts / stage / SHARD[stage])
        (artifacts / stage / SHARD[stage].replace("00001", "00000")).unlink()
    planned = mend(artifacts, models=models, dry_run=True)
    assert {action.outcome for action in planned} == {"to do"}
    done = mend(artifacts, models=models)
    assert [action.path for action in done] == [action.path for action in planned]
    assert {action.outcome for action in done} == {"made again"}
    assert bytes_of(artifacts) == bytes_of(finished)


def test_a_dry_run_changes_nothing(artifacts):
    flip(artifacts / "negations" / SHARD["negations"])
    before = bytes_of(artifacts)
    assert [action.outcome for action in mend(artifacts, dry_run=True)] == ["to do"]
    assert bytes_of(artifacts) == before


@pytest.mark.parametrize("stage", ["sentences", "negations"])
def test_a_repair_that_was_killed_at_any_moment_is_done_by_the_next(
    artifacts, tmp_path, monkeypatch, stage
):
    for later in STAGES[2:]:
        shutil.rmtree(artifacts / later)
    whole = bytes_of(artifacts)
    (artifacts / stage / "part-00000.parquet").unlink()
    flip(artifacts / stage / "part-00001.parquet")
    (artifacts / stage / "manifest.json").write_text("{")
    for renames in range(100):
        damaged = tmp_path / f"after-{renames}"
        shutil.copytree(artifacts, damaged)
        with monkeypatch.context() as patch:
            killed_after(patch, renames)
            try:
                mend(damaged)
            except Killed:
                pass
            else:
                break
        done = mend(damaged)
        assert {action.outcome for action in done} <= {"made again", "rebuilt"}, renames
        assert list(verify(ArtifactsFolder(damaged))) == [], renames
        assert bytes_of(damaged) == whole, renames
    assert renames > 8


def test_a_stage_goes_on_where_a_killed_repair_stopped(finished, artifacts, monkeypatch):
    for number in (0, 1):
        flip(artifacts / f"negations/part-0000{number}.parquet")
    with monkeypatch.context() as patch:
        killed_after(patch, 1)
        with pytest.raises(Killed):
            mend(artifacts)
    said = f"run `pipeline run negate --artifacts {artifacts}`."
    assert any(problem.text.endswith(said) for problem in verify(ArtifactsFolder(artifacts)))
    run_negate(artifacts, NegateConfig(shard_rows=2), executor=LocalExecutor(1))
    assert bytes_of(artifacts) == bytes_of(finished)


def test_strays_are_set_aside(finished, artifacts):
    stray = artifacts / "negations/part-00009.parquet"
    stray.write_bytes(b"mine")
    assert list(verify(ArtifactsFolder(artifacts))) == [(f"{stray} is in no manifest.", True)]
    (done,) = mend(artifacts)
    assert done.outcome == "set aside"
    assert (artifacts / "set-aside/negations/part-00009.parquet").read_bytes() == b"mine"
    assert bytes_of(artifacts) == bytes_of(finished)


def test_a_dry_run_looks_beyond_strays(artifacts):
    (artifacts / "negations/part-00009.parquet").write_bytes(b"mine")
    (artifacts / "catalog.sql").write_text("")
    planned = mend(artifacts, dry_run=True)
    assert [action.path.name for action in planned] == ["part-00009.parquet", "catalog.sql"]
    assert [action.path for action in mend(artifacts)] == [action.path for action in planned]


def test_changed_or_missing_inputs_are_named_and_later_tables_wait(work, artifacts, models):
    flip(artifacts / "sentences" / SHARD["sentences"])
    flip(artifacts / "negations" / SHARD["negations"])
    corpus = work / "corpus.txt"
    text = corpus.read_text()
    try:
        corpus.write_text(text + "\nMore.")
        changed = mend(artifacts, models=models)
        corpus.unlink()
        missing = mend(artifacts, models=models)
    finally:
        corpus.write_text(text)
    assert [action.outcome for action in changed + missing] == ["left"] * 4
    assert "has changed since ingest read it" in changed[0].note
    assert "is missing" in missing[0].note
    assert "input, the sentences, is damaged" in changed[1].note
    assert {action.outcome for action in mend(artifacts, models=models)} == {"made again"}
    assert list(verify(ArtifactsFolder(artifacts))) == []


def test_the_command_says_what_it_could_not_repair(work, artifacts):
    flip(artifacts / "sentences" / SHARD["sentences"])
    corpus = work / "corpus.txt"
    text = corpus.read_text()
    try:
        corpus.write_text(text + "\nMore.")
        done = run_program("pipeline", "repair", "--artifacts", artifacts, "--workers", 1)
    finally:
        corpus.write_text(text)
    assert done.returncode == 1
    assert "could not be repaired, for the reasons given above." in done.stderr


def test_a_table_of_other_sentences_is_left_with_the_command_that_makes_it(artifacts):
    text = artifacts.parent / "others.txt"
    text.write_text("Hail fell.")
    run_ingest([str(text)], artifacts, IngestConfig(), overwrite=True)
    notes = {action.path.name: action.note for action in mend(artifacts)}
    assert [*notes] == ["negations", "backtranslations", "rephrasings", "triples"]
    assert notes["rephrasings"] == (
        f"{artifacts / 'rephrasings'} was made from other sentences than the present ones: run"
        f" `pipeline run rephrase --compose --shard-rows 2 --artifacts {artifacts} --overwrite`."
    )


def test_models_that_are_not_there_are_named(artifacts):
    flip(artifacts / "backtranslations" / SHARD["backtranslations"])
    (done,) = mend(artifacts, models=["de=nowhere/en-de,nowhere/de-en"])
    assert done.outcome == "left"
    assert "nowhere/en-de" in done.note


def test_other_models_of_the_same_names_are_not_taken(artifacts):
    flip(artifacts / "backtranslations" / SHARD["backtranslations"])
    (done,) = mend(artifacts)  # the packaged ones are called en-de and de-en too
    assert done.outcome == "left"
    assert "give --models de=.../en-de,.../de-en, with the folders in place of" in done.note


def test_shards_that_come_out_otherwise_are_left(artifacts, monkeypatch):
    shard = artifacts / "negations" / SHARD["negations"]
    flip(shard)
    before = shard.read_bytes()
    manifest = (shard.parent / "manifest.json").read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(
            "pipeline.stages.negate._NegateTexts.__call__",
            lambda self, texts: [[Row("negation", "?", "r", "")]] * len(texts),
        )
        (done,) = mend(artifacts)
    assert done.outcome == "left"
    assert "differs from the shard" in done.note
    assert shard.read_bytes() == before
    assert (shard.parent / "manifest.json").read_bytes() == manifest
    assert [action.outcome for action in mend(artifacts)] == ["made again"]


def test_a_table_that_comes_out_otherwise_can_be_overwritten(artifacts, monkeypatch):
    shard = artifacts / "negations" / SHARD["negations"]
    shard.unlink()
    monkeypatch.setattr(
        "pipeline.stages.negate._NegateTexts.__call__",
        lambda self, texts: [[Row("negation", None, "r", "")]] * len(texts),
    )
    with pytest.raises(WorkFailed, match="the table would be mixed"):
        run_negate(artifacts, NegateConfig(shard_rows=2), executor=LocalExecutor(1))
    run_negate(artifacts, NegateConfig(shard_rows=2), executor=LocalExecutor(1), overwrite=True)
    rows = ArtifactsFolder(artifacts).table("negations").read(0, 5).to_pylist()
    assert {row["rule"] for row in rows} == {"r"}


def test_a_table_of_other_sentences_is_named_with_the_command(work, artifacts):
    other = work / "other.txt"
    other.write_text("Quite another text.")
    run_ingest([str(other)], artifacts, IngestConfig(shard_rows=2), overwrite=True)
    flip(artifacts / "negations" / SHARD["negations"])
    done = {action.path.parent.name: action for action in mend(artifacts)}
    assert "`pipeline run negate" in done["negations"].note
    assert {action.outcome for action in done.values()} == {"left"}


def test_an_unfinished_stage_makes_its_damaged_shard_in_the_next_run(finished, artifacts):
    folder = artifacts / "negations"
    manifest = read_manifest(folder)
    manifest.shards.pop()
    manifest.save(folder)
    forget_copy(artifacts, "negations")
    (folder / "part-00002.parquet").unlink()
    flip(folder / "part-00001.parquet")
    (done,) = mend(artifacts)
    assert done.outcome == "next run"
    assert "`pipeline run negate" in done.note
    run_negate(artifacts, NegateConfig(shard_rows=2), executor=LocalExecutor(1))
    assert bytes_of(artifacts) == bytes_of(finished)


def test_the_data_card_stays_as_it_was(tmp_path):
    anchor = "The old man can swim in the river today."
    made = ("The old man cannot swim.", [("de", "Today the old man can swim in the river.", -1.0)])
    artifacts = make_artifacts(tmp_path / "a", {anchor: made}, ("de",))
    run_filter(
        artifacts,
        FilterConfig(shard_rows=2),
        executor=LocalExecutor(1),
        card=CardOptions("mit", True),
    )
    before = (artifacts / "README.md").read_bytes()
    assert b"## Examples" in before
    flip(artifacts / "triples/part-00000.parquet")
    (done,) = mend(artifacts)
    assert done.outcome == "made again"
    assert (artifacts / "README.md").read_bytes() == before


@pytest.mark.parametrize("name", ["catalog.sql", "README.md"])
def test_what_a_killed_writer_of_a_text_left_is_removed(artifacts, name):
    left = artifacts / f".{name}.12345.tmp"
    left.write_text("half of it")
    assert mend(artifacts) == []
    assert not left.exists()


def test_the_command_prints_what_it_did(artifacts):
    flip(artifacts / "triples" / SHARD["triples"])

    def run(*arguments):
        return run_program("pipeline", *arguments, "--artifacts", artifacts)

    assert "`pipeline repair" in run("verify").stderr
    dry = run("repair", "--dry-run", "--json")
    assert [row["outcome"] for row in json.loads(dry.stdout)] == ["to do"]
    done = run("repair")
    assert done.returncode == 0
    assert "triples/part-00001.parquet" in done.stdout
    assert "made again" in done.stdout
    assert run("repair").stdout == "Nothing is damaged.\n"
