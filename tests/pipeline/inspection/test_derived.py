"""The catalogue and the data card are compared with what the tables give, and written anew."""

import shutil

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.datacard import CardOptions
from pipeline.inspection.derived import derived_faults
from pipeline.repair.repair import repair
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from tests.artifacts import make_artifacts

SENTENCES = {"Rain fell.": ("Rain did not fall.", [("de", "There was rain.", -0.5)])}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("w") / "it's [1]", SENTENCES, ("de",))
    card = CardOptions(license="cc-by-4.0", examples=True)
    run_filter(folder, FilterConfig(0.0, 1.0, guards=()), executor=LocalExecutor(1), card=card)
    return folder


@pytest.fixture
def artifacts(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "renamed")


def test_a_folder_as_it_was_written_has_no_fault_under_another_name_either(whole, artifacts):
    assert list(derived_faults(ArtifactsFolder(whole))) == []
    assert list(derived_faults(ArtifactsFolder(artifacts))) == []


@pytest.mark.parametrize("file", ["catalog.sql", "README.md"])
def test_a_flipped_bit_is_found_and_mended(artifacts, file):
    path = artifacts / file
    content = path.read_bytes()
    # A card without its mark counts as a page that the user wrote.
    end = content.find(b"<!--") if file == "README.md" else len(content)
    for place in range(0, end, 97):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        path.write_bytes(flipped)
        assert [name for name, _ in derived_faults(ArtifactsFolder(artifacts))] == [file], place
    path.write_bytes(content.replace(b"select", b"Select") + b"\n")
    (done,) = repair(artifacts, dry_run=True)
    assert (done.path, done.outcome) == (path, "to do")
    (artifacts / f".{file}.99999.tmp").write_text("left by a kill")
    (done,) = repair(artifacts)
    assert (done.path, done.outcome) == (path, "rebuilt")
    assert list(repair(artifacts)) == []
    assert not list(artifacts.glob(".*.tmp"))
    if file == "README.md":
        assert path.read_bytes() == content


def test_a_missing_catalogue_is_made_again_and_a_page_of_ones_own_stays(artifacts):
    (artifacts / "catalog.sql").unlink()
    (artifacts / "README.md").write_text("My notes.")
    assert list(derived_faults(ArtifactsFolder(artifacts))) == [("catalog.sql", "is missing")]
    assert [action.outcome for action in repair(artifacts)] == ["rebuilt"]
    assert (artifacts / "README.md").read_text() == "My notes."
    assert list(derived_faults(ArtifactsFolder(artifacts))) == []
