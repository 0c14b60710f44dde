"""The stage around the engine: styles and the self-check reach the table and its manifest."""

import pyarrow.parquet as pq
import pytest

from pipeline.execution.local import LocalExecutor
from pipeline.negation import (
    NegationConfig,
    contradict_texts,
    load_parser,
    negate_texts,
    parse_kinds,
    parser_for,
)
from pipeline.negation.parser import _load, find_parser
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
    manifest = run_negate(
        artifacts, NegateConfig(negation=config, shard_rows=3), executor=LocalExecutor(1)
    )
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
    manifest = run_negate(artifacts, config, executor=LocalExecutor(1))
    assert manifest.counts()["rule check_failed"] == 6
    assert manifest.counts()["negated"] == 0


def test_another_style_is_another_table(artifacts):
    run_negate(artifacts, NegateConfig(), executor=LocalExecutor(1))
    never = NegateConfig(negation=NegationConfig("never"))
    with pytest.raises(UserError, match="style"):
        run_negate(artifacts, never, executor=LocalExecutor(1))
    run_negate(artifacts, never, executor=LocalExecutor(1), overwrite=True)
    assert rows(artifacts)[0]["negation"] == "The tap was never left open."


def test_other_contradictions_follow_the_denial(tmp_path):
    texts = [*TEXTS, "The council closed two schools before the war."]
    (tmp_path / "in.txt").write_text("\n".join(texts), "utf-8")
    artifacts = tmp_path / "made"
    run_ingest([str(tmp_path / "in.txt")], artifacts, IngestConfig())
    kinds = NegationConfig(kinds=parse_kinds("all"), per_sentence=3)
    manifest = run_negate(
        artifacts, NegateConfig(negation=kinds, shard_rows=3), executor=LocalExecutor(1)
    )
    found = rows(artifacts)
    denials = [row["negation"] for row in found if row["rank"] == 0]
    assert denials == [n.text for n in negate_texts(load_parser(), texts)]
    assert {row["kind"] for row in found if row["rank"] == 0} == {"negation"}
    ranks = [row["rank"] for row in found]
    # Each sentence counts from 0, and no further than 2.
    assert all(b in (0, a + 1) for a, b in zip([-1, *ranks], ranks, strict=False))
    assert max(ranks) == 2
    others = [row for row in found if row["rank"] > 0]
    assert all(row["negation"] and row["cue"] for row in others)
    counts = {k: n for k, n in manifest.counts().items() if k.startswith("kind ")}
    assert sum(counts.values()) == len(others)
    assert "turned_roles.v1" in manifest.config["rules"]


def test_kinds_are_taken_turn_about(artifacts):
    """Which kind comes first depends on the sentence, so no kind always does."""
    texts = [f"The mayor closed {n} old shops before the war." for n in range(12, 40)]
    kinds = NegationConfig(kinds=parse_kinds("all"), per_sentence=2)
    made = contradict_texts(parser_for(kinds), texts, kinds)
    assert len({one.kind for found in made for one in found.others}) > 2
    assert {len(found.others) for found in made} == {1}


@pytest.mark.parametrize(
    ("kinds", "per_sentence", "message"),
    [
        (("negation",), 0, "--per-sentence 0: give 1 or more"),
        (("antonym",), 1, "--kinds antonym with --per-sentence 1 would make only the denial"),
    ],
)
def test_numbers_with_which_nothing_can_be_made_are_refused(kinds, per_sentence, message):
    with pytest.raises(UserError, match=message):
        NegationConfig(kinds=kinds, per_sentence=per_sentence)


def test_names_are_recognised_only_where_a_kind_asks():
    plain = NegationConfig(kinds=("antonym",), per_sentence=2)
    assert "ner" not in parser_for(plain).component_names
    roles = NegationConfig(kinds=("roles",), per_sentence=2)
    parser = parser_for(roles)
    assert "ner" not in parser.pipe_names
    (made,) = contradict_texts(parser, ["Austria defeated Hungary in May."], roles)
    assert [one.text for one in made.others] == ["Hungary defeated Austria in May."]


def test_an_unknown_style_is_refused_before_any_work():
    with pytest.raises(UserError, match="--style loud is unknown"):
        NegateConfig(negation=NegationConfig("loud"))


def test_a_process_loads_its_parser_once(artifacts, monkeypatch):
    import spacy

    loads, load = [], spacy.load
    monkeypatch.setattr(spacy, "load", lambda name, **how: loads.append(name) or load(name, **how))
    monkeypatch.setattr("pipeline.stages.by_sentence.CHUNK_ROWS", 2)
    _load.cache_clear()
    run_negate(artifacts, NegateConfig(shard_rows=3), executor=LocalExecutor(1))
    assert load_parser(find_parser()[0]) is load_parser()
    assert len(loads) == 1
