"""`pipeline run`: the options of `all` are those of its stages, and it passes them on."""

import json
from functools import wraps
from inspect import signature

import pytest
from typer.testing import CliRunner

from pipeline.cli import app
from pipeline.commands import run
from pipeline.commands.stages import Plan
from schemas.errors import OsscseError, UserError
from schemas.manifest import Manifest

TABLES = {
    "ingest": "sentences",
    "negate": "negations",
    "rephrase": "rephrasings",
    "backtranslate": "backtranslations",
    "filter": "triples",
}


@pytest.fixture
def given(monkeypatch):
    """What each stage was given, in the order of the calls; nothing is run."""
    calls = {}

    def recording(name, stage):
        @wraps(stage)
        def record(**options):
            calls[name] = options
            return Plan(options["artifacts"], lambda _: Manifest(TABLES[name], {}, {}, {}, [], 0))

        return record

    for name, stage in run.STAGES.items():
        monkeypatch.setitem(run.STAGES, name, recording(name, stage))
    return calls


def all_(*options):
    result = CliRunner().invoke(app, ["run", "all", "--json", *options])
    if result.exception is not None:
        raise result.exception
    return json.loads(result.stdout)


def test_the_stages_are_run_in_order_with_all_their_options(given):
    printed = all_("--input", "corpus.txt")
    assert list(given) == ["ingest", "negate", "backtranslate", "filter"]
    assert [record["stage"] for record in printed] == [TABLES[name] for name in given]
    for name, options in given.items():
        assert set(options) == set(signature(run.STAGES[name]).parameters) - {"shard_rows"}


def test_rephrase_runs_where_it_is_asked_to_with_what_it_shares(given):
    all_("--input", "corpus.txt", "--rephrase", "--parser", "small", "--per-sentence", "2")
    assert list(given) == ["ingest", "negate", "backtranslate", "rephrase", "filter"]
    assert given["negate"]["per_sentence"] == 2
    assert given["rephrase"]["parser"] == "small"
    assert set(given["rephrase"]).isdisjoint({"per_sentence", "rules", "shard_rows"})


def test_what_is_not_said_is_as_the_stage_has_it(given):
    all_("--input", "corpus.txt")
    for name, options in given.items():
        for option, value in options.items():
            default = signature(run.STAGES[name]).parameters[option].default
            assert value == default or option in ("input", "artifacts")
    assert str(given["filter"]["artifacts"]) == "artifacts"


def test_an_option_reaches_every_stage_that_has_it(given):
    all_("--input", "a.jsonl", "--column", "body", "--seed", "7", "--workers", "3", "--limit", "9")
    assert given["ingest"]["column"] == "body"
    assert {name: options.get("seed") for name, options in given.items()} == {
        "ingest": None,
        "negate": 7,
        "backtranslate": 7,
        "filter": None,
    }
    assert [given[name]["workers"] for name in ("negate", "backtranslate", "filter")] == [3] * 3
    assert given["backtranslate"]["limit"] == 9


@pytest.mark.parametrize(("more", "parser"), [((), None), (("--contradict-paraphrases",), "small")])
def test_the_parser_reaches_filter_if_filter_parses(given, more, parser):
    all_("--input", "a.txt", "--parser", "small", *more)
    assert given["negate"]["parser"] == "small"
    assert given["filter"]["parser"] == parser


def test_files_are_ingested_once(given):
    all_("--input", "a.txt", "--input", "b.txt")
    assert given["ingest"]["input"] == ["a.txt", "b.txt"]
    assert given["negate"]["input"] is None


def test_the_demo_takes_every_kind_and_firefox_models(given):
    result = CliRunner().invoke(app, ["run", "all", "--json", "--demo"])
    assert list(given) == ["ingest", "negate", "backtranslate", "rephrase", "filter"]
    assert given["ingest"]["input"] == ["demo"]
    assert (given["negate"]["kinds"], given["negate"]["per_sentence"]) == ("all", 4)
    assert given["backtranslate"]["models"] == ["firefox:pt"]
    assert given["filter"]["contradict_paraphrases"]
    assert given["filter"]["balance"]
    assert given["filter"]["min_similarity"] is None
    assert (given["backtranslate"]["judges"], given["filter"]["min_trust"]) == ("trust", 0.88)
    assert given["rephrase"]["compose"]
    chosen = [given["filter"][name] for name in ("select", "min_mer", "max_mer_sure")]
    assert chosen == ["diverse", 0.2, 0.9]
    assert result.stderr.startswith("Translated by firefox:pt.\n")


