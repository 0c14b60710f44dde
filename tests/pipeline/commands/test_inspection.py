"""`pipeline inspect`: its options, its JSON, its page and what it refuses."""

import json

import pytest
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.stages.filter import run_filter
from schemas.errors import UserError
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
        (("--window", "0.2,0.5", "--window", "0.1,0.7"), "statuses"),
        (("--window", "grid"), "statuses"),
        (("--text", "barn"), "candidates"),
        (("--sql", "from lost"), "verdict"),
    ],
)
def test_every_question_has_an_answer_in_json(inspected, options, key):
    found = json.loads(run("--artifacts", inspected, "--json", *options).stdout)
    assert key in (found[0] if isinstance(found, list) else found)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--text", "a", "--sql", "b"), "--text and --sql cannot be shown together"),
        (("--best", "length"), "--best 'length' is none of: mer, score, similarity"),
        (("--window", "wide"), "is not LOW,HIGH"),
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
    run_filter(folder, FilterConfig(), workers=1)
    page = tmp_path / "sample.html"
    done = run("--artifacts", folder, "--html", page)
    assert done.stdout == f"1 of 1 triples are in {page}.\n"
    html = page.read_text()
    assert '<dd class="anchor">He wrote &lt;b&gt; &amp; left soon.</dd>' in html
    assert "<del>left</del> <ins>did not leave</ins> soon." in html
    assert "<script" not in html
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
