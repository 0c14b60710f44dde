"""Paraphrases by rule: their table, and what the filter, the inspection and verify make of it."""

import shutil

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.catalog import open_catalog
from pipeline.inspection.explain import explain
from pipeline.inspection.overview import overview
from pipeline.inspection.samples import Selection, examples
from pipeline.inspection.windows import previews
from pipeline.rephrasing import RephraseConfig, rephrase
from pipeline.sources.text import sentence_id
from pipeline.stages.filter import run_filter
from pipeline.stages.ingest import IngestConfig, run_ingest
from pipeline.stages.rephrase import RephraseStage, run_rephrase
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.manifest import save_manifest
from pipeline.storage.status import stage_statuses
from pipeline.storage.verify import verify
from schemas.errors import UserError
from tests.artifacts import make_artifacts, read_manifest

SHOP, RAIN, BOAT, NONE = (
    "The shop was closed.",
    "It rained on Monday.",
    "Two men mended the boat in May.",
    "A walk in the rain",
)
NOT_OPEN = "The shop was not open."
MENDED = "The boat was mended by two men in May."
IN_MAY = "In May, two men mended the boat."
SENTENCES = {
    SHOP: ("The shop was not closed.", []),
    RAIN: ("It did not rain on Monday.", [("de", "We had rain on Monday.", -0.2)]),
    BOAT: ("Two men did not mend the boat in May.", [("de", "Two men fixed a boat in May.", -1)]),
    NONE: (None, []),
}  # fmt: skip
RULED = {
    SHOP: [("negated_antonym.v1", NOT_OPEN)],
    BOAT: [("passive.v1", MENDED), ("fronted.v1", IN_MAY)],
}


@pytest.fixture(scope="module")
def filtered(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ruled") / "artifacts"
    make_artifacts(folder, SENTENCES, rephrasings=RULED)
    run_filter(folder, FilterConfig(max_mer=0.7), executor=LocalExecutor(1))
    return folder


def rows(folder, stage):
    shards = sorted((folder / stage).glob("*.parquet"))
    return [row for shard in shards for row in pq.read_table(shard).to_pylist()]


def test_the_table_has_the_paraphrases_of_each_sentence_by_rank(tmp_path):
    (tmp_path / "in.txt").write_text("\n".join([SHOP, NONE, RAIN]))
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig())
    config = RephraseConfig(per_sentence=2)
    manifest = run_rephrase(
        tmp_path / "a", RephraseStage(None, config, 2), executor=LocalExecutor(1)
    )
    expected = [
        (sentence_id(text), rank, one.rule, one.text)
        for text in (SHOP, RAIN)
        for rank, one in enumerate(rephrase(text, config=config))
    ]
    found = rows(tmp_path / "a", "rephrasings")
    assert [tuple(row.values())[:4] for row in found] == expected
    assert {row["base_rank"] for row in found} == {None}
    assert len(expected) == 3
    assert manifest.counts()["rephrased"] == 2
    assert manifest.counts()["candidates"] == 3
    assert manifest.config["per_sentence"] == 2
    assert list(verify(ArtifactsFolder(tmp_path / "a"))) == []


def test_they_are_candidates_behind_the_translated_ones(filtered):
    triples = rows(filtered, "triples")
    found = {
        (row["anchor"], row["variant"]): (
            row["paraphrase"],
            row["pivot_lang"],
            row["paraphrase_rule"],
            row["score"],
        )
        for row in triples
    }
    assert found[SHOP, 0] == (NOT_OPEN, None, "negated_antonym.v1", None)
    assert found[RAIN, 0][:3] == ("We had rain on Monday.", "de", None)
    assert found[BOAT, 0][:3] == ("Two men fixed a boat in May.", "de", None)
    # The further candidates are in further triples, without other contradictions too.
    assert found[BOAT, 1] == (MENDED, None, "passive.v1", None)
    assert found[BOAT, 2] == (IN_MAY, None, "fronted.v1", None)
    assert found[NONE, 0] == (None, None, None, None)