def test_the_preset_meaning_makes_every_kind_unless_the_user_says_otherwise(given):
    all_("--input", "corpus.txt", "--preset", "meaning", "--near-copies", "0")
    assert "rephrase" in given
    assert given["ingest"]["max_words"] == 28
    assert (given["negate"]["kinds"], given["negate"]["per_sentence"]) == ("all", 4)
    assert given["filter"]["balance"]
    assert given["filter"]["near_copies"] == 0
    all_("--input", "corpus.txt", "--preset", "meaning", "--max-words", "40")
    assert given["ingest"]["max_words"] == 40


@pytest.mark.parametrize(
    "options",
    [("--models", "wmt19"), ("--models", "firefox:pt", "--models", "demo"), ("--judges", "none")],
)
def test_only_firefox_models_are_asked_for_trust_and_not_against_the_users_word(given, options):
    all_("--input", "corpus.txt", "--preset", "meaning", *options)
    assert given["backtranslate"]["judges"] == "none"
    assert given["filter"]["min_trust"] is None
    assert not given["rephrase"].get("compose")
    assert given["filter"]["select"] == "score"


def test_the_help_lists_what_the_preset_meaning_is_short_for():
    helped = signature(run._all).parameters["preset"].annotation.__metadata__[0].help
    for name, value in {**run.MEANING, **run.TRUSTED, **run.FARTHER}.items():
        flag = f"--{name.replace('_', '-')}"
        assert (flag if value is True else f"{flag} {value}") in helped


def test_the_preset_asks_for_other_words_unless_the_user_says_otherwise(given):
    firefox = ("--input", "corpus.txt", "--models", "firefox:pt", "--preset", "meaning")
    all_(*firefox, "--min-mer", "0.1")
    assert (given["filter"]["min_mer"], given["filter"]["select"]) == (0.1, "diverse")
    all_("--input", "corpus.txt", "--models", "wmt19", "--preset", "meaning")
    assert (given["filter"]["min_mer"], given["filter"]["max_mer_sure"]) == (0.15, None)
    all_(*firefox, "--max-mer", "0.95")
    assert given["filter"]["max_mer_sure"] == 0.95
    all_(*firefox, "--max-mer-sure", "0.3")  # which filter refuses
    assert given["filter"]["max_mer_sure"] == 0.3


def test_rules_after_translations_can_be_had_with_any_judge(given):
    all_("--input", "corpus.txt", "--models", "firefox:pt", "--judges", "forced", "--compose")
    assert list(given) == ["ingest", "negate", "backtranslate", "rephrase", "filter"]
    assert given["rephrase"]["compose"]
    assert given["backtranslate"]["judges"] == "forced"


def test_the_demo_can_make_the_papers_triples(given):
    all_("--demo", "--preset", "paper")
    assert given["backtranslate"]["judges"] == "none"
    assert "rephrase" not in given
    assert given["negate"]["kinds"] == "negation"


def test_the_demo_leaves_what_the_user_says(given):
    all_("--demo", "--kinds", "negation", "--per-sentence", "1", "--models", "wmt19")
    assert (given["negate"]["kinds"], given["negate"]["per_sentence"]) == ("negation", 1)
    assert given["backtranslate"]["models"] == ["wmt19"]
    assert given["backtranslate"]["pivot_candidates"] == 1


def test_the_demo_asks_for_more_of_its_weak_models(given, monkeypatch):
    monkeypatch.setattr(run, "has_round_trip", lambda lang: False)
    result = CliRunner().invoke(app, ["run", "all", "--json", "--demo"])
    assert given["backtranslate"]["models"] == ["demo"]
    assert given["backtranslate"]["pivot_candidates"] == 2
    assert given["filter"]["min_similarity"] == "demo:0.85"
    assert given["filter"]["select"] == "similarity"
    assert "Firefox's models are not installed" in result.stderr
    all_("--demo", "--min-similarity", "demo:0.5")
    assert given["filter"]["min_similarity"] == "demo:0.5"


