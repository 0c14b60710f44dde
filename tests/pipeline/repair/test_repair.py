"""Every damage is found by verify, and repair restores the bytes or says why it cannot."""

import json
import shutil
from pathlib import Path

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.inspection.datacard import CardOptions
from pipeline.repair.repair import repair
from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, Row, run_negate
from pipeline.stages.rephrase import RephraseStage, run_rephrase
from pipeline.storage.manifest import read_manifest
from pipeline.storage.reader import TableReader
from pipeline.storage.verify import verify
from pipeline.translation.decoding import Decoding
from pipeline.translation.models import Pivot
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import WorkFailed
from schemas.tables import STAGES
from tests.artifacts import make_artifacts
from tests.kills import Killed, killed_after
from tests.programs import run_program
from tests.translation_models import make_fsmt

SENTENCES = ["The tap is open.", "Nobody came.", "A dog can swim.", "We had lunch.", "It rains."]
SHARD = dict.fromkeys(STAGES, "part-00001.parquet") | {"backtranslations": "de/part-00001.parquet"}


@pytest.fixture(scope="module")
def work(tmp_path_factory):
    folder = tmp_path_factory.mktemp("repair")
    (folder / "corpus.txt").write_text("\n".join(SENTENCES))
    make_fsmt(folder / "en-de", ("en", "de"), seed=1)
    make_fsmt(folder / "de-en", ("de", "en"), seed=2)
    return folder


@pytest.fixture(scope="module")
def models(work):
    return [f"de={work / 'en-de'},{work / 'de-en'}"]


@pytest.fixture(scope="module")
def finished(work):
    """All stages, in shards of two sentences."""
    artifacts = work / "whole"
    run_ingest([str(work / "corpus.txt")], artifacts, IngestConfig(shard_rows=2))
    run_negate(artifacts, NegateConfig(shard_rows=2), workers=1)
    run_rephrase(artifacts, RephraseStage(shard_rows=2), workers=1)
    config = BacktranslateConfig(
        (Pivot("de", str(work / "en-de"), str(work / "de-en")),),
        RoundTripConfig(Decoding(2, 2, max_length=10)),
        shard_rows=2,
    )
    run_backtranslate(artifacts, config, device="cpu", workers=1)
    run_filter(artifacts, FilterConfig(shard_rows=2), workers=1)
    return artifacts


@pytest.fixture
def artifacts(work, finished, tmp_path):
    copy = tmp_path / "artifacts"
    shutil.copytree(finished, copy)
    return copy


def bytes_of(artifacts):
    return {
        str(path.relative_to(artifacts)): path.read_bytes()
        for stage in STAGES
        for path in sorted((artifacts / stage).rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def forget_copy(artifacts, stage):
    """Take the second copy of a manifest away."""
    (artifacts / ".manifests" / stage / "manifest.json").unlink()


def mend(artifacts, **options):
    return list(repair(artifacts, workers=1, **options))


def flip(path, place=None):
    content = bytearray(path.read_bytes())
    content[len(content) // 2 if place is None else place] ^= 1
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:-30])


def replace_by_other_table(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), path)


DAMAGES = {"missing": Path.unlink, "cut": cut, "flip": flip, "other": replace_by_other_table}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("stage", STAGES)
def test_a_damaged_shard_is_found_and_made_again(finished, artifacts, models, stage, damage):
    before = bytes_of(finished)
    shard = artifacts / stage / SHARD[stage]
    times = {p: p.stat().st_mtime_ns for p in artifacts.rglob("*.parquet") if p != shard}
    damage(shard)
    assert any(str(shard) in problem for problem in verify(artifacts))
    (done,) = mend(artifacts, models=models)
    assert (done.path, done.outcome, done.note) == (shard, "made again", "")
    assert bytes_of(artifacts) == before
    assert list(verify(artifacts)) == []
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


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("keep", [0.99, 0.75])
def test_a_manifest_cut_off_among_its_shards_is_rebuilt(finished, artifacts, models, stage, keep):
    path = artifacts / stage / "manifest.json"
    text = path.read_text()
    head = text.index('"shards"')
    path.write_text(text[: head + int(keep * (len(text) - head))])
    assert any("is damaged" in problem for problem in verify(artifacts))
    done = mend(artifacts, models=models)
    assert {action.outcome for action in done} <= {"rebuilt", "made again"}
    assert bytes_of(artifacts) == bytes_of(finished)
    assert list(verify(artifacts)) == []


