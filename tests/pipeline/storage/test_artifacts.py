"""A command reads each manifest once, and sees what it writes itself."""

import re
import shutil
from collections import Counter

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import UserError
from schemas.tables import OPTIONAL, STAGES
from tests.artifacts import make_artifacts, read_manifest
from tests.manifest_reads import counted_reads, with_copies

SENTENCES = {
    "The tap is open.": (
        "The tap is not open.",
        [("de", "The faucet is open.", -0.1), ("de", "The tap is open.", -0.2)],
    ),
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


EACH_ONCE = dict.fromkeys((stage for stage in STAGES if stage not in OPTIONAL), 1)


def run(folder, *command, keys=None):
    result = CliRunner().invoke(app, [*command, "--artifacts", str(folder)], input=keys)
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    "command",
    [
        ["status"],
        ["verify"],
        ["inspect"],
        ["inspect", "--text", "tap"],
        ["inspect", "--window", "grid"],
        ["inspect", "--sample", "1"],
        ["inspect", "--sql", "from triples"],
        ["run", "filter"],
        ["run", "filter", "--overwrite", "--contradict-paraphrases", "--balance"],
    ],
)
def test_a_command_reads_each_manifest_once(artifacts, monkeypatch, command):
    read = counted_reads(artifacts, monkeypatch)
    run(artifacts, *command)
    assert read == with_copies(EACH_ONCE)


@pytest.mark.parametrize("kept", ["card", "no card"])
@pytest.mark.parametrize(
    ("command", "sources", "made"),
    [
        (["negate"], ["sentences"], "negations"),
        (["backtranslate", "--models", "demo"], ["sentences"], "backtranslations"),
        (["rephrase"], ["sentences"], None),
        (["rephrase", "--compose"], ["sentences", "backtranslations"], None),
    ],
)
def test_a_stage_reads_its_sources_once_and_its_own_manifest_once(
    artifacts, monkeypatch, command, sources, made, kept
):
    if kept == "no card":
        (artifacts / "README.md").unlink()
    read = counted_reads(artifacts, monkeypatch)
    run(artifacts, "run", *command, "--overwrite")
    expected = Counter([*sources, *([made] if made else [])])
    if kept == "card":
        # Afterwards the card lists all tables as they are then, whoever made them meanwhile.
        expected += Counter(EACH_ONCE)
    assert {stage: read[stage] for stage in STAGES if read[stage]} == expected


def test_negate_reads_no_manifest_of_the_sentences_that_it_ingests(tmp_path, monkeypatch):
    (tmp_path / "lines.txt").write_text("The tap is open.\n")
    read = counted_reads(tmp_path / "a", monkeypatch)
    run(tmp_path / "a", "run", "negate", "--input", str(tmp_path / "lines.txt"))
    assert read == {}


def test_of_all_stages_each_reads_its_sources_once(tmp_path, monkeypatch):
    """A stage may take hours, in which somebody else may make an earlier table anew."""
    (tmp_path / "lines.txt").write_text("The tap is open.\nIt rains.\n")
    read = counted_reads(tmp_path / "a", monkeypatch)
    run(tmp_path / "a", "run", "all", "--input", str(tmp_path / "lines.txt"), "--models", "demo")
    # The sentences for negate, backtranslate and filter; the others for filter.
    assert read == with_copies({"sentences": 3, "negations": 1, "backtranslations": 1})


@pytest.mark.parametrize("more", [[], ["--refused", "--reason", "copy"]])
def test_judge_reads_each_manifest_once_to_draw_and_once_for_the_card(artifacts, monkeypatch, more):
    read = counted_reads(artifacts, monkeypatch)
    run(artifacts, "judge", *more, keys="q")
    assert {stage: read[stage] for stage in STAGES if read[stage]} == dict.fromkeys(EACH_ONCE, 2)


def test_repair_reads_each_manifest_once_under_each_lock(artifacts, monkeypatch):
    """A repair holds the lock of one table at a time, while others may change."""
    read = counted_reads(artifacts, monkeypatch)
    run(artifacts, "repair")
    itself, texts, rephrasings = 1, 1, 1  # does another table need rephrasings, which are missing?
    always = itself + texts + rephrasings
    assert read == with_copies(
        {
            "sentences": always + 3,  # each table made from them is compared with them
            "negations": always + 1,
            "backtranslations": always + 1,
            "verdicts": always,
            "triples": always,
        }
    )


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
    command = f"`pipeline run all --input FILE --artifacts '{tmp_path / 'no tables'}'`"
    assert str(absent.value).endswith(f"make tables there with {command}.")


@pytest.mark.parametrize(
    ("there", "commands"),
    [
        ((), "`pipeline run all --input FILE AT`"),
        (("backtranslations",), "`pipeline run all --input FILE AT`"),
        (
            ("sentences",),
            "`pipeline run negate AT`, `pipeline run backtranslate AT`"
            " and `pipeline run filter AT`",
        ),
        (
            ("sentences", "negations"),
            "`pipeline run backtranslate AT` and `pipeline run filter AT`",
        ),
        (("sentences", "negations", "backtranslations"), "`pipeline run filter AT`"),
    ],
)
def test_every_command_that_is_still_to_run_is_named(artifacts, there, commands):
    """One after the other, as each of them would otherwise name the next."""
    for made in artifacts.glob("*/"):
        if made.name not in there:
            shutil.rmtree(made)
    with pytest.raises(UserError) as missing:
        ArtifactsFolder(artifacts).require("triples")
    named = commands.replace("AT", f"--artifacts {artifacts}")
    assert str(missing.value) == f"{artifacts}/triples has no table yet: run {named} first."


def test_a_stage_that_was_not_run_is_named(tmp_path):
    folder = ArtifactsFolder(tmp_path)
    assert folder.manifest("sentences") is None
    for ask in (folder.require, folder.table):
        with pytest.raises(UserError, match="has no table yet: run `pipeline run ingest"):
            ask("sentences")
