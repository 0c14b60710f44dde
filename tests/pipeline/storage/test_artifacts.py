"""A command reads each manifest once, and sees what it writes itself."""

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import read_manifest
from schemas.errors import UserError
from schemas.tables import OPTIONAL, STAGES
from tests.artifacts import make_artifacts

SENTENCES = {
    "The tap is open.": ("The tap is not open.", [("de", "The faucet is open.", -0.1)]),
    "It rains.": (None, []),
}


@pytest.fixture(scope="module")
def filtered(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("filtered") / "a", SENTENCES, ("de",))
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    return folder


@pytest.fixture
def artifacts(filtered, tmp_path):
    return shutil.copytree(filtered, tmp_path / "a")


@pytest.mark.parametrize(
    "command",
    [
        ["run", "filter"],
        ["status"],
        ["verify"],
        ["inspect"],
        ["inspect", "--text", "tap"],
        ["inspect", "--window", "grid"],
    ],
)
def test_a_command_reads_each_manifest_once(artifacts, monkeypatch, command):
    read = Counter()
    real = Path.read_text

    def counted(path, *more, **how):
        if path.name == "manifest.json":
            read[path.relative_to(artifacts).parent.as_posix()] += 1
        return real(path, *more, **how)

    monkeypatch.setattr(Path, "read_text", counted)
    result = CliRunner().invoke(app, [*command, "--artifacts", str(artifacts)])
    assert result.exit_code == 0, result.output
    stages = set(STAGES) - OPTIONAL
    assert read == dict.fromkeys([*stages, *(f".manifests/{stage}" for stage in stages)], 1)


def test_negate_reads_the_sentences_manifest_once(tmp_path, monkeypatch):
    (tmp_path / "lines.txt").write_text("The tap is open.\n")
    folder = tmp_path / "a"
    CliRunner().invoke(
        app,
        ["run", "ingest", "--input", str(tmp_path / "lines.txt"), "--artifacts", str(folder)],
    )
    read = Counter()
    real = Path.read_text

    def counted(path, *more, **how):
        read[path.parent.name if path.name == "manifest.json" else ""] += 1
        return real(path, *more, **how)

    monkeypatch.setattr(Path, "read_text", counted)
    result = CliRunner().invoke(app, ["run", "negate", "--artifacts", str(folder)])
    assert result.exit_code == 0, result.output
    # Once the table's own manifest, once its copy.
    assert read["sentences"] == 2


def test_an_unknown_parser_is_refused_before_ingest(tmp_path):
    (tmp_path / "lines.txt").write_text("The tap is open.\n")
    given = ["--input", str(tmp_path / "lines.txt"), "--parser", "en_core_web_none"]
    result = CliRunner().invoke(app, ["run", "negate", *given, "--artifacts", str(tmp_path / "a")])
    assert result.exit_code != 0
    assert not (tmp_path / "a/sentences").exists()


def test_what_it_writes_is_what_it_finds(artifacts):
    folder = ArtifactsFolder(artifacts)
    before = folder.require("triples")
    wanted = read_manifest(artifacts / "triples")
    wanted.shards = []
    with folder.writer(wanted, overwrite=False) as writer:
        assert writer.manifest.missing() == []
        assert folder.require("triples") is wanted
    assert wanted == before


def test_a_folder_that_is_not_there_is_not_called_empty(tmp_path):
    folder = ArtifactsFolder(tmp_path / "artefacts")
    said = re.escape(f"{folder.root} does not exist: check --artifacts, or make tables there with")
    for ask in (folder.require_there, lambda: folder.require("triples")):
        with pytest.raises(UserError, match=said):
            ask()


def test_advice_is_quoted_for_the_shell(artifacts, tmp_path):
    folder = ArtifactsFolder(artifacts.rename(tmp_path / "my tables"))
    shutil.rmtree(folder.root / "triples")
    with pytest.raises(UserError) as missing:
        folder.require("triples")
    command = f"`pipeline run filter --artifacts '{folder.root}'`"
    assert str(missing.value).endswith(f"has no table yet: run {command} first.")
    with pytest.raises(UserError) as absent:
        ArtifactsFolder(tmp_path / "no tables").require_there()
    command = f"`pipeline run ingest --input FILE --artifacts '{tmp_path / 'no tables'}'`"
    assert str(absent.value).endswith(f"make tables there with {command}.")


def test_a_stage_that_was_not_run_is_named(tmp_path):
    folder = ArtifactsFolder(tmp_path)
    assert folder.manifest("sentences") is None
    for ask in (folder.require, folder.table):
        with pytest.raises(UserError, match="has no table yet: run `pipeline run ingest"):
            ask("sentences")