@pytest.mark.parametrize("stage", ["verdicts", "triples"])
def test_one_of_the_filters_manifests_is_rebuilt_from_the_other(finished, artifacts, stage):
    (artifacts / stage / "manifest.json").unlink()
    assert any("no manifest" in problem for problem in verify(artifacts))
    (done,) = mend(artifacts)
    assert done.outcome == "rebuilt"
    assert bytes_of(artifacts) == bytes_of(finished)


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("content", [None, "", '{"stage": "negations", "config": {"par'])
def test_a_lost_manifest_is_rebuilt_from_its_copy(finished, artifacts, models, stage, content):
    path = artifacts / stage / "manifest.json"
    path.unlink()
    if content is not None:
        path.write_text(content)
    flip(artifacts / stage / SHARD[stage])
    done = mend(artifacts, models=models)
    assert [(a.path.name, a.outcome) for a in done] == [
        ("manifest.json", "rebuilt"), ("part-00001.parquet", "made again"),
    ]  # fmt: skip
    assert bytes_of(artifacts) == bytes_of(finished)
    assert list(verify(artifacts)) == []


@pytest.mark.parametrize("stage", ["sentences", "negations", "backtranslations"])
@pytest.mark.parametrize("content", [None, "", '{"stage": "negations", "config": {"par'])
@pytest.mark.parametrize("copy", [None, "{"])
def test_a_manifest_lost_with_its_copy_is_named_and_nothing_is_deleted(
    artifacts, models, stage, content, copy
):
    path = artifacts / stage / "manifest.json"
    path.unlink()
    if content is not None:
        path.write_text(content)
    forget_copy(artifacts, stage)
    if copy is not None:
        (artifacts / ".manifests" / stage / "manifest.json").write_text(copy)
    before = bytes_of(artifacts)
    done = mend(artifacts, models=models)
    assert done[0].path == path
    assert done[0].outcome == "left"
    assert "pipeline run" in done[0].note
    assert bytes_of(artifacts) == before


@pytest.mark.parametrize("stage", STAGES)
def test_a_table_that_is_wholly_gone_is_found_and_made_again(finished, artifacts, models, stage):
    if stage == "triples":  # nothing but the verdicts, made together with them, needs them
        flip(artifacts / "triples" / SHARD["triples"])
    shutil.rmtree(artifacts / stage)
    assert any(f"{artifacts / stage} is gone, and" in problem for problem in verify(artifacts))
    done = mend(artifacts, models=models)
    assert {action.outcome for action in done} == {"rebuilt", "made again"}
    assert bytes_of(artifacts) == bytes_of(finished)
    assert list(verify(artifacts)) == []


def test_the_last_tables_may_be_removed(artifacts):
    for stage in ("verdicts", "triples"):
        shutil.rmtree(artifacts / stage)
    assert list(verify(artifacts)) == []
    assert mend(artifacts) == []
    assert not (artifacts / "triples").exists()


def edit(artifacts, stage, old, new):
    path = artifacts / stage / "manifest.json"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new"),
    [('"seed": 0', '"seed": 1'), ('"negated": 2', '"negated": 1'), ("plain", "plaim"),
     ('"bytes": ', '"bytes": 1')],
)  # fmt: skip
def test_an_altered_setting_count_or_entry_is_found_and_taken_back(finished, artifacts, old, new):
    edit(artifacts, "negations", old, new)
    assert any("digest differs" in problem for problem in verify(artifacts))
    (done,) = mend(artifacts)
    assert (done.path.name, done.outcome) == ("manifest.json", "rebuilt")
    assert bytes_of(artifacts) == bytes_of(finished)


