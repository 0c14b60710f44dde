"""Which paraphrase is kept, and what becomes of every other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.acceptance.judging import (
    GUARDS,
    Candidate,
    FilterConfig,
    Verdict,
    choose,
    judge,
    parse_guards,
)
from pipeline.acceptance.similarity import SimilarityFloor, parse_floor
from pipeline.inspection.catalog import open_catalog, query
from pipeline.inspection.explain import explain
from pipeline.stages.filter import mer_bin, run_filter
from pipeline.storage.reader import TableReader
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
            ("ru", "The old kitchen was painted green by the brother last summer.", -0.2),
            ("ru", "The old kitchen was coloured green by the brother in summer.", -0.4),
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
    run_filter(folder, FilterConfig(shard_rows=4), workers=1)
    return folder


def triples(folder):
    reader = TableReader(folder, "triples")
    return reader.read(0, reader.rows).to_pylist()


def test_every_sentence_has_its_row_in_order_with_its_status(artifacts):
    rows = triples(artifacts)
    assert [row["anchor"] for row in rows] == list(SENTENCES)
    assert [row["status"] for row in rows] == [
        "complete", "no_paraphrase", "no_paraphrase", "no_negation", "anchor_only", "no_paraphrase",
    ]  # fmt: skip


def test_the_best_score_inside_the_window_is_chosen(artifacts):
    row = triples(artifacts)[0]
    assert row["paraphrase"] == "The old kitchen was coloured green by the brother in summer."
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
    from pipeline.storage.manifest import require

    counts = require(artifacts, "triples").counts()
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


def test_every_candidate_and_every_sentence_without_one_has_its_verdict(artifacts):
    reader = TableReader(artifacts, "verdicts")
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
    import json
    import shutil

    folder = tmp_path / "a"
    shutil.copytree(artifacts, folder)
    path = folder / "triples" / "manifest.json"
    manifest = json.loads(path.read_text())
    (folder / "triples" / manifest["shards"].pop()["file"]).unlink()
    path.write_text(json.dumps(manifest))
    run_filter(folder, FilterConfig(shard_rows=4), workers=1)
    for stage in ("verdicts", "triples"):
        for made in (artifacts / stage).iterdir():
            assert (folder / stage / made.name).read_bytes() == made.read_bytes()


def test_selecting_the_highest_match_error_rate(tmp_path):
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    run_filter(folder, FilterConfig(select="mer"), workers=1)
    rows = triples(folder)
    assert rows[0]["paraphrase"].startswith("The old cooking room was coloured")


def test_workers_and_shards_do_not_change_the_rows(tmp_path, artifacts):
    folder = make_artifacts(tmp_path / "a", SENTENCES, shard_rows=5)
    run_filter(folder, FilterConfig(shard_rows=1), workers=2)
    assert triples(folder) == triples(artifacts)


def test_semantic_floor_refuses_with_its_reason(tmp_path, monkeypatch):
    class Fake:
        def __init__(self, model, device="auto"):
            assert model == "some/encoder"

        def cosines(self, pairs):
            return [0.9 if "by the brother in" in b else 0.5 for _, b in pairs]

    monkeypatch.setattr("pipeline.stages.filter.SentenceSimilarity", Fake)
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    manifest = run_filter(
        folder, FilterConfig(min_similarity=SimilarityFloor("some/encoder", 0.8)), workers=1
    )
    assert manifest.counts()["candidate similarity"] == 2
    assert [row["status"] for row in triples(folder)].count("complete") == 1
    assert manifest.counts()["lost similarity"] == 1
    found = explain(folder, text="quiet village")
    assert [(c.verdict, c.similarity) for c in found.candidates] == [
        ("similarity", pytest.approx(0.5))
    ]


@given(
    st.lists(st.tuples(st.floats(-5, 0), st.floats(0, 1), st.booleans()), max_size=6),
    st.sampled_from(["score", "mer", "similarity"]),
)
def test_a_refused_candidate_is_never_chosen_and_the_best_always(rows, select):
    candidates = [Candidate("de", i, "y", "x", score) for i, (score, _, _) in enumerate(rows)]
    # Similarity falls as the match error rate grows, so that each choice is another one.
    verdicts = [Verdict(mer, "" if good else "polarity", 1 - mer) for _, mer, good in rows]
    best = choose(candidates, verdicts, select)
    accepted = [i for i, (_, _, good) in enumerate(rows) if good]
    if not accepted:
        assert best is None
    else:
        value = {
            "score": [score for score, _, _ in rows],
            "mer": [mer for _, mer, _ in rows],
            "similarity": [1 - mer for _, mer, _ in rows],
        }[select]
        assert best in accepted
        assert value[best] == max(value[i] for i in accepted)


@given(
    st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1),
    st.lists(st.sampled_from("abcd"), max_size=7), st.lists(st.sampled_from("abcd"), max_size=7),
)  # fmt: skip
def test_a_wider_window_accepts_whatever_a_narrower_one_does(a, b, c, d, anchor, other):
    low, inner_low, inner_high, high = sorted((a, b, c, d))
    candidate = Candidate("de", 0, "", " ".join(other), 0.0)
    narrow = judge(" ".join(anchor), candidate, FilterConfig(inner_low, inner_high))
    wide = judge(" ".join(anchor), candidate, FilterConfig(low, high))
    assert not (narrow.reason == "" and wide.reason != "")


@pytest.mark.parametrize(
    ("other", "accepted"),
    [
        ("a b c d e f g h i j k l m n o p q x y z", True),  # 3 of 20 changed: 0.15
        ("a b c d e f g h i j k l m n o p q r y z", False),  # 2 of 20
        ("a b c d e f g h l1 l2 l3 l4 l5 l6 l7 l8 l9 m1 m2 m3", True),  # 12 of 20: 0.6
        ("a b c d e f g l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 m1 m2 m3", False),  # 13 of 20
    ],
)
def test_both_ends_of_the_window_belong_to_it(other, accepted):
    anchor = "a b c d e f g h i j k l m n o p q r s t"
    # Letters only: digits would be refused for another reason.
    other = other.translate(str.maketrans("0123456789", "abcdefghij"))
    candidate = Candidate("de", 0, "", other, 0.0)
    assert (judge(anchor, candidate, FilterConfig()).reason == "") is accepted


@pytest.mark.parametrize(
    ("lang", "pivot", "paraphrase", "reason"),
    [
        ("de", "Die alte Fähre fährt um sieben.", "The old boat goes at seven.", ""),
        ("de", "Die alte Fähre fährt um sieben.", "", "empty"),
        ("ru", "Die alte Fähre fährt um sieben.", "The old boat goes at seven.", "wrong_script"),
        ("ru", "Старый паром уходит в семь.", "Старый паром goes в семь.", "wrong_script"),
        ("de", "the old ferry leaves at seven", "The old boat goes at seven.", "untranslated"),
        ("de", "Die Fähre geht", "Die Fähre geht", "untranslated"),
        ("de", "Die Fähre", "The old boat goes at seven at seven.", "repetition"),
        ("de", "um um um um", "The old boat goes at seven.", "repetition"),
        (
            "de",
            "Die",
            "The old and quite small boat goes every day at seven in June",
            "length_ratio",
        ),
        ("de", "Die Fähre", "the old ferry leaves at seven", "copy"),
        ("de", "Die Fähre", "The old ferry leaves by seven.", "mer_below"),
        ("de", "Die Fähre", "A plane went to Rome today.", "mer_above"),
        ("de", "Die Fähre", "The old ferry never goes at seven.", "polarity"),
        ("de", "Die Fähre", "The old ferry goes at 7.", "numbers"),
        ("de", "Die Fähre", "Does the old ferry leave at seven?", "question"),
        ("de", "Die Fähre", "Then the ferry leaves at seven.", "content"),
    ],
)
def test_each_guard_gives_its_reason(lang, pivot, paraphrase, reason):
    config = FilterConfig(min_mer=0.2)
    candidate = Candidate(lang, 0, pivot, paraphrase, -0.5)
    assert judge("The old ferry leaves at seven.", candidate, config).reason == reason


@pytest.mark.parametrize(
    ("value", "start"), [(0.0, 0.0), (0.15, 0.15), (0.6, 0.6), (0.999, 0.95), (1.0, 0.95)]
)
def test_histogram_bins(value, start):
    assert mer_bin(value) == pytest.approx(start)


def test_a_window_upside_down_is_refused(tmp_path):
    with pytest.raises(UserError, match="0 <= min <= max <= 1"):
        run_filter(tmp_path, FilterConfig(0.6, 0.15))


def test_guards_by_name():
    assert parse_guards("none") == ()
    assert parse_guards("all") == GUARDS
    assert parse_guards("numbers,polarity") == ("polarity", "numbers")
    with pytest.raises(UserError, match=r"no such guard.*polarity, numbers"):
        parse_guards("meaning")
    lost = Candidate("de", 0, "", "The old ferry never goes at seven.", -0.5)
    assert judge("The old ferry leaves at seven.", lost, FilterConfig(guards=())).reason == ""


def test_selecting_by_similarity_needs_a_floor(tmp_path):
    with pytest.raises(UserError, match="--select similarity needs --min-similarity"):
        run_filter(tmp_path, FilterConfig(select="similarity"))


@pytest.mark.parametrize("text", ["demo", "demo:high", ":0.5", "demo:3"])
def test_a_floor_of_another_form_is_refused(text):
    with pytest.raises(UserError, match="MODEL:FLOOR"):
        parse_floor(text)


def test_a_floor_may_have_colons_in_its_model():
    assert parse_floor("C:/models/x:0.7") == SimilarityFloor("C:/models/x", 0.7)


def test_tables_of_other_sentences_are_refused(tmp_path):
    from pipeline.stages.ingest import IngestConfig, run_ingest

    folder = make_artifacts(tmp_path / "a", SENTENCES)
    (tmp_path / "other.txt").write_text("Another corpus now.")
    run_ingest([str(tmp_path / "other.txt")], folder, IngestConfig(), overwrite=True)
    with pytest.raises(UserError, match="was made from other sentences"):
        run_filter(folder, FilterConfig(), workers=1)


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
    found = explain(artifacts, text="OLD KITCHEN")
    assert found.line == 1
    assert [(c.pivot_lang, c.verdict, c.chosen) for c in found.candidates] == [
        ("de", "accepted", False),
        ("de", "copy", False),
        ("ru", "mer_below", False),
        ("ru", "accepted", True),
    ]
    assert explain(artifacts, key=found.triple["id"]) == found
    with pytest.raises(UserError, match="No sentence"):
        explain(artifacts, text="nowhere to be found")


def test_a_query_with_a_fault_is_refused_in_words(artifacts):
    with open_catalog(artifacts) as db, pytest.raises(UserError, match="DuckDB cannot run"):
        query(db, "select nothing from nowhere")
