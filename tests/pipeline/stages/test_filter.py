"""Which paraphrase is kept, and what becomes of every other."""

import re

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.acceptance.measures.thresholds import Threshold
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.catalog import open_catalog, query
from pipeline.inspection.explain import explain
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.errors import UserError
from tests.artifacts import make_artifacts

KITCHEN = "The old kitchen was painted green by her brother last summer."
SENTENCES = {
    # Accepted twice: the better score is Russian, the higher match error rate German.
    KITCHEN: (
        "The old kitchen was not painted green by her brother last summer.",
        [
            ("de", "The old cooking room was coloured green by a friend last summer.", -0.9),
            ("de", KITCHEN, -0.1),
            ("ru", "The old kitchen was painted green by one brother last summer.", -0.2),
            ("ru", "The old kitchen was coloured green by one brother in summer.", -0.4),
        ],
    ),
    "That was unexpected for us.": (
        "That was not unexpected for us.",
        [("de", "That was expected for us.", -0.3)],
    ),
    "Dinner is at 7 in the hall.": (
        "Dinner is not at 7 in the hall.",
        [("ru", "Supper is at 8 in the hall.", -0.3)],
    ),
    "A quiet village by the lake": (None, [("de", "A calm village on the lake", -0.2)]),
    "Rain.": (None, [("de", "It was raining cats and dogs all day.", -2.0)]),
    "Nothing came back from this one.": ("Something came back from this one.", []),
}  # fmt: skip


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("filter") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(shard_rows=4), executor=LocalExecutor(1))
    return folder


def triples(folder):
    reader = ArtifactsFolder(folder).table("triples")
    return reader.read(0, reader.rows).to_pylist()


def test_every_sentence_has_its_row_in_order_with_its_status(artifacts):
    rows = triples(artifacts)
    assert [row["anchor"] for row in rows] == list(SENTENCES)
    assert [row["status"] for row in rows] == [
        "complete", "no_paraphrase", "no_paraphrase", "no_negation", "anchor_only", "no_paraphrase",
    ]  # fmt: skip


def test_the_best_score_inside_the_window_is_chosen(artifacts):
    row = triples(artifacts)[0]
    assert row["paraphrase"] == "The old kitchen was coloured green by one brother in summer."
    assert row["pivot_lang"] == "ru"
    assert row["score"] == pytest.approx(-0.4)
    assert row["mer"] == pytest.approx(3 / 12)
    assert row["negation_mer"] == pytest.approx(1 / 13)
    assert row["rule"] == "copula.v1"


def test_without_a_paraphrase_there_is_no_measure_of_it(artifacts):
    row = triples(artifacts)[1]
    assert (row["paraphrase"], row["mer"], row["pivot_lang"], row["score"]) == (None,) * 4
    assert row["negation"] == "That was not unexpected for us."


def test_losses_are_counted_by_reason(artifacts):

    counts = ArtifactsFolder(artifacts).require("triples").counts()
    assert {k: v for k, v in counts.items() if k.startswith(("lost", "candidate", "status"))} == {
        "candidate accepted": 3,
        "candidate copy": 1,
        "candidate length_ratio": 1,
        "candidate mer_below": 1,
        "candidate numbers": 1,
        "candidate polarity": 1,
        "lost length_ratio": 1,
        "lost no_candidate": 1,
        "lost numbers": 1,
        "lost polarity": 1,
        "status anchor_only": 1,
        "status complete": 1,
        "status no_negation": 1,
        "status no_paraphrase": 3,
    }
    assert sum(v for k, v in counts.items() if k.startswith("mer ")) == 8


def test_what_each_pivot_found_is_counted(artifacts):
    counts = ArtifactsFolder(artifacts).require("triples").counts()
    of_pivots = ("tried ", "found ", "refused ")
    assert {k: v for k, v in counts.items() if k.startswith(of_pivots)} == {
        "tried de": 4,
        "tried ru": 2,
        "found de": 2,
        "found ru": 1,
        "refused de copy": 1,
        "refused de length_ratio": 1,
        "refused de polarity": 1,
        "refused ru mer_below": 1,
        "refused ru numbers": 1,
    }


