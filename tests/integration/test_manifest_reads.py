"""How often commands of both programs read the manifests of a folder with sixty triples."""

import shutil

import pytest
from typer.testing import CliRunner

from pipeline.cli import app as pipeline
from schemas.errors import UserError
from tests.manifest_reads import counted_reads, with_copies
from tests.shortcuts import make_shortcuts
from trainer.cli import app as trainer

TABLES = ("sentences", "negations", "backtranslations", "verdicts", "triples")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_shortcuts(tmp_path_factory.mktemp("reads") / "a")


@pytest.fixture
def folder(made, tmp_path):
    return shutil.copytree(made, tmp_path / "a")


def run(app, *command):
    result = CliRunner().invoke(app, [str(word) for word in command], catch_exceptions=False)
    assert result.exit_code == 0, result.output


def test_an_audit_reads_each_manifest_once_and_again_for_the_card(folder, monkeypatch):
    read = counted_reads(folder, monkeypatch)
    run(pipeline, "audit", "--artifacts", folder, "--card")
    assert read == with_copies(dict.fromkeys(TABLES, 2))


def test_a_page_of_triples_reads_each_manifest_once(folder, tmp_path, monkeypatch):
    read = counted_reads(folder, monkeypatch)
    run(pipeline, "inspect", "--artifacts", folder, "--html", tmp_path / "page.html")
    assert read == with_copies(dict.fromkeys(TABLES, 1))


@pytest.mark.parametrize("command", ["probe", "transform"])
def test_measuring_reads_the_manifest_of_the_triples_once(folder, monkeypatch, tiny_bert, command):
    read = counted_reads(folder, monkeypatch)
    run(trainer, command, tiny_bert, "--pooling", "mean", "--triples", folder)
    assert read == with_copies({"triples": 1})


def test_fit_reads_each_manifest_once_for_its_checks_and_once_for_its_run(
    folder, tmp_path, monkeypatch, tiny_bert
):
    def train(begun):
        raise UserError("The run was set up.")

    monkeypatch.setattr("trainer.training.fit.train", train)
    read = counted_reads(folder, monkeypatch)
    place = ["--triples", folder, "--output", tmp_path / "run", "--device", "cpu"]
    with pytest.raises(UserError, match="was set up"):
        run(trainer, "fit", "--recipe", "osscse", "--model", tiny_bert, *place)
    # The checks warn of outdated triples; the run records the models that translated.
    sources = {"sentences": 1, "negations": 1, "backtranslations": 2}
    assert read == with_copies({"triples": 2}) | sources
