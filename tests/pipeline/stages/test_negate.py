"""The stage around the engine: styles and the self-check reach the table and its manifest."""

import pyarrow.parquet as pq
import pytest

from pipeline.negation import NegationConfig, load_parser, negate_texts
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.negate import NegateConfig, run_negate
from schemas.errors import UserError

TEXTS = [
    "The tap was left open.",
    "Nobody came to the opening.",
    "She sold the boat and bought a horse.",
    "A quiet evening by the fire.",
    "Every seat was taken.",
    "He painted the door and the gate.",
    "The lamps will be lit at six.",
]


@pytest.fixture
def artifacts(tmp_path):
    (tmp_path / "in.txt").write_text("\n".join(TEXTS), "utf-8")
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "made", IngestConfig())
    return tmp_path / "made"


def rows(artifacts):
    shards = sorted((artifacts / "negations").glob("*.parquet"))
    return [row for shard in shards for row in pq.read_table(shard).to_pylist()]


def test_rows_are_those_of_the_engine_and_the_manifest_tells_how(artifacts):
    config = NegationConfig("mix", seed=5, check=True)
    manifest = run_negate(artifacts, NegateConfig(negation=config, shard_rows=3), workers=1)
    expected = negate_texts(load_parser(), TEXTS, config)
    found = [(row["negation"], row["rule"], row["cue"]) for row in rows(artifacts)]
    assert found == [(n.text, n.rule, n.cue) for n in expected]
    assert {key: manifest.config[key] for key in ("style", "seed", "check")} == {
        "style": "mix",
        "seed": 5,
        "check": True,
    }
    assert manifest.counts()["negated"] == 6
    assert manifest.counts()["rule no_clause"] == 1


def test_failures_of_the_check_are_counted(artifacts, monkeypatch):
    monkeypatch.setattr("pipeline.negation.parser.denies", lambda doc: False)
    config = NegateConfig(negation=NegationConfig(check=True))
    manifest = run_negate(artifacts, config, workers=1)
    assert manifest.counts()["rule check_failed"] == 6
    assert manifest.counts()["negated"] == 0


def test_another_style_is_another_table(artifacts):
    run_negate(artifacts, NegateConfig(), workers=1)
    never = NegateConfig(negation=NegationConfig("never"))
    with pytest.raises(UserError, match="style"):
        run_negate(artifacts, never, workers=1)
    run_negate(artifacts, never, workers=1, overwrite=True)
    assert rows(artifacts)[0]["negation"] == "The tap was never left open."


def test_an_unknown_style_is_refused_before_any_work():
    with pytest.raises(UserError, match="--style loud is unknown"):
        NegateConfig(negation=NegationConfig("loud"))


def test_a_process_loads_its_parser_once(artifacts, monkeypatch):
    import spacy

    loads, load = [], spacy.load
    monkeypatch.setattr(spacy, "load", lambda name, **how: loads.append(name) or load(name, **how))
    monkeypatch.setattr("pipeline.stages.negate.CHUNK_ROWS", 2)
    load_parser.cache_clear()
    run_negate(artifacts, NegateConfig(shard_rows=3), workers=1)
    assert len(loads) == 1