def test_every_candidate_and_every_sentence_without_one_has_its_verdict(artifacts):
    reader = ArtifactsFolder(artifacts).table("verdicts")
    rows = reader.read(0, reader.rows).to_pylist()
    assert [(r["pivot_lang"], r["rank"], r["verdict"], r["chosen"]) for r in rows] == [
        ("de", 0, "accepted", False),
        ("de", 1, "copy", False),
        ("ru", 0, "mer_below", False),
        ("ru", 1, "accepted", True),
        ("de", 0, "polarity", False),
        ("ru", 0, "numbers", False),
        ("de", 0, "accepted", True),
        ("de", 0, "length_ratio", False),
        (None, None, "no_candidate", False),
    ]
    assert [row["mer"] is None for row in rows] == [False] * 8 + [True]


def test_an_interruption_between_verdicts_and_triples_is_made_good(tmp_path, artifacts):
    import shutil

    from pipeline.storage.manifest import save_manifest

    folder = tmp_path / "a"
    shutil.copytree(artifacts, folder)
    manifest = ArtifactsFolder(folder).require("triples")
    (folder / "triples" / manifest.shards.pop().file).unlink()
    save_manifest(folder / "triples", manifest)
    run_filter(folder, FilterConfig(shard_rows=4), executor=LocalExecutor(1))
    for stage in ("verdicts", "triples"):
        for made in (artifacts / stage).iterdir():
            assert (folder / stage / made.name).read_bytes() == made.read_bytes()


def test_selecting_the_highest_match_error_rate(tmp_path):
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    run_filter(folder, FilterConfig(select="mer"), executor=LocalExecutor(1))
    rows = triples(folder)
    assert rows[0]["paraphrase"].startswith("The old cooking room was coloured")


def test_shards_do_not_change_the_rows(tmp_path, artifacts):
    folder = make_artifacts(tmp_path / "a", SENTENCES, shard_rows=5)
    run_filter(folder, FilterConfig(shard_rows=1), executor=LocalExecutor(1))
    assert triples(folder) == triples(artifacts)


def test_similarity_threshold_refuses_with_its_reason(tmp_path, monkeypatch):
    class Fake:
        def __init__(self, model, device="auto"):
            assert (model, device) == ("some/encoder", "cpu")

        def cosines(self, pairs):
            return [0.9 if "by one brother in" in b else 0.5 for _, b in pairs]

    monkeypatch.setattr("pipeline.stages.thresholds.SentenceSimilarity", Fake)
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    config = FilterConfig(min_similarity=Threshold("some/encoder", 0.8))
    manifest = run_filter(folder, config, device="cpu,cpu", executor=LocalExecutor(1))
    assert manifest.config["min_similarity"] == {"model": "some/encoder", "lowest": 0.8}
    assert manifest.counts()["candidate similarity"] == 2
    assert [row["status"] for row in triples(folder)].count("complete") == 1
    assert manifest.counts()["lost similarity"] == 1
    found = explain(ArtifactsFolder(folder), text="quiet village")
    assert [(c.verdict, c.similarity) for c in found.candidates] == [
        ("similarity", pytest.approx(0.5))
    ]


def test_entailment_threshold_refuses_with_its_reason_and_makes_the_judges_sure(
    tmp_path, monkeypatch
):
    class Fake:
        def __init__(self, model, device):
            assert (model, device) == ("some/nli", "cpu")

        def both_ways(self, pairs):
            return [0.95 if "by one brother in" in b else 0.5 for _, b in pairs]

    monkeypatch.setattr("pipeline.stages.thresholds.Entailment", Fake)
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    config = FilterConfig(min_entailment=Threshold("some/nli", 0.8), select="diverse")
    manifest = run_filter(folder, config, device="cpu", executor=LocalExecutor(1))
    assert manifest.config["min_entailment"] == {"model": "some/nli", "lowest": 0.8}
    assert manifest.counts()["candidate entailment"] == 2
    with open_catalog(ArtifactsFolder(folder)) as db:
        found = db.execute(
            "select verdict, entailment, confidence, chosen from verdicts"
            " where entailment is not null order by id, pivot_lang, rank"
        ).fetchall()
    near, above = pytest.approx(0.5), pytest.approx(0.95)
    assert ("accepted", above, pytest.approx(0.75), True) in found
    assert [row for row in found if row[0] == "entailment"] == [
        ("entailment", near, 0.0, False),
        ("entailment", near, 0.0, False),
    ]


