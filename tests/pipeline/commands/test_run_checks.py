"""What `pipeline run all` finds of an earlier `pipeline run rephrase` that it was not asked for."""

import shutil

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands import run
from pipeline.commands.run_checks import check_rephrasings
from pipeline.commands.stages import Plan
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import save_manifest
from tests.artifacts import make_artifacts, read_manifest

SHOP = "The shop was closed."
REMEDY = (
    "remove the folder {} to make triples without paraphrases by rule, or add --rephrase or"
    " --compose to make these again."
)


@pytest.fixture(scope="module")
def ruled(tmp_path_factory):
    return make_artifacts(
        tmp_path_factory.mktemp("ruled") / "a",
        {SHOP: (None, [("de", "The store was closed.", -0.1)])},
        rephrasings={SHOP: [("negated_antonym.v1", "The shop was not open.")]},
    )


@pytest.fixture
def composed(ruled, tmp_path):
    """A folder whose paraphrases by rule rest on its translations."""
    folder = shutil.copytree(ruled, tmp_path / "a")
    manifest = read_manifest(folder / "rephrasings")
    manifest.input["backtranslations"] = read_manifest(folder / "backtranslations").fingerprint()
    save_manifest(folder / "rephrasings", manifest)
    return folder


@pytest.fixture
def all_(monkeypatch):
    """Runs `run all` on a folder whose tables are all there; tells which stages it began."""
    began = []

    def done(name, table):
        def stage(input=None, overwrite=False, artifacts=None):
            def make(folder):
                began.append(name)
                return folder.require(table)

            return Plan(artifacts, make)

        return stage

    tables = {
        "ingest": "sentences",
        "negate": "negations",
        "backtranslate": "backtranslations",
        "rephrase": "rephrasings",
        "filter": "negations",
    }
    for name, table in tables.items():
        monkeypatch.setitem(run.STAGES, name, done(name, table))

    def command(folder, *options):
        began.clear()
        given = ["--input", "in.txt", "--artifacts", str(folder), "--json", *options]
        result = CliRunner().invoke(app, ["run", "all", *given])
        return began, str(result.exception or ""), result.stderr

    return command


def told(folder):
    return (
        f"{folder / 'rephrasings'} has paraphrases by rule of an earlier run, which filter will"
        " use, too. To make triples without them, remove that folder first.\n"
    )


@pytest.mark.parametrize("options", [(), ("--overwrite",)])
def test_what_an_earlier_run_made_by_rule_is_mentioned(ruled, all_, options):
    began, refused, said = all_(ruled, *options)
    assert (began, refused) == (["ingest", "negate", "backtranslate", "filter"], "")
    assert told(ruled) in said


@pytest.mark.parametrize("option", ["--rephrase", "--compose"])
def test_nothing_is_said_where_they_are_made_again(composed, all_, option):
    began, refused, said = all_(composed, option, "--overwrite")
    assert began == ["ingest", "negate", "backtranslate", "rephrase", "filter"]
    assert refused == ""
    assert "earlier run" not in said


def test_compositions_are_kept_with_their_translations_and_refused_without(composed, all_):
    began, refused, said = all_(composed)
    assert (len(began), refused) == (4, "")
    assert told(composed) in said
    began, refused, _ = all_(composed, "--overwrite")
    assert began == []
    table = composed / "rephrasings"
    assert refused == (
        f"{table} was composed from the translations that --overwrite makes again: "
        + REMEDY.format(table)
    )
    shutil.rmtree(table)
    assert all_(composed, "--overwrite")[:2] == (
        ["ingest", "negate", "backtranslate", "filter"],
        "",
    )


def test_those_of_other_sentences_are_refused_right_after_ingest(ruled, tmp_path, all_):
    folder = shutil.copytree(ruled, tmp_path / "a")
    manifest = read_manifest(folder / "rephrasings")
    manifest.input["sentences"] = "0" * 64
    save_manifest(folder / "rephrasings", manifest)
    began, refused, _ = all_(folder, "--overwrite")
    assert began == ["ingest"]
    table = folder / "rephrasings"
    assert refused == (
        f"{table} was made from other sentences than {folder / 'sentences'} now holds: "
        + REMEDY.format(table)
    )


def test_an_unfinished_table_is_refused_before_the_work(ruled, tmp_path, all_):
    folder = shutil.copytree(ruled, tmp_path / "a")
    manifest = read_manifest(folder / "rephrasings")
    manifest.shards.clear()
    save_manifest(folder / "rephrasings", manifest)
    began, refused, _ = all_(folder)
    assert began == []
    assert "rephrasings is not finished (0 of 1 shards)" in refused


def test_without_such_a_table_nothing_is_said(tmp_path, capsys):
    assert check_rephrasings(ArtifactsFolder(tmp_path / "none"), overwrite=True) is None
    assert capsys.readouterr() == ("", "")
