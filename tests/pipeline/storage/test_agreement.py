"""Tables and manifests that were changed together, so that all digests match, are detected."""

import json
import os
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.repair.repair import repair
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import copy_folder
from pipeline.storage.status import stage_statuses
from pipeline.storage.verify import verify
from schemas.errors import WorkFailed
from schemas.files import sha256_file
from schemas.manifest import parse_manifest
from tests.artifacts import make_artifacts

SENTENCES = {
    "Rain fell at noon.": ("Rain did not fall at noon.", [("de", "At noon rain fell.", -0.5)]),
    "The shop is shut.": ("The shop is not shut.", []),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("w") / "a", SENTENCES, ("de",))
    run_filter(folder, FilterConfig(min_mer=0.0, max_mer=1.0, guards=()), executor=LocalExecutor(1))
    return folder


@pytest.fixture
def artifacts(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "a")


def set_text(artifacts, table, column, old, new):
    """Change a text and all digests that cover it."""

    def changed(found):
        place = found.schema.names.index(column)
        values = [new if value == old else value for value in found[column].to_pylist()]
        assert new in values
        field = found.schema.field(column)
        return found.set_column(place, field, pa.array(values, field.type))

    set_table(artifacts, table, changed)


def set_table(artifacts, table, change):
    """Change the rows of the first shard and all digests that cover it."""
    path = artifacts / table / "part-00000.parquet"
    pq.write_table(change(pq.read_table(path, partitioning=None)), path)
    manifest = parse_manifest(artifacts / table).manifest
    shard = manifest.shards[0]
    fits = {"bytes": path.stat().st_size, "sha256": sha256_file(path)}
    manifest.shards[0] = type(shard)(**{**{n: getattr(shard, n) for n in shard.__slots__}, **fits})
    manifest.save(artifacts / table)
    manifest.save(copy_folder(artifacts / table))


@pytest.mark.parametrize(
    ("table", "column", "old", "new", "said"),
    [
        (
            "sentences",
            "text",
            "The shop is shut.",
            "The shop is open.",
            "1 sentence with the id of another text",
        ),
        (
            "triples",
            "anchor",
            "The shop is shut.",
            "The shop is open.",
            "1 triple whose anchor is not the text of",
        ),
        (
            "triples",
            "negation",
            "The shop is not shut.",
            "No.",
            "1 triple whose contradiction is not in negations",
        ),
        (
            "triples",
            "paraphrase",
            "At noon rain fell.",
            "No.",
            "1 triple whose paraphrase is not in backtranslations",
        ),
        (
            "triples",
            "status",
            "complete",
            "no_negation",
            "2 sentences of another status than its manifest",
        ),
    ],
)
def test_a_text_that_was_changed_with_its_digests(artifacts, table, column, old, new, said):
    assert list(verify(ArtifactsFolder(artifacts))) == []
    set_text(artifacts, table, column, old, new)
    assert any(said in problem.text for problem in verify(ArtifactsFolder(artifacts)))


def test_a_shard_whose_rows_are_missing_is_found_though_its_digest_fits(artifacts):
    set_table(artifacts, "sentences", lambda found: found.slice(1))
    shard = artifacts / "sentences" / "part-00000.parquet"
    said = f"{shard} has a fault: {shard} has 1 row instead of the 2 in its manifest."
    assert any(problem.text.startswith(said) for problem in verify(ArtifactsFolder(artifacts)))


def test_rows_are_counted_only_among_those_that_are_there(artifacts):
    set_table(artifacts, "triples", lambda found: found.slice(0, 1))
    said = [problem.text for problem in verify(ArtifactsFolder(artifacts))]
    again = f"run `pipeline run filter --artifacts {artifacts} --overwrite`"
    assert f"{artifacts / 'triples'} has 1 sentence too few: {again}." in said
    assert not any("with the id of another sentence" in one for one in said)


