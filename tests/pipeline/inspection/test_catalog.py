"""Every view and macro of the catalogue, through DuckDB, on a folder checked by hand."""

import shutil
from collections import Counter
from operator import itemgetter

import duckdb
import pyarrow.parquet as pq
import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.acceptance.measures.thresholds import Threshold
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.catalog import open_catalog, query
from pipeline.sources.text import sentence_id
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from schemas.catalog import MACROS, VIEWS, CatalogSettings, catalog_sql
from schemas.errors import UserError, WorkFailed
from tests.artifacts import make_artifacts

BOAT = "The boat on the lake was repaired by two men in spring."
MAIL = "She sent the letter to her aunt yesterday."
ROOM = "We have 3 rooms above the shop."
BOOK = "The book was unexpected for all of us."
LONE = "Nobody sees this one."
LEFT = "A small garden behind the house"
SENTENCES = {
    BOAT: (
        "The boat on the lake was not repaired by two men in spring.",
        [
            # 13 tokens: 1 substitution, 2, 8.
            ("de", "The boat on the lake was mended by two men in spring.", -0.5),
            ("de", "The ship on the lake was mended by two men in spring.", -0.4),
            ("ru", "Two men once mended a boat at this lake in summer .", -0.1),
        ],
    ),
    MAIL: (
        "She did not send the letter to her aunt yesterday.",
        [
            ("de", "She sent the letter to her aunt last night.", -0.3),  # 2 of 10
            ("ru", "Yesterday her aunt was sent the letter.", -0.7),
        ],
    ),
    ROOM: (
        "We do not have 3 rooms above the shop.",
        [("ru", "We have 4 rooms above the shop.", -0.2)],  # 1 of 8, and another number
    ),
    BOOK: (None, [("de", "The book was expected for all of us.", -0.2)]),
    LEFT: (None, [("de", "A little garden at the back of the house", -0.6)]),
    LONE: ("Somebody sees this one.", []),
}  # fmt: skip


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("catalog") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    return folder


@pytest.fixture(scope="module")
def db(artifacts):
    """A connection that has run the written file as `duckdb -init` does: in the folder above."""
    with duckdb.connect() as db:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(artifacts.parent)
            db.execute((artifacts / "catalog.sql").read_text())
        yield db


@pytest.fixture
def ask(artifacts, db, monkeypatch):
    """Rows of a query over the written file."""
    monkeypatch.chdir(artifacts.parent)
    return lambda sql: db.execute(sql).fetchall()


def key(text):
    return sentence_id(text)