def test_a_negated_opposite_is_no_lost_negation_but_other_texts_are(filtered, tmp_path):
    verdicts = {
        (row["id"], row["paraphrase_rule"]): row["verdict"] for row in rows(filtered, "verdicts")
    }
    assert verdicts[sentence_id(SHOP), "negated_antonym.v1"] == "accepted"
    assert verdicts[sentence_id(NONE), None] == "no_candidate"
    other = make_artifacts(
        tmp_path / "other", SENTENCES, rephrasings={SHOP: [("passive.v1", NOT_OPEN)]}
    )
    run_filter(other, FilterConfig(), executor=LocalExecutor(1))
    verdicts = {row["id"]: row["verdict"] for row in rows(other, "verdicts")}
    assert verdicts[sentence_id(SHOP)] == "polarity"


def test_the_manifest_counts_them_by_rule_and_names_their_table(filtered):
    manifest = read_manifest(filtered / "triples")
    assert manifest.counts()["rephrased negated_antonym.v1"] == 1
    assert manifest.counts()["pivot de"] == 2
    assert manifest.input["rephrasings"] == read_manifest(filtered / "rephrasings").fingerprint()
    assert list(verify(ArtifactsFolder(filtered))) == []


def test_inspection_shows_them(filtered):
    found = explain(ArtifactsFolder(filtered), text=BOAT)
    origins = [(c.pivot_lang, c.paraphrase_rule, c.rank) for c in found.candidates]
    assert origins == [("de", None, 0), (None, "passive.v1", 0), (None, "fronted.v1", 1)]
    seen = overview(filtered)
    assert seen.pivots.rows[-1][:4] == ("rule", 3, 3, 1)
    rules = ("fronted.v1", "negated_antonym.v1", "passive.v1")
    assert [row[:3] for row in seen.paraphrase_rules.rows] == [(rule, 1, 1) for rule in rules]
    shown = CliRunner().invoke(app, ["inspect", "--artifacts", str(filtered)]).output
    assert "Paraphrases by rule" in shown
    assert shown.count("negated_antonym.v1  ") == 1
    assert sum(b.paraphrases["rule"] for b in seen.histogram) == 1
    (shop,) = (e for e in examples(filtered, Selection()) if e.anchor == SHOP)
    assert "negated_antonym.v1" in shop.about
    assert "`rephrasings`" in (filtered / "README.md").read_text()


def test_another_window_would_keep_what_it_says(filtered, tmp_path):
    (preview,) = previews(ArtifactsFolder(filtered), [(0.3, 0.5)])
    narrow = make_artifacts(tmp_path / "narrow", SENTENCES, rephrasings=RULED)
    manifest = run_filter(narrow, FilterConfig(0.3, 0.5), executor=LocalExecutor(1))
    counts = manifest.counts()
    assert preview.statuses == {
        status: counts.get(f"status {status}", 0) for status in preview.statuses
    }


def test_the_catalogue_counts_each_rule_of_a_composition(tmp_path):
    both = "In May, the boat was mended by two men."
    made = {BOAT: [("passive.v1+fronted.v1", both), ("passive.v1", MENDED)]}
    folder = make_artifacts(tmp_path / "a", SENTENCES, rephrasings=made)
    run_filter(folder, FilterConfig(max_mer=0.9), executor=LocalExecutor(1))
    with open_catalog(folder) as db:
        found = db.execute("select rule, candidates from paraphrase_rules").fetchall()
    assert found == [("passive.v1", 2), ("fronted.v1", 1)]


def test_a_folder_may_be_without_them(tmp_path):
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    states = {found.stage: found.state for found in stage_statuses(ArtifactsFolder(folder))}
    assert states["rephrasings"] == "optional"
    assert "rephrasings" not in read_manifest(folder / "triples").input
    assert "rephrasings/part" not in (folder / "README.md").read_text()
    with open_catalog(folder) as db:
        assert db.execute("from rephrasings").fetchall() == []


def test_those_of_other_sentences_are_refused(tmp_path):
    folder = make_artifacts(tmp_path / "a", SENTENCES, rephrasings=RULED)
    manifest = read_manifest(folder / "rephrasings")
    manifest.input["sentences"] = "0" * 64
    save_manifest(folder / "rephrasings", manifest)
    with pytest.raises(UserError, match="rephrasings was made from other sentences"):
        run_filter(folder, FilterConfig(), executor=LocalExecutor(1))