def test_the_demo_says_nothing_of_firefox_to_a_user_who_names_the_models(given):
    result = CliRunner().invoke(app, ["run", "all", "--json", "--demo", "--models", "demo"])
    assert result.stderr.startswith("Translated by demo.\n")


@pytest.mark.parametrize("name", [*TABLES, "all"])
@pytest.mark.parametrize("old", [["--engine", "ray"], ["--engine=local"]])
def test_the_old_spelling_names_the_new_one(given, name, old):
    result = CliRunner().invoke(app, ["run", name, "--artifacts", "none", *old])
    assert isinstance(result.exception, UserError)
    assert f"--executor {old[-1].removeprefix('--engine=')}" in str(result.exception)
    assert not given


def test_an_unknown_engine_or_executor_is_refused_before_the_first_stage(given):
    with pytest.raises(UserError, match="--engine 'slurm' is not one of: auto, "):
        all_("--input", "a.txt", "--engine", "slurm")
    result = CliRunner().invoke(app, ["run", "negate", "--executor", "slurm"])
    assert result.exit_code == 2
    assert "is not one of 'local'" in result.output
    assert not given


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--device cuda", "--device cuda: torch sees no GPU here"),
        ("--address auto", "--address auto needs --executor ray"),
        ("--parser nowhere", "--parser nowhere is neither installed nor a folder"),
        ("--models de=nowhere,nowhere", "nowhere"),
        ("--candidates 9", "--candidates 9 needs at least as many --beams"),
        ("--judges agreement", "cannot judge its own paraphrases"),
        ("--min-mer 0.9", "must satisfy 0 <= min <= max <= 1"),
        ("--min-similarity nowhere:0.5", "nowhere"),
        ("--min-entailment nowhere:0.5", "The model nowhere of --min-entailment cannot be loaded"),
        ("--min-entailment nowhere:1.5", "with a threshold in [0, 1]"),
        ("--min-agreement 0.5", "--min-agreement needs --judges agreement"),
        ("--min-trust 0.7", "--min-trust needs --judges trust"),
        ("--min-forced-score -1 --judges trust", "--min-forced-score needs --judges forced"),
        ("--min-trust 0.7 --judges trust --judge-window 0.2:0.6", "--judge-window 0.2:0.6 (moses)"),
        (
            "--min-trust 0.7 --judges trust --judge-window 0.1:0.6 --near-copies 2",
            "--min-mer 0.15, up to 0.6, --mer moses, --near-copies 2. Widen the window",
        ),
    ],
)
def test_what_would_stop_a_late_stage_is_refused_before_the_first(
    options, message, tmp_path, monkeypatch
):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    (tmp_path / "corpus.txt").write_text("The door is open.\n", encoding="utf-8")
    known = ["--models", "demo"] if "--models" not in options else []
    given = ["--input", tmp_path / "corpus.txt", "--artifacts", tmp_path / "a", *known]
    with pytest.raises(OsscseError) as caught:
        all_(*map(str, given), *options.split())
    assert message in str(caught.value)
    assert not (tmp_path / "a").exists()


def test_the_demo_takes_no_other_sentences(given):
    with pytest.raises(UserError) as told:
        all_("--demo", "--input", "my corpus.txt", "--input", "b.txt")
    assert str(told.value) == (
        "--demo uses the bundled sentences, so it takes no --input. For your own, leave --demo"
        " out: `pipeline run all --input 'my corpus.txt' b.txt --models firefox:pt --preset"
        " meaning`; a further input called demo adds the bundled ones."
    )
    assert given == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--input", "nosuch.txt"], "nosuch.txt does not exist"),
        (["--demo", "--column", "body"], "--column body has no effect unless an input is .jsonl"),
    ],
)
def test_the_input_is_checked_before_any_model(options, message):
    with pytest.raises(UserError, match=message):
        all_(*options, "--models", "firefox:xx")
