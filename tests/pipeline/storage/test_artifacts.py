"""A command reads each manifest once, and sees what it writes itself."""

from collections import Counter

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.stages.filter import run_filter
from pipeline.storage import manifest as manifests
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import read_manifest
from schemas.errors import UserError
from schemas.tables import OPTIONAL, STAGES
from tests.artifacts import make_artifacts

SENTENCES = {"The tap is open.": ("The tap is not open.", []), "It rains.": (None, [])}


@pytest.fixture
def artifacts(tmp_path):
    folder = make_artifacts(tmp_path / "a", SENTENCES, ("de",))
    run_filter(folder, FilterConfig(), workers=1)
    return folder


def test_filter_reads_each_manifest_once(artifacts, monkeypatch):
    read = Counter()
    real = manifests.parse_manifest

    def counted(folder):
        read[folder.name] += 1
        return real(folder)

    monkeypatch.setattr(manifests, "parse_manifest", counted)
    run_filter(artifacts, FilterConfig(), workers=1)
    assert read == dict.fromkeys(set(STAGES) - OPTIONAL, 1)


def test_what_it_writes_is_what_it_finds(artifacts):
    folder = ArtifactsFolder(artifacts)
    before = folder.require("triples")
    wanted = read_manifest(artifacts / "triples")
    wanted.shards = []
    with folder.writer(wanted, overwrite=False) as writer:
        assert writer.manifest.missing() == []
        assert folder.require("triples") is wanted
    assert wanted == before


def test_a_stage_that_was_not_run_is_named(tmp_path):
    folder = ArtifactsFolder(tmp_path)
    assert folder.manifest("sentences") is None
    for ask in (folder.require, folder.table):
        with pytest.raises(UserError, match="has no table yet: run `pipeline run ingest"):
            ask("sentences")