def test_verify_finds_a_rank_left_out_and_an_unknown_sentence(tmp_path):
    made = {SHOP: RULED[SHOP], BOAT: RULED[BOAT]}
    folder = make_artifacts(tmp_path / "a", SENTENCES, rephrasings=made, shard_rows=4)
    shard = folder / "rephrasings" / "part-00000.parquet"
    table = pq.read_table(shard)
    pq.write_table(table.filter([True, False, True]), shard)
    problems = " ".join(problem.text for problem in verify(ArtifactsFolder(folder)))
    assert "1 sentence whose ranks are not 0, 1, 2 and so on" in problems


OLD_BOAT = "Two men mended the old wooden boat of the club in May."
TRANSLATED = {
    OLD_BOAT: (
        "Two men did not mend the old wooden boat of the club in May.",
        [
            ("de", "Two men repaired the club's old wooden boat in May.", -0.3, 0.9),
            ("de", "Two men did not mend the old wooden boat of the club in May.", -0.5, 0.8),
            ("de", "Two men mended the old wooden boat of the club by May.", -0.6, 0.8),
        ],
    ),
    RAIN: ("It did not rain on Monday.", []),
}
REPAIRED = "The club's old wooden boat was repaired by two men in May."


@pytest.fixture(scope="module")
def composed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("composed") / "a"
    make_artifacts(folder, TRANSLATED, translating={"judges": ["trust"]})
    run_rephrase(folder, RephraseStage(shard_rows=1, compose=True), executor=LocalExecutor(1))
    return folder


def test_rules_are_applied_to_translations_that_no_guard_refuses(composed):
    found = [row for row in rows(composed, "rephrasings") if row["base_rank"] is not None]
    # The second lost its meaning, the third is a near copy with another preposition.
    assert [(row["base_rank"], row["paraphrase"]) for row in found] == [(0, REPAIRED)]
    assert found[0]["rule"] == "de+passive.v1"
    counts = read_manifest(composed / "rephrasings").counts()
    assert counts["composed"] == 1
    assert "rule de" not in counts
    assert list(verify(ArtifactsFolder(composed))) == []


def test_they_have_the_trust_of_their_translation(composed):
    for threshold, verdict in ((0.85, "accepted"), (0.95, "trust")):
        run_filter(
            composed, FilterConfig(min_trust=threshold), executor=LocalExecutor(1), overwrite=True
        )
        candidates = explain(ArtifactsFolder(composed), text=OLD_BOAT).candidates
        (one,) = (c for c in candidates if c.paraphrase == REPAIRED)
        assert (one.verdict, one.pivot_lang) == (verdict, None)
        assert one.score == pytest.approx(-0.3)
        with open_catalog(composed) as db:
            query = "select trust from candidates where paraphrase = ?"
            assert db.execute(query, [REPAIRED]).fetchall() == [(pytest.approx(0.9),)]
            listed = db.execute("select rule from paraphrase_rules").fetchall()
        assert ("de",) not in listed
    assert list(verify(ArtifactsFolder(composed))) == []


def test_they_are_refused_beside_other_translations(composed, tmp_path):
    folder = tmp_path / "a"
    shutil.copytree(composed, folder)
    manifest = read_manifest(folder / "rephrasings")
    manifest.input["backtranslations"] = "0" * 64
    save_manifest(folder / "rephrasings", manifest)
    with pytest.raises(UserError, match="rephrasings was made from other backtranslations"):
        run_filter(folder, FilterConfig(), executor=LocalExecutor(1), overwrite=True)


def test_translations_of_other_sentences_are_not_composed_with(composed, tmp_path):
    folder = tmp_path / "a"
    shutil.copytree(composed, folder)
    manifest = read_manifest(folder / "backtranslations")
    manifest.input["sentences"] = "0" * 64
    save_manifest(folder / "backtranslations", manifest)
    with pytest.raises(UserError, match=r"backtranslations was made from other sentences than"):
        run_rephrase(folder, RephraseStage(compose=True), executor=LocalExecutor(1), overwrite=True)


def test_without_translations_there_is_nothing_to_compose_with(tmp_path):
    (tmp_path / "in.txt").write_text(SHOP)
    run_ingest([str(tmp_path / "in.txt")], tmp_path / "a", IngestConfig())
    with pytest.raises(UserError, match="pipeline run backtranslate"):
        run_rephrase(tmp_path / "a", RephraseStage(compose=True), executor=LocalExecutor(1))
