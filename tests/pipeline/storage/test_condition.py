"""What status and inspect warn of: damage and outdated tables, by manifests and sizes."""

import shutil

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.condition import damaged_tables, outdated_tables
from tests.artifacts import make_artifacts

SENTENCES = {
    "The kettle is hot.": ("The kettle is not hot.", [("de", "The pot is hot.", -0.5)]),
    "Two boats sank.": ("Two boats did not sink.", []),
    "A cat slept.": ("A cat did not sleep.", []),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("w") / "a", SENTENCES, ("de",), shard_rows=1)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    return folder


@pytest.fixture
def artifacts(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "a")


def test_sound_tables_need_no_warning(whole):
    folder = ArtifactsFolder(whole)
    assert [damaged_tables(folder), outdated_tables(folder)] == ["", ""]


def test_shards_that_are_missing_or_cut_are_counted_and_the_first_is_named(artifacts):
    first = artifacts / "negations" / "part-00001.parquet"
    first.unlink()
    (artifacts / "negations" / "part-00002.parquet").write_bytes(b"PAR1")
    assert damaged_tables(ArtifactsFolder(artifacts)) == (
        f"missing or of another size: {first}, and 1 more shard. Run `pipeline repair --artifacts"
        f" {artifacts}`."
    )


@pytest.mark.parametrize("content", ["{", None])
def test_a_table_without_a_readable_manifest_is_damaged(artifacts, content):
    path = artifacts / "verdicts" / "manifest.json"
    path.unlink() if content is None else path.write_text(content)
    assert damaged_tables(ArtifactsFolder(artifacts)) == (
        f"{artifacts / 'verdicts'} is damaged. Run `pipeline repair --artifacts {artifacts}`."
    )


def test_tables_of_other_sentences_are_named(artifacts):
    text = artifacts.parent / "others.txt"
    text.write_text("Hail fell.")
    run_ingest([str(text)], artifacts, IngestConfig(), overwrite=True)
    folder = ArtifactsFolder(artifacts)
    assert damaged_tables(folder) == ""
    assert outdated_tables(folder) == (
        f"made from other tables than those in {artifacts} now: negations, backtranslations,"
        f" verdicts, triples. `pipeline verify --artifacts {artifacts}` says which commands to run."
    )
