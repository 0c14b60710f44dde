"""`pipeline inspect`: its options, its JSON, its page and what it refuses."""

import json
import shutil

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.execution.local import LocalExecutor
from pipeline.stages.filter import run_filter
from schemas.errors import UserError, WorkFailed
from tests.artifacts import make_artifacts


def run(*arguments):
    return CliRunner().invoke(app, ["inspect", *map(str, arguments)], catch_exceptions=True)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ((), "statuses"),
        (("--sample", "2"), "anchor"),
        (("--best", "score"), "anchor"),
        (("--worst", "mer", "--status", "complete"), "anchor"),
        (("--window", "0.2:0.5", "--window", "0.1:0.7"), "statuses"),
        (("--window", "grid"), "statuses"),
        (("--text", "barn"), "candidates"),
        (("--sql", "from lost"), "verdict"),
    ],
)
def test_every_question_has_an_answer_in_json(inspected, options, key):
    found = json.loads(run("--artifacts", inspected, "--json", *options).stdout)
    assert key in (found[0] if isinstance(found, list) else found)


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        ("count(*) * 0 + 1.5", 1.5),
        ("sum(0) + 9223372036854775808", 9223372036854775808),
        ("date '2024-02-29'", "2024-02-29"),
        ("time '10:30'", "10:30:00"),
        ("timestamp '2024-02-29 10:30:00'", "2024-02-29T10:30:00"),
        ("interval 90 minute", "1:30:00"),
        ("'N\\xC3\\xB6'::blob", "4ec3b6"),
        ("'123e4567-e89b-12d3-a456-426614174000'::uuid", "123e4567-e89b-12d3-a456-426614174000"),
        ("[0.5, null]", [0.5, None]),
        ("{'share': 0.5, 'open': true}", {"share": 0.5, "open": True}),
        ("map {date '2024-02-29': 0.5}", {"2024-02-29": 0.5}),
        ("map {2: 'two'}", {"2": "two"}),
    ],
)
def test_values_of_every_type_are_printed_as_json(inspected, value, printed):
    sql = f"select {value} as it from sentences group by all limit 1"
    done = run("--artifacts", inspected, "--json", "--sql", sql)
    assert json.loads(done.stdout) == [{"it": printed}]


@pytest.mark.parametrize(
    ("columns", "record"),
    [
        ("1 as id, 2 as text", {"id": 1, "text": 2}),
        ("1 as id, 2 as id, 3 as id", {"id": 1, "id_1": 2, "id_2": 3}),
        ("1 as id_1, 2 as id, 3 as id", {"id_1": 1, "id": 2, "id_2": 3}),
    ],
)
def test_columns_that_share_a_name_are_all_printed(inspected, columns, record):
    done = run("--artifacts", inspected, "--json", "--sql", f"select {columns}")
    assert json.loads(done.stdout) == [record]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--text", "a", "--sql", "b"), "--text and --sql cannot be shown together"),
        (("--best", "length"), "--best 'length' is not one of: mer, score, similarity"),
        (
            ("--best", "similarity"),
            "(`pipeline run filter --min-similarity MODEL:LOWEST --overwrite --artifacts /",
        ),
        (("--worst", "similarity", "--html", "x.html"), "--worst similarity: none of the triples"),
        (("--window", "0.1,0.7"), "--window '0.1,0.7' is not LOW:HIGH"),
        (("--seed", "3"), "--seed has no effect unless triples are drawn at random"),
        (("--best", "mer", "--seed", "3"), "--seed has no effect unless"),
        (("--sql", "from lost", "--html", "x.html"), "leave --html out"),
        (("--text", "a", "--sample", "3", "--rule", "r"), "leave --sample and --rule out"),
        (("--sql", "from lost", "--kind", "antonym", "--seed", "3"), "leave --kind and --seed out"),
        (("--sql", ""), "The query is empty"),
        (("--sql", "-- nothing"), "The query is empty"),
        (("--sql", "selekt 1"), "DuckDB cannot run this query: Parser Error"),
        (("--sql", "copy (select 1) to 'x.csv'"), "may not write files or open others, as COPY"),
        (("--sql", "explain analyze copy (select 1) to 'x'"), "may not write files"),
        (("--sql", "attach 'x.db'"), "as ATTACH does"),
        (("--sql", "from read_text('/etc/hostname')"), "DuckDB cannot run this query"),
        (("--sql", "set enable_external_access = true"), "DuckDB cannot run this query"),
    ],
)
def test_misuse_is_told(inspected, options, message):
    done = run("--artifacts", inspected, *options)
    assert isinstance(done.exception, UserError)
    assert message in str(done.exception)