def test_an_altered_manifest_without_a_sound_copy_is_named(artifacts):
    for folder in ("", ".manifests/"):
        edit(artifacts / folder, "negations", '"negated": 2', '"negated": 1')
    before = bytes_of(artifacts)
    (problem,) = verify(artifacts)
    assert "digest differs" in problem
    (done,) = mend(artifacts)
    assert done.outcome == "left"
    assert "`pipeline run negate --overwrite`" in done.note
    assert bytes_of(artifacts) == before


@pytest.mark.parametrize("stage", ["sentences", "negations"])
def test_a_repair_that_was_killed_at_any_moment_is_done_by_the_next(
    finished, artifacts, tmp_path, monkeypatch, stage
):
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
        assert list(verify(damaged)) == [], renames
        assert bytes_of(damaged) == bytes_of(finished), renames
    assert renames > 8


def test_a_stage_goes_on_where_a_killed_repair_stopped(finished, artifacts, monkeypatch):
    for number in (0, 1):
        flip(artifacts / f"negations/part-0000{number}.parquet")
    with monkeypatch.context() as patch:
        killed_after(patch, 1)
        with pytest.raises(Killed):
            mend(artifacts)
    assert any("is not finished" in problem for problem in verify(artifacts))
    run_negate(artifacts, NegateConfig(shard_rows=2), workers=1)
    assert bytes_of(artifacts) == bytes_of(finished)


def test_strays_are_set_aside(finished, artifacts):
    stray = artifacts / "negations/part-00009.parquet"
    stray.write_bytes(b"mine")
    assert list(verify(artifacts)) == [f"{stray} is in no manifest."]
    (done,) = mend(artifacts)
    assert done.outcome == "set aside"
    assert (artifacts / "set-aside/negations/part-00009.parquet").read_bytes() == b"mine"
    assert bytes_of(artifacts) == bytes_of(finished)


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
    assert "is not there" in missing[0].note
    assert "sentences that it is made from are damaged" in changed[1].note
    assert {action.outcome for action in mend(artifacts, models=models)} == {"made again"}
    assert list(verify(artifacts)) == []


def test_models_that_are_not_there_are_named(artifacts):
    flip(artifacts / "backtranslations" / SHARD["backtranslations"])
    (done,) = mend(artifacts, models=["de=nowhere/en-de,nowhere/de-en"])
    assert done.outcome == "left"
    assert "nowhere/en-de" in done.note


def test_other_models_of_the_same_names_are_refused(artifacts):
    flip(artifacts / "backtranslations" / SHARD["backtranslations"])
    (done,) = mend(artifacts)  # the packaged ones are called en-de and de-en too
    assert done.outcome == "left"
    assert "was made differently" in done.note


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
    assert "other bytes" in done.note
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
        run_negate(artifacts, NegateConfig(shard_rows=2), workers=1)
    run_negate(artifacts, NegateConfig(shard_rows=2), workers=1, overwrite=True)
    rows = TableReader(artifacts, "negations").read(0, 5).to_pylist()
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
    run_negate(artifacts, NegateConfig(shard_rows=2), workers=1)
    assert bytes_of(artifacts) == bytes_of(finished)


def test_the_data_card_stays_as_it_was(tmp_path):
    anchor = "The old man can swim in the river today."
    made = ("The old man cannot swim.", [("de", "Today the old man can swim in the river.", -1.0)])
    artifacts = make_artifacts(tmp_path / "a", {anchor: made}, ("de",))
    run_filter(artifacts, FilterConfig(shard_rows=2), workers=1, card=CardOptions("mit", True))
    before = (artifacts / "README.md").read_bytes()
    assert b"## Examples" in before
    flip(artifacts / "triples/part-00000.parquet")
    (done,) = mend(artifacts)
    assert done.outcome == "made again"
    assert (artifacts / "README.md").read_bytes() == before


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
