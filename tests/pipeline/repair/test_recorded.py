"""The command that advice shows makes the same table: it has the recorded settings."""

import json
import shlex
from dataclasses import asdict
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.guards import guard_names
from pipeline.acceptance.judging import FilterConfig
from pipeline.acceptance.measures.thresholds import Threshold
from pipeline.cli import app
from pipeline.negation import NegationConfig, parse_kinds
from pipeline.repair.recorded import command_of, models_of
from pipeline.rephrasing import RephraseConfig, parse_rules
from pipeline.stages.backtranslate import BacktranslateConfig
from pipeline.stages.ingest import IngestConfig
from pipeline.stages.negate import NegateConfig
from pipeline.stages.rephrase import RephraseStage
from pipeline.translation.checkpoint import LazyModel
from pipeline.translation.decoding import Decoding
from pipeline.translation.models import DEMO_WEIGHTS, demo_pivots
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.manifest import Manifest, parse_manifest

DEMO = {
    "de forward": f"en-de {DEMO_WEIGHTS['en-de']}",
    "de backward": f"de-en {DEMO_WEIGHTS['de-en']}",
}
RULES = parse_rules("all,-passive,-fronted")


def recorded(stage, config, **sources):
    """A manifest as it is read from a file."""
    return Manifest(stage, json.loads(json.dumps(config)), {}, sources, [], 0)


def negations(config):
    return recorded(
        "negations",
        {"parser": config.parser, **asdict(config.negation), "shard_rows": config.shard_rows},
    )


def rephrasings(config):
    more = {"shard_rows": config.shard_rows, "compose": config.compose}
    return recorded("rephrasings", {"parser": config.parser, **asdict(config.rephrasing), **more})


def backtranslations(config):
    settings = asdict(config) | {"pivots": [pivot.lang for pivot in config.pivots]}
    settings["round_trip"]["batch_tokens"] = config.round_trip.batch_size("cpu")
    return recorded("backtranslations", settings | {"device": "cpu"}, **DEMO)


