"""Manifests and whole tables that are lost or altered: rebuilt, or named and left alone."""

import shutil
from dataclasses import replace

import pytest

from pipeline.execution.local import LocalExecutor
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.verify import verify
from schemas.errors import WorkFailed
from schemas.manifest import parse_manifest
from schemas.tables import STAGES
from tests.repairs import SHARD, bytes_of, flip, forget_copy, mend

CUT_OFF = '{"stage": "negations", "config": {"par'


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("keep", [0.99, 0.75])
def test_a_manifest_cut_off_among_its_shards_is_rebuilt(finished, artifacts, models, stage, keep):
    path = artifacts / stage / "manifest.json"
    text = path.read_text()
    head = text.index('"shards"')
    path.write_text(text[: head + int(keep * (len(text) - head))])
    assert any("is damaged" in problem.text for problem in verify(ArtifactsFolder(artifacts)))
    done = mend(artifacts, models=models)
    assert {action.outcome for action in done} <= {"rebuilt", "made again"}
    assert bytes_of(artifacts) == bytes_of(finished)
    assert list(verify(ArtifactsFolder(artifacts))) == []


@pytest.mark.parametrize("stage", ["verdicts", "triples"])
def test_one_of_the_filters_manifests_is_rebuilt_from_the_other(finished, artifacts, stage):
    (artifacts / stage / "manifest.json").unlink()
    assert any("no manifest" in problem.text for problem in verify(ArtifactsFolder(artifacts)))
    (done,) = mend(artifacts)
    assert done.outcome == "rebuilt"
    assert bytes_of(artifacts) == bytes_of(finished)


@pytest.mark.parametrize(
    ("stage", "content"),
    [(stage, None) for stage in STAGES]
    + [(stage, text) for stage in ("sentences", "verdicts") for text in ("", CUT_OFF)],
)
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
    assert list(verify(ArtifactsFolder(artifacts))) == []


@pytest.mark.parametrize("stage", ["sentences", "negations", "backtranslations"])
@pytest.mark.parametrize("content", [None, "", CUT_OFF])
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
    problems = verify(ArtifactsFolder(artifacts))
    assert any(f"{artifacts / stage} is missing, and" in problem.text for problem in problems)
    done = mend(artifacts, models=models)
    assert {action.outcome for action in done} == {"rebuilt", "made again"}
    assert bytes_of(artifacts) == bytes_of(finished)
    assert list(verify(ArtifactsFolder(artifacts))) == []


def test_the_last_tables_may_be_removed(artifacts):
    for stage in ("verdicts", "triples"):
        shutil.rmtree(artifacts / stage)
    assert list(verify(ArtifactsFolder(artifacts))) == []
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
    assert any("digest differs" in problem.text for problem in verify(ArtifactsFolder(artifacts)))
    (done,) = mend(artifacts)
    assert (done.path.name, done.outcome) == ("manifest.json", "rebuilt")
    assert bytes_of(artifacts) == bytes_of(finished)


def test_an_altered_manifest_without_a_sound_copy_is_named(artifacts):
    for folder in ("", ".manifests/"):
        edit(artifacts / folder, "negations", '"negated": 2', '"negated": 1')
    before = bytes_of(artifacts)
    (problem,) = verify(ArtifactsFolder(artifacts))
    assert "digest differs" in problem.text
    (done,) = mend(artifacts)
    assert done.outcome == "left"
    command = f"`pipeline run negate --shard-rows 2 --artifacts {artifacts} --overwrite`"
    assert command in done.note
    assert bytes_of(artifacts) == before


@pytest.mark.parametrize("copies", [False, True])
@pytest.mark.parametrize("field", ["planned", "shards"])
def test_files_outside_that_a_manifest_names_stay_where_they_are(
    finished, artifacts, field, copies
):
    """Also if the manifest has the digest of what it says, and its copy says the same."""
    outside = artifacts.parent / "outside.parquet"
    shutil.copy(artifacts / "negations" / SHARD["negations"], outside)
    content = outside.read_bytes()
    folder = artifacts / "negations"
    manifest = parse_manifest(folder).manifest
    if field == "planned":
        manifest.planned[1] = "../../outside.parquet"
    manifest.shards[1] = replace(manifest.shards[1], file="../../outside.parquet")
    manifest.save(folder)
    if copies:
        shutil.copy(folder / "manifest.json", artifacts / ".manifests/negations")
    with pytest.raises(WorkFailed, match=r"outside\.parquet' does not lie below the folder"):
        run_negate(artifacts, NegateConfig(), executor=LocalExecutor(1), overwrite=True)
    assert outside.read_bytes() == content
    (done,) = (action for action in mend(artifacts) if action.path.name != "README.md")
    assert (done.path, done.found) == (folder / "manifest.json", "is damaged")
    assert done.outcome == ("left" if copies else "rebuilt")
    assert (bytes_of(artifacts) == bytes_of(finished)) is not copies
    assert outside.read_bytes() == content
