"""Candidates that the user's statement selects are refused, and it can do nothing else."""

import shutil

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.catalog import open_catalog
from pipeline.stages.filter import run_filter
from pipeline.stages.refused import read_check
from schemas.errors import UserError, WorkFailed
from tests.artifacts import make_artifacts
from tests.inspected import ROOF, SENTENCES


@pytest.fixture
def checked(tmp_path):
    def check(sql):
        file = tmp_path / "bad.sql"
        file.write_text(sql)
        return read_check(file)

    return check


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return make_artifacts(tmp_path_factory.mktemp("refused") / "artifacts", SENTENCES)


def verdicts(folder, query):
    config = FilterConfig(max_mer=1.0, guards=(), shard_rows=2, refuse_sql=query)
    run_filter(folder, config, executor=LocalExecutor(1), overwrite=True)
    with open_catalog(folder) as db:
        found = db.execute("select anchor, pivot_lang, rank, verdict, guard from candidates")
        return {row[:3]: row[3:] for row in found.fetchall()}


def test_a_candidate_is_refused_by_its_key(tables, checked):
    query = checked(
        "-- nothing that begins in April\n"
        "select id, pivot_lang, rank from candidates where paraphrase like 'In April%';"
    )
    before, after = verdicts(tables, None), verdicts(tables, query)
    assert before[ROOF, "ru", 0] == ("accepted", None)
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {(ROOF, "ru", 0)}
    assert after[ROOF, "ru", 0] == ("sql", "sql")


def test_an_id_refuses_all_candidates_and_earlier_reasons_stay(tables, checked):
    query = checked("select id from sentences where text like '%barn%'")
    before, after = verdicts(tables, None), verdicts(tables, query)
    roof = {key: said for key, said in after.items() if key[0] == ROOF}
    assert roof[ROOF, "ru", 0] == ("sql", "sql")
    for key, said in after.items():
        earlier = before[key][0]
        assert said[0] == ("sql" if key in roof and earlier == "accepted" else earlier)
        assert said[1] == before[key][1] or key in roof


def test_the_whole_table_can_be_counted_over(tables, checked):
    query = checked("select id from candidates group by id having count(*) >= 3")
    assert verdicts(tables, query)[ROOF, "ru", 0] == ("sql", "sql")


@pytest.mark.parametrize(
    ("sql", "query"),
    [
        ("select id from candidates; -- done", "select id from candidates"),
        ("select id from candidates;\n/* it's\ndone; */\n", "select id from candidates"),
        ("select id from candidates ;; -- done;", "select id from candidates"),
        ("select id from candidates -- done;", "select id from candidates -- done;"),
        (
            "select id from candidates where paraphrase = 'ö; ' -- or\n /* so; */ ;\n-- done",
            "select id from candidates where paraphrase = 'ö; ' -- or\n /* so; */",
        ),
        (
            "select id from candidates where rank = 0 -- top; /*\n and score < -1 -- */",
            "select id from candidates where rank = 0 -- top; /*\n and score < -1 -- */",
        ),
    ],
)
def test_a_comment_may_follow_the_statement(checked, sql, query):
    assert checked(sql) == query


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("", "should hold one SELECT"),
        ("select id from candidates; select id from candidates", "should hold one SELECT"),
        ("drop table candidates", "should hold one SELECT"),
        ("copy (select 1 as id) to 'x.csv'", "should hold one SELECT"),
        ("insert into sentences select * from sentences", "should hold one SELECT"),
        ("select anchor from candidates", "returns the columns anchor"),
        ("select id, rank from candidates", "id with pivot_lang and rank"),
        ("select anchor as id from candidates", "returns VARCHAR as id"),
        ("select id, 1 as pivot_lang, rank from candidates", "returns INTEGER as pivot_lang"),
        ("select id, pivot_lang, score as rank from candidates", "returns FLOAT as rank"),
        ("select 1 as id from read_text('/etc/hostname')", r"may not read files: [^\n]+$"),
        ("select id from '/etc/passwd.csv'", r"may not read files: [^\n]+$"),
        ("select id from nothing", "DuckDB cannot run it"),
        ("selekt id", "DuckDB cannot run it"),
    ],
)
def test_what_is_no_check_is_refused_before_any_work(checked, sql, message):
    with pytest.raises(UserError, match=message):
        checked(sql)


@pytest.mark.parametrize(
    ("sql", "line"),
    [
        ("select id from nothing", 1),
        ("-- mine\n\nselect id\nfrom nothing;\n", 4),
        ("\nselect id fro candidates x y", 2),
    ],
)
def test_an_error_names_the_line_of_the_file(checked, sql, line):
    """The statement is wrapped in one of ours, whose lines are not the user's."""
    with pytest.raises(UserError, match=rf"LINE {line}: "):
        checked(sql)


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(UserError, match=r"cannot be read: No such file or directory\.$"):
        read_check(tmp_path / "none.sql")


def test_a_file_that_is_no_text_is_told(tmp_path):
    (tmp_path / "bad.sql").write_bytes(b"select '\xff'")
    with pytest.raises(UserError, match="not a text file"):
        read_check(tmp_path / "bad.sql")


@pytest.mark.parametrize("change", [lambda old: old[:-9], lambda old: b"x" * len(old)])
def test_a_damaged_shard_is_not_taken_for_a_wrong_statement(tables, checked, tmp_path, change):
    folder = tmp_path / "artifacts"
    shutil.copytree(tables, folder, ignore=shutil.ignore_patterns(".lock"))
    shard = folder / "negations" / "part-00001.parquet"
    shard.write_bytes(change(shard.read_bytes()))
    query = checked("select id from negations where negation = 'It rained.'")
    said = r"negations/part-00001\.parquet (has|differs).* Run `pipeline verify --artifacts"
    with pytest.raises(WorkFailed, match=said):
        verdicts(folder, query)


def test_a_statement_that_fails_on_the_rows_is_told(tables, checked):
    query = checked("select cast(paraphrase as integer) as id from candidates")
    with pytest.raises(UserError, match="--refuse-sql: DuckDB cannot run it"):
        verdicts(tables, query)
