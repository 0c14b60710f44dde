"""What the stages' commands make of their options."""

from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import check_filter
from schemas.errors import UserError
from tests.artifacts import make_artifacts


@pytest.fixture
def decoding(monkeypatch):
    """The decoding settings that result from options; nothing is translated."""

    def run(*options):
        seen = []

        def record(artifacts, config, **_):
            seen.append(config.round_trip.decoding)
            raise UserError("seen")

        monkeypatch.setattr("pipeline.stages.backtranslate.run_backtranslate", record)
        command = ["run", "backtranslate", "--models", "demo", *options]
        error = CliRunner().invoke(app, command).exception
        if not seen:
            raise error
        return seen[0]

    return run


@pytest.mark.parametrize(
    ("options", "beams", "candidates"),
    [
        ((), 5, 3),
        (("--beams", "1"), 1, 1),
        (("--beams", "2", "--candidates", "1"), 2, 1),
        (("--beams", "1", "--sampling"), 1, 3),
    ],
)
def test_no_more_candidates_are_asked_for_than_beams_give(decoding, options, beams, candidates):
    found = decoding(*options)
    assert (found.beams, found.candidates) == (beams, candidates)
    assert found.problems() == []


@pytest.mark.parametrize("option", ["--temperature", "--top-p"])
def test_an_option_of_sampling_is_not_ignored(decoding, option):
    with pytest.raises(UserError, match=f"{option} 0.7 has no effect without --sampling"):
        decoding(option, "0.7")
    found = decoding(option, "0.7", "--sampling")
    assert sorted((found.temperature, found.top_p)) == [0.7, 1.0]


@pytest.mark.parametrize(
    ("options", "needs"),
    [
        (("--diversity", "0.7"), "--beam-groups above 1"),
        (("--judge-window", "0.15:0.6"), "--judges"),
        (("--judge-window", "0.15:0.6", "--judges", "none"), "--judges"),
    ],
)
def test_an_option_that_needs_another_is_not_ignored(decoding, options, needs):
    with pytest.raises(UserError, match=f"has no effect without {needs}: give both"):
        decoding(*options)


def test_filter_does_not_ignore_a_parser(tmp_path):
    folder = make_artifacts(tmp_path / "artifacts", {"The shop closes at 6.": (None, [])})
    command = ["run", "filter", "--artifacts", str(folder), "--parser", "nosuch"]
    error = CliRunner().invoke(app, command).exception
    assert isinstance(error, UserError)
    assert str(error) == (
        "--parser nosuch has no effect without --contradict-paraphrases: give both."
    )
    error = CliRunner().invoke(app, [*command, "--contradict-paraphrases"]).exception
    assert isinstance(error, UserError)
    assert str(error).startswith("--parser nosuch is neither installed nor a folder")


def test_the_wording_of_the_way_back(decoding):
    made = decoding(
        "--beams", "4", "--beam-groups", "2", "--avoid", "0.3", "--ngram-penalty", "0.01"
    )
    assert (made.beam_groups, made.diversity, made.avoid, made.ngram_penalty) == (2, 0.5, 0.3, 0.01)
    assert decoding("--beams", "4", "--beam-groups", "4", "--diversity", "2").diversity == 2


@pytest.mark.parametrize(
    ("command", "maker"),
    [
        (["negate"], "ingest"),
        (["filter"], "all"),
        (["backtranslate", "--models", "demo"], "ingest"),
        (["rephrase"], "ingest"),
    ],
    ids=["negate", "filter", "backtranslate", "rephrase"],
)
def test_a_stage_names_the_table_that_it_lacks(command, maker, tmp_path):
    error = CliRunner().invoke(app, ["run", *command, "--artifacts", str(tmp_path)]).exception
    assert isinstance(error, UserError)
    said = (
        f"has no table yet: run `pipeline run {maker} --input FILE --artifacts {tmp_path}` first."
    )
    assert said in str(error)


def test_filter_refuses_a_device_that_its_executor_lacks(monkeypatch):
    """A GPU of a Ray cluster, on which backtranslate runs, need not be here."""
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    with pytest.raises(UserError, match="torch sees no GPU"):
        check_filter(FilterConfig(), "cuda", LocalExecutor())
    check_filter(FilterConfig(), "cuda", SimpleNamespace(devices=lambda device: ["cuda:0"]))


def test_filter_says_that_it_left_a_readme_of_the_users_alone(tmp_path):
    folder = make_artifacts(tmp_path / "artifacts", {"The shop closes at 6.": (None, [])})
    (folder / "README.md").write_text("# Our own notes\n")
    done = CliRunner().invoke(app, ["run", "filter", "--artifacts", str(folder)])
    said = f"{folder / 'README.md'} is not a data card, so it was left unchanged."
    assert said in done.stdout.splitlines()
    assert (folder / "README.md").read_text() == "# Our own notes\n"