CASES = [
    (negations, "negate", NegateConfig(), ""),
    (
        negations,
        "negate",
        NegateConfig("my parser", NegationConfig("mix", 7, True, parse_kinds("all"), 4), 100),
        "--parser 'my parser' --kinds all --per-sentence 4 --style mix --seed 7 --check"
        " --shard-rows 100",
    ),
    (
        negations,
        "negate",
        NegateConfig(None, NegationConfig(kinds=("negation", "roles", "scope"), per_sentence=2)),
        "--kinds negation,roles,scope --per-sentence 2",
    ),
    (rephrasings, "rephrase", RephraseStage(), ""),
    (
        rephrasings,
        "rephrase",
        RephraseStage(None, RephraseConfig(RULES, 5), compose=True),
        "--rules all,-passive,-fronted --per-sentence 5 --compose",
    ),
    (
        rephrasings,
        "rephrase",
        RephraseStage(None, RephraseConfig(parse_rules("passive"))),
        "--rules passive",
    ),
    (
        backtranslations,
        "backtranslate",
        BacktranslateConfig(demo_pivots(), RoundTripConfig(Decoding(candidates=3))),
        "--models demo --device cpu",
    ),
    (
        backtranslations,
        "backtranslate",
        BacktranslateConfig(
            demo_pivots(),
            RoundTripConfig(
                Decoding(8, 2, max_length=64, beam_groups=2, diversity=0.7, avoid=0.25), 2, 99, 5
            ),
            "transformers",
            "fp32",
            10,
            20,
            ("forced", "trust"),
            (0.1, 0.7),
        ),
        "--models demo --engine transformers --device cpu --precision fp32 --beams 8"
        " --candidates 2 --avoid 0.25 --beam-groups 2 --diversity 0.7 --max-length 64"
        " --pivot-candidates 2 --batch-tokens 99 --seed 5 --judges forced,trust"
        " --judge-window 0.1:0.7 --limit 20 --shard-rows 10",
    ),
    (
        backtranslations,
        "backtranslate",
        BacktranslateConfig(
            demo_pivots(),
            RoundTripConfig(Decoding(candidates=3, sample=True, temperature=0.7, top_p=0.9)),
        ),
        "--models demo --device cpu --sampling --temperature 0.7 --top-p 0.9",
    ),
    (lambda config: recorded("triples", asdict(config)), "filter", FilterConfig(), ""),
    (
        lambda config: recorded("verdicts", asdict(config)),
        "filter",
        FilterConfig(
            0.2, 0.5, "diverse", Threshold("demo", 0.8), 50, ("copy", "numbers"), True, "jiwer", 2,
            True, None, Threshold("my nli", 0.9), -0.5, 0.25, 0.85, 0.9,
        ),
        "--min-similarity demo:0.8 --min-entailment 'my nli:0.9' --guards copy,numbers"
        " --min-mer 0.2 --max-mer 0.5 --select diverse --shard-rows 50 --contradict-paraphrases"
        " --mer jiwer --near-copies 2 --balance --min-forced-score -0.5 --min-agreement 0.25"
        " --min-trust 0.85 --max-mer-sure 0.9",
    ),
    (
        lambda config: recorded("triples", asdict(config)),
        "filter",
        FilterConfig(guards=()),
        "--guards none",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("manifest", "stage", "config", "options"), CASES)
def test_the_command_has_the_recorded_settings(manifest, stage, config, options, monkeypatch):
    command = command_of(manifest(config), Path("my tables"))
    parts = ["pipeline run", stage, options, "--artifacts 'my tables'"]
    assert command == " ".join(filter(None, parts))

    taken = []

    def take(artifacts, settings, **more):
        taken.append(settings)
        raise SystemExit

    monkeypatch.setattr("pipeline.storage.artifacts.ArtifactsFolder", lambda root: root)
    monkeypatch.setattr("pipeline.negation.parser.parser_version", lambda name: ("any", "1"))
    monkeypatch.setattr(f"pipeline.stages.{stage}.run_{stage}", take)
    CliRunner().invoke(app, shlex.split(command)[1:])
    assert taken == [config]


def test_a_command_names_every_input_and_replaces_on_request():
    config = IngestConfig(40, "body")
    manifest = recorded("sentences", asdict(config), **{"a b.jsonl": "0", "-": "1"})
    assert command_of(manifest, Path("a"), overwrite=True) == (
        "pipeline run ingest --input 'a b.jsonl' --input - --max-words 40 --column body"
        " --artifacts a --overwrite"
    )


def test_settings_of_another_version_are_dots():
    assert command_of(recorded("backtranslations", {}), Path("a")) == (
        "pipeline run backtranslate ... --artifacts a"
    )


@pytest.mark.parametrize(
    ("inputs", "more", "models"),
    [
        (DEMO, {}, ["demo"]),
        (DEMO | {"de forward": "en-de 00"}, {}, ["de=.../en-de,.../de-en"]),
        (
            {f"{lang} {leg}": f"wmt19-{pair} 00" for lang, leg, pair in (
                ("de", "forward", "en-de"), ("de", "backward", "de-en"),
                ("ru", "forward", "en-ru"), ("ru", "backward", "ru-en"),
            )},
            {"pivots": ["de", "ru"]},
            ["wmt19"],
        ),
        (
            {"de>fr forward": "en-de 0", "de>fr leg 2": "de-fr 0", "de>fr backward": "fr-en 0"},
            {"pivots": ["de>fr"]},
            ["de+fr=.../en-de,.../de-fr,.../fr-en"],
        ),
    ],
)  # fmt: skip
def test_models_are_named_where_they_are_known(inputs, more, models):
    manifest = recorded("backtranslations", {"pivots": ["de"], **more}, **inputs)
    assert models_of(manifest) == models


def test_one_pivot_of_several_is_named():
    names = {"ru forward": "wmt19-en-ru 00", "ru backward": "wmt19-ru-en 00"}
    manifest = recorded("backtranslations", {"pivots": ["ru"]}, **names)
    assert "--models wmt19 --pivots ru " in command_of(manifest, Path("a"))


def test_models_of_firefox_are_found_by_their_names(tmp_path, monkeypatch):
    for pair in ("en-fr", "fr-en"):
        (tmp_path / pair).mkdir()
        (tmp_path / pair / "model.bin").touch()
        (tmp_path / pair / f"model.{pair.replace('-', '')}.intgemm.bin").touch()
    monkeypatch.setenv("OSSCSE_FIREFOX_MODELS", str(tmp_path))
    names = {"fr forward": "en-fr 00", "fr backward": "fr-en 00"}
    found = [
        models_of(recorded("backtranslations", {"pivots": ["fr"], "engine": engine}, **names))
        for engine in ("marian", "ctranslate2+marian", "transformers")
    ]
    assert found == [["firefox:fr"], ["firefox:fr"], ["fr=.../en-fr,.../fr-en"]]


def test_the_bundled_models_are_known_by_their_weights():
    (pivot,) = demo_pivots()
    weights = {Path(n).name: LazyModel(n).checkpoint.sha256 for n in pivot.models.values()}
    assert weights == DEMO_WEIGHTS


def test_the_command_of_a_finished_table_is_short(finished, work):
    said = {
        stage: command_of(parse_manifest(finished / stage).manifest, Path("a"))
        for stage in ("sentences", "negations", "rephrasings", "verdicts", "triples")
    }
    assert said == {
        "sentences": f"pipeline run ingest --input {work / 'corpus.txt'} --shard-rows 2"
        " --artifacts a",
        "negations": "pipeline run negate --shard-rows 2 --artifacts a",
        "rephrasings": "pipeline run rephrase --compose --shard-rows 2 --artifacts a",
        "verdicts": "pipeline run filter --shard-rows 2 --artifacts a",
        "triples": "pipeline run filter --shard-rows 2 --artifacts a",
    }
    assert set(FilterConfig().guards) == {*guard_names()}