def test_a_table_of_other_sentences_is_told_of_once_with_its_command(artifacts):
    """Its rows cannot agree with the new sentences, and repeat only that."""
    text = artifacts.parent / "others.txt"
    text.write_text("\n".join(["Hail fell.", "The inn is full.", *SENTENCES, "Ice melts."]))
    run_ingest([str(text)], artifacts, IngestConfig(), overwrite=True)
    tables = {"negations": "negate", "backtranslations": "backtranslate"}
    said = [
        f"{artifacts / table} was made from other sentences than the present ones: run `pipeline"
        f" run {stage} --artifacts {artifacts} --overwrite`."
        for table, stage in tables.items()
    ]
    said.append(
        f"{artifacts / 'verdicts'} and {artifacts / 'triples'} were made from other sentences than"
        f" the present ones: run `pipeline run filter --artifacts {artifacts} --overwrite`."
    )
    assert list(verify(ArtifactsFolder(artifacts))) == [(one, False) for one in said]


def test_a_table_that_lost_a_shard_is_not_called_complete(artifacts):
    (artifacts / "negations/part-00000.parquet").unlink()
    found = {s.stage: s for s in stage_statuses(ArtifactsFolder(artifacts))}
    assert found["sentences"].state == "complete"
    assert found["negations"].state == "damaged"
    total = found["negations"].shards_total
    assert found["negations"].shards_done == total - 1
    assert found["negations"].seconds_left is None
    assert found["negations"].rows < found["sentences"].rows
    shard = artifacts / "sentences/part-00000.parquet"
    shard.write_bytes(shard.read_bytes()[:100])
    again = {s.stage: s for s in stage_statuses(ArtifactsFolder(artifacts))}
    assert again["sentences"].state == "damaged"


def edit_setting(folder):
    manifest = parse_manifest(folder).manifest
    manifest.config["seed"] = 7
    manifest.save(folder)


def test_a_manifest_that_was_edited_with_its_digest_differs_from_its_copy(artifacts):
    edit_setting(artifacts / "sentences")
    folder = ArtifactsFolder(artifacts)
    assert any("differs from its copy" in problem.text for problem in verify(folder))
    assert {s.stage: s.state for s in stage_statuses(folder)}["sentences"] == "damaged"
    with pytest.raises(WorkFailed, match="one of the two was edited"):
        run_negate(artifacts, NegateConfig(), executor=LocalExecutor(1))
    (left,) = [
        action
        for action in repair(artifacts, executor=LocalExecutor(1))
        if action.outcome == "left"
    ]
    assert left.path == artifacts / "sentences/manifest.json"


def test_an_unfinished_table_whose_manifest_was_altered_is_not_gone_on_with(artifacts):
    path = artifacts / "triples/manifest.json"
    said = json.loads(path.read_text())
    said["shards"].clear()
    said["config"]["min_mer"] = 0.5
    path.write_text(json.dumps(said))
    config = FilterConfig(min_mer=0.0, max_mer=1.0, guards=())
    with pytest.raises(WorkFailed, match="digest differs"):
        run_filter(artifacts, config, executor=LocalExecutor(1))
    run_filter(artifacts, config, executor=LocalExecutor(1), overwrite=True)
    assert list(verify(ArtifactsFolder(artifacts))) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_the_place_of_a_shard_is_named_and_not_waited_for(artifacts):
    shard = artifacts / "sentences" / "part-00000.parquet"
    shard.unlink()
    os.mkfifo(shard)
    (problem,) = verify(ArtifactsFolder(artifacts))
    assert problem.text.startswith(f"{shard} has 0 bytes instead of the ")


def test_rows_that_cannot_be_compared_say_what_to_do_after_the_repair(artifacts):
    os.truncate(artifacts / "triples/part-00000.parquet", 40)
    *_, last = verify(ArtifactsFolder(artifacts))
    assert last.text.startswith(f"The rows of {artifacts} cannot be compared: ")
    again = f"`pipeline verify --artifacts {artifacts}`"
    assert last.text.endswith(f". Repair what else is wrong, then run {again} again.")
    assert not last.repairable