BAR = "█" * 40
ROWS = {
    "select count(*) from sentences": [(6,)],
    "select count(negation) from negations": [(4,)],
    "select count(*) from backtranslations": [(8,)],
    "select count(*) from rephrasings": [(0,)],
    "select count(*) from paraphrases": [(8,)],
    "from paraphrase_rules": [],
    "select count(*), count(mer) from verdicts": [(9, 8)],
    "select count(*) from triples": [(6,)],
    "select anchor, paraphrase from complete_triples": [
        (BOAT, "The ship on the lake was mended by two men in spring."),
        (MAIL, "She sent the letter to her aunt last night."),
    ],
    f"select pivot_lang, rank, verdict, guard, chosen from candidates where id = {key(BOAT)}": [
        ("de", 0, "mer_below", None, False),
        ("de", 1, "accepted", None, True),
        ("ru", 0, "mer_above", None, False),
    ],
    f"select verdict, guard from candidates where id = {key(ROOM)}": [("mer_below", "numbers")],
    "from statuses": [
        ("anchor_only", 1, 16.7),
        ("complete", 2, 33.3),
        ("no_negation", 1, 16.7),
        ("no_paraphrase", 2, 33.3),
    ],
    "from losses": [
        ("accepted", 3, 3),
        ("mer_above", 2, 2),
        ("mer_below", 3, 3),
        ("no_candidate", 1, 1),
    ],
    "from lost_sentences": [
        (key(LONE), "no_candidate"),
        (key(ROOM), "mer_below"),
        (key(BOOK), "mer_below"),
    ],
    "from lost": [("mer_below", 2), ("no_candidate", 1)],
    "select pivot_lang, candidates, accepted, chosen from pivots": [
        ("de", 5, 3, 3),
        ("ru", 3, 0, 0),
    ],
    "from rules": [("copula.v1", 4, 4, "", "negation"), ("no_clause", 2, 0, "", "negation")],
    "from kinds": [("negation", 4, 4, "")],
    "select kind, of_paraphrases from triple_kinds": [("negation", 0)],
    "select count(*), sum(variant) from paper_triples": [(6, 0)],
    "from mer_histogram": [(0.15, 1, BAR), (0.2, 1, BAR), (0.55, 1, BAR)],
    "from mer_histogram(10)": [(0.1, 1, BAR), (0.2, 1, BAR), (0.5, 1, BAR)],
    "select mer_from, negations from negation_histogram(10)": [(0.0, 1), (0.2, 3)],
    "select mer_from, candidates from candidate_histogram('de', 10)": [
        (0.0, 1), (0.1, 2), (0.2, 1), (0.5, 1),
    ],
    "select anchor, pivot_lang, round(mer::double, 3) from lost_at('mer_below')": [
        (BOOK, "de", 0.111),
        (ROOM, "ru", 0.125),
    ],
    "select anchor, paraphrase from lost_at('no_candidate')": [(LONE, None)],
    "select anchor, negation, status from examples('no_clause')": [
        (LEFT, None, "no_negation"),
        (BOOK, None, "anchor_only"),
    ],
    # The boat's best score is the last candidate's, whose match error rate is 11/13.
    "select anchor, pivot_lang, status from survivors(0.1, 0.85)": [
        (LEFT, "de", "no_negation"),
        (LONE, None, "no_paraphrase"),
        (MAIL, "de", "complete"),
        (BOOK, None, "anchor_only"),
        (BOAT, "ru", "complete"),
        (ROOM, None, "no_paraphrase"),
    ],
    "from mer_window(0.5, 1)": [
        ("anchor_only", 1, 16.7),
        ("complete", 2, 33.3),
        ("no_negation", 1, 16.7),
        ("no_paraphrase", 2, 33.3),
    ],
    "from mer_window(0.2, 0.2)": [
        ("anchor_only", 2, 33.3),
        ("complete", 1, 16.7),
        ("no_paraphrase", 3, 50.0),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("sql", "rows"), ROWS.items(), ids=ROWS)
def test_every_view_and_macro(ask, sql, rows):
    def order(row):
        return [str(value) for value in row]

    assert sorted(ask(sql), key=order) == sorted(rows, key=order)


def test_judgements_that_nobody_gave_are_an_empty_table(artifacts):
    with open_catalog(artifacts) as db:
        found = query(db, "select reader, id, verdict from judgements")
    assert (found.columns, found.rows) == (["reader", "id", "verdict"], [])


def test_no_view_or_macro_is_without_a_test():
    names = {*VIEWS, *(signature.split("(")[0] for signature in MACROS)}
    assert {name for name in names if not any(name in sql for sql in ROWS)} == set()


def test_the_histogram_counts_values_on_a_bound_from_there():
    with duckdb.connect() as db:
        db.execute("create table paper_triples as select (range / 20)::float as mer from range(21)")
        macro = MACROS["mer_histogram(bins)"]
        db.execute(f"create macro mer_histogram(bins) as table {macro}")
        found = db.execute("select mer_from, paraphrases from mer_histogram(20)").fetchall()
    assert found == [(i / 20, 1) for i in range(19)] + [(0.95, 2)]


def rows_of(db, sql):
    return db.execute(f"select * from ({sql}) order by id").fetchall()


def counts_of(db, view):
    return dict(db.execute(f"select status, sentences from {view}").fetchall())


def written(folder):
    """The triples, in the order of their numbers."""
    shards = (folder / "triples").glob("*.parquet")
    rows = [row for shard in shards for row in pq.read_table(shard, partitioning=None).to_pylist()]
    return [tuple(row.values()) for row in sorted(rows, key=itemgetter("id"))]


class ByLength:
    """Stands for an encoder: the more the lengths differ, the less alike."""

    def __init__(self, model, device="auto"):
        pass

    def cosines(self, pairs):
        return [1 - abs(len(a) - len(b)) / 16 for a, b in pairs]


WINDOWS = [(0.0, 1.0), (0.1, 0.85), (0.15, 0.6), (0.2, 0.2), (0.5, 0.9)]


@pytest.fixture(scope="module")
def translated(tmp_path_factory):
    """The tables that `filter` reads; Russian comes first."""
    folder = tmp_path_factory.mktemp("translated") / "a"
    return make_artifacts(folder, SENTENCES, pivots=("ru", "de"))


# Only the two with all windows have another condition on the match error rate.
@pytest.mark.parametrize(
    ("settings", "windows"),
    [
        ({}, WINDOWS),
        ({"select": "mer"}, WINDOWS[:2]),
        ({"guards": ()}, WINDOWS[:2]),
        ({"select": "similarity", "min_similarity": Threshold("fake", 0.7)}, WINDOWS[:2]),
        ({"min_similarity": Threshold("fake", 0.95)}, WINDOWS[:2]),
        (
            {"min_similarity": Threshold("fake", 0.5), "max_mer_sure": 1.0, "select": "diverse"},
            WINDOWS,
        ),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_the_preview_is_what_a_filter_with_that_window_writes(
    translated, tmp_path, monkeypatch, settings, windows
):
    monkeypatch.setattr("pipeline.stages.thresholds.SentenceSimilarity", ByLength)
    folder = shutil.copytree(translated, tmp_path / "a")
    run_filter(folder, FilterConfig(**settings), executor=LocalExecutor(1))
    with open_catalog(folder) as db:
        previews = {
            (low, high): (
                rows_of(db, f"from survivors({low}, {high})"),
                counts_of(db, f"mer_window({low}, {high})"),
            )
            for low, high in windows
        }
    for (low, high), (rows, counts) in previews.items():
        config = FilterConfig(min_mer=low, max_mer=high, **settings)
        run_filter(folder, config, executor=LocalExecutor(1), overwrite=True)
        assert written(folder) == rows
        assert Counter(row[-1] for row in rows) == counts


def test_a_folder_without_verdicts_names_the_command_that_makes_them(tmp_path):
    folder = make_artifacts(tmp_path / "a", SENTENCES)
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    shutil.rmtree(folder / "verdicts")
    said = "verdicts has no table yet: run `pipeline run filter"
    with pytest.raises(UserError, match=said), open_catalog(folder):
        pass


def test_paths_and_names_with_quotes_are_quoted():
    sql = catalog_sql("o'brien", CatalogSettings(pivots=("x'y",)))
    assert "'o''brien/triples/part-*.parquet'" in sql
    assert "['x''y']" in sql


def test_a_line_break_in_the_folders_name_begins_no_statement():
    nasty = "a\nattach ':memory:' as b;\n"
    made = {
        statement.type
        for statement in duckdb.extract_statements(catalog_sql(nasty, CatalogSettings()))
    }
    assert made == {duckdb.StatementType.CREATE}


def test_losses_are_ranked_by_how_far_a_candidate_came():
    sql = catalog_sql("a", CatalogSettings(refusals=("copy", "polarity")))
    assert "list_position(['no_candidate', 'copy', 'polarity'], verdict)" in sql


@pytest.mark.parametrize("stage", ["triples", "verdicts"])
def test_tables_of_a_newer_version_are_refused(tmp_path, stage):
    folder = make_artifacts(tmp_path / "a", {"Rain fell.": (None, [])})
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    path = folder / stage / "part-00000.parquet"
    table = pq.read_table(path, partitioning=None)
    newer = {**table.schema.metadata, b"osscse_schema_version": b"9"}
    pq.write_table(table.replace_schema_metadata(newer), path)
    with (
        pytest.raises(UserError, match=r"schema version 9, .* install a newer osscse"),
        open_catalog(folder),
    ):
        pass


def test_a_damaged_shard_of_the_same_size_is_named_with_the_remedy(inspected, tmp_path):
    folder = shutil.copytree(inspected, tmp_path / "artifacts")
    shard = folder / "negations/part-00000.parquet"
    shard.write_bytes(bytes(shard.stat().st_size))
    said = r"part-00000.parquet cannot be read \(its content differs .* Run `pipeline verify"
    with pytest.raises(WorkFailed, match=said), open_catalog(folder):
        pass


def test_comparing_large_tables_shows_progress(inspected, monkeypatch, capsys):
    monkeypatch.setattr("pipeline.inspection.checked.LONG", 1)
    with open_catalog(inspected):
        pass
    assert capsys.readouterr().err.startswith("Comparing checksums: 0/")


def test_a_damaged_shard_that_was_not_compared_is_an_error_when_it_is_read(inspected, tmp_path):
    folder = ArtifactsFolder(shutil.copytree(inspected, tmp_path / "artifacts"))
    folder.trusted = True
    shard = folder.root / "negations/part-00000.parquet"
    shard.write_bytes(bytes(shard.stat().st_size))
    said = r"artifacts cannot be read \(.* Run `pipeline verify"
    with pytest.raises(WorkFailed, match=said), open_catalog(folder) as db:
        query(db, "from negations")


def test_a_query_that_names_a_missing_file_is_wrong_and_no_table_is_damaged(inspected):
    said = "DuckDB cannot run this query: .*No files found"
    with open_catalog(inspected) as db, pytest.raises(UserError, match=said):
        query(db, f"from read_parquet('{inspected}/none.parquet')")