def test_the_page_shows_a_sample_and_escapes_it(tmp_path):
    folder = make_artifacts(
        tmp_path / "a",
        {"He wrote <b> & left soon.": ("He wrote <b> & did not leave soon.", [])},
    )
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    page = tmp_path / "sample.html"
    done = run("--artifacts", folder, "--html", page)
    assert done.stdout == f"1 of 1 triples are in {page}.\n"
    html = page.read_text()
    assert '<dd class="anchor">He wrote &lt;b&gt; &amp; left soon.</dd>' in html
    assert "<del>left</del> <ins>did not leave</ins> soon." in html
    assert html.count("<script") == 1
    assert "1 of 1 triples" in html
    run("--artifacts", folder, "--html", page)
    assert page.read_text() == html


def test_a_page_in_no_folder_is_refused(inspected, tmp_path):
    done = run("--artifacts", inspected, "--html", tmp_path / "none" / "x.html")
    assert isinstance(done.exception, UserError)
    assert "there is no folder" in str(done.exception)


def test_a_folder_in_an_object_store_is_inspected_too(inspected):
    upath = pytest.importorskip("upath")
    store = upath.UPath("memory://bucket/inspected")
    for path in inspected.rglob("*"):
        if path.is_file():
            (store / str(path.relative_to(inspected))).write_bytes(path.read_bytes())
    found = json.loads(run("--artifacts", store, "--json", "--sql", "from statuses").stdout)
    assert found[0]["status"] == "complete"


VIEWS = [
    (),
    ("--sql", "from candidates"),
    ("--text", "barn"),
    ("--sample", "3"),
    ("--window", "grid"),
]


@pytest.mark.parametrize("options", VIEWS, ids=str)
@pytest.mark.parametrize("damage", ["gone", "cut", "empty"])
@pytest.mark.parametrize("stage", ["sentences", "triples"])
def test_a_damaged_shard_is_named_without_a_traceback(inspected, tmp_path, options, damage, stage):
    folder = shutil.copytree(inspected, tmp_path / "a")
    shard = folder / stage / "part-00000.parquet"
    if damage == "gone":
        shard.unlink()
    else:
        shard.write_bytes(shard.read_bytes()[: 300 if damage == "cut" else 0])
    done = run("--artifacts", folder, *options)
    assert isinstance(done.exception, WorkFailed)
    assert str(folder) in str(done.exception)
    assert f"`pipeline verify --artifacts {folder}`" in str(done.exception)


@pytest.mark.parametrize("options", VIEWS, ids=str)
def test_triples_alone_ask_for_the_tables_that_they_were_made_from(inspected, tmp_path, options):
    shutil.copytree(inspected / "triples", tmp_path / "a" / "triples")
    done = run("--artifacts", tmp_path / "a", *options)
    assert isinstance(done.exception, UserError)
    assert "lacks what they were made from (sentences, negations," in str(done.exception)


@pytest.mark.parametrize("name", ["run[12]", "what?*", "it's [a-z]"])
def test_a_folder_is_not_taken_for_a_pattern(inspected, tmp_path, name):
    shutil.copytree(inspected, tmp_path / name)
    other = make_artifacts(tmp_path / "run1", {"Rain fell.": ("Rain did not fall.", [])})
    run_filter(other, FilterConfig(), executor=LocalExecutor(1))
    sql = "select count(*) as n from sentences"
    found = run("--artifacts", tmp_path / name, "--json", "--sql", sql)
    assert json.loads(found.stdout) == json.loads(
        run("--artifacts", inspected, "--json", "--sql", sql).stdout
    )


def test_choices_that_leave_no_triple_are_told(inspected):
    chosen = ("--sample", "2", "--status", "no_negation", "--kind", "negation")
    assert run("--artifacts", inspected, *chosen).stdout == "No triple matches.\n"