def test_a_threshold_that_nobody_measured_names_the_command(tmp_path):
    folder = make_artifacts(tmp_path / "my art", SENTENCES)
    with pytest.raises(UserError, match=r"--min-agreement: .* backtranslate --judges agreement"):
        run_filter(folder, FilterConfig(min_agreement=0.5), executor=LocalExecutor(1))
    advice = f"backtranslate --judges trust --overwrite --artifacts '{folder}'`"
    with pytest.raises(UserError, match=f"--min-trust: .* {re.escape(advice)}"):
        run_filter(folder, FilterConfig(min_trust=0.5), executor=LocalExecutor(1))
    assert not (folder / "triples").exists()


@pytest.mark.parametrize(
    "wider",
    [{"min_mer": 0.1}, {"max_mer": 0.7}, {"max_mer_sure": 0.85}, {"mer": "jiwer"},
     {"near_copies": 2}],
)  # fmt: skip
def test_no_candidate_is_refused_for_a_score_that_was_left_out(tmp_path, wider):
    settings = {"judges": ["agreement"], "judge_window": [0.15, 0.6]}
    folder = make_artifacts(tmp_path / "a", SENTENCES, translating=settings)
    with pytest.raises(
        UserError, match=r"from 0\.15 to 0\.6 were judged.* --artifacts \S+a` with a wider"
    ):
        run_filter(folder, FilterConfig(min_agreement=0.5, **wider), executor=LocalExecutor(1))
    run_filter(folder, FilterConfig(min_agreement=0.5), executor=LocalExecutor(1))
    if "max_mer_sure" not in wider:  # which needs a judge
        run_filter(folder, FilterConfig(**wider), executor=LocalExecutor(1), overwrite=True)


def test_a_window_upside_down_is_refused(tmp_path):
    with pytest.raises(UserError, match="0 <= min <= max <= 1"):
        run_filter(tmp_path, FilterConfig(0.6, 0.15))


def test_selecting_by_similarity_needs_a_threshold(tmp_path):
    with pytest.raises(UserError, match="--select similarity needs --min-similarity"):
        run_filter(tmp_path, FilterConfig(select="similarity"))


def test_the_catalogue_works_from_the_folder_above(artifacts, monkeypatch):
    import duckdb

    monkeypatch.chdir(artifacts.parent)
    with duckdb.connect() as db:
        db.execute((artifacts / "catalog.sql").read_text())
        assert db.execute("select count(*) from sentences").fetchone() == (6,)
        assert db.execute("select count(*) from backtranslations").fetchone() == (8,)
        described = db.execute("describe complete_triples").fetchall()
        assert [row[0] for row in described] == ["anchor", "paraphrase", "negation"]
        assert db.execute("select count(*) from complete_triples").fetchone() == (1,)
        # A column called "pivot" would need quotes here.
        assert db.execute("select max(pivot_lang) from triples").fetchone() == ("ru",)
        for view in (
            "statuses",
            "losses",
            "verdicts",
            "rules",
            "mer_histogram",
            "candidates",
            "negations",
        ):
            assert db.execute(f"from {view}").fetchall()


def test_following_one_sentence(artifacts):
    found = explain(ArtifactsFolder(artifacts), text="OLD KITCHEN")
    assert found.line == 1
    assert [(c.pivot_lang, c.verdict, c.chosen) for c in found.candidates] == [
        ("de", "accepted", False),
        ("de", "copy", False),
        ("ru", "mer_below", False),
        ("ru", "accepted", True),
    ]
    assert explain(ArtifactsFolder(artifacts), key=found.triple["id"]) == found
    with pytest.raises(UserError, match="No sentence"):
        explain(ArtifactsFolder(artifacts), text="nowhere to be found")


def test_a_query_with_a_fault_is_refused_in_words(artifacts):
    with open_catalog(artifacts) as db, pytest.raises(UserError, match="DuckDB cannot run"):
        query(db, "select nothing from nowhere")


def test_lemmas_are_there_without_spacy_before_the_first_guard_reads_them(tmp_path, monkeypatch):
    """lemminflect alone would import spaCy, which takes seconds."""
    called = []

    def judge(*_):
        called.append("judge")
        raise UserError("Enough.")

    monkeypatch.setattr("pipeline.stages.filter.import_lemminflect", lambda: called.append("words"))
    monkeypatch.setattr("pipeline.stages.filter.judge", judge)
    folder = make_artifacts(tmp_path / "artifacts", SENTENCES)
    with pytest.raises(UserError, match="Enough"):
        run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    assert called == ["words", "judge"]
