"""What `pipeline inspect` knows and prints, on a folder small enough to check by hand."""

import io
import json

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pipeline.acceptance.judging import FilterConfig
from pipeline.cli import app
from pipeline.commands.inspection_text import (
    shown_examples,
    shown_overview,
    shown_previews,
    shown_sentence,
)
from pipeline.inspection.explain import Parse, explain
from pipeline.inspection.overview import overview
from pipeline.inspection.samples import Selection, examples
from pipeline.inspection.windows import parse_window, previews
from pipeline.stages.filter import run_filter
from schemas.errors import UserError
from tests.artifacts import make_artifacts

ROOF = "The roof of the barn was mended by our neighbour in April."
SONG = "They sang an old song for their mother."
SHOP = "The shop closes at 6 on Friday."
SENTENCES = {
    ROOF: (
        "The roof of the barn was not mended by our neighbour in April.",
        [
            ("de", "The roof of the barn was repaired by our neighbour in the spring.", -0.5),
            ("de", "The roof of the barn was mended by a neighbour in April.", -0.2),
            ("ru", "In April our neighbour repaired the roof of the barn.", -0.9),
        ],
    ),
    SONG: (
        "They did not sing an old song for their mother.",
        [("ru", "They sang a very old tune to their mother.", -0.4)],
    ),
    SHOP: (
        "The shop does not close at 6 on Friday.",
        [("de", "The shop closes at 7 on Friday.", -0.1)],
    ),
    "A walk in the rain": (None, [("de", "A walk through the rain", -0.3)]),
}  # fmt: skip


@pytest.fixture(scope="module")
def artifacts(tmp_path_factory):
    folder = make_artifacts(tmp_path_factory.mktemp("inspect") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(), workers=1)
    return folder


@pytest.fixture(scope="module")
def folder_of_version_0(tmp_path_factory):
    import shutil

    folder = make_artifacts(tmp_path_factory.mktemp("old") / "artifacts", SENTENCES)
    run_filter(folder, FilterConfig(), workers=1)
    shutil.rmtree(folder / "verdicts")
    return folder


def printed(parts, colour=False, width=80):
    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=colour,
        color_system="standard" if colour else None,
        highlight=False,
    )
    for part in parts:
        console.print(part, markup=False) if isinstance(part, str) else console.print(part)
    return console.file.getvalue()


def test_the_overview_counts_everything(artifacts):
    found = overview(artifacts)
    assert [row[:2] for row in found.statuses.rows] == [
        ("complete", 2), ("no_negation", 1), ("no_paraphrase", 1),
    ]  # fmt: skip
    assert found.lost.rows == [("mer_below", 1)]
    assert [row[:4] for row in found.pivots.rows] == [("de", 4, 2, 2), ("ru", 2, 1, 1)]
    assert [row[:3] for row in found.rules.rows] == [("copula.v1", 3, 3), ("no_clause", 1, 0)]
    filled = {
        b.start: (b.candidates, b.paraphrases, b.negations)
        for b in found.histogram
        if b.candidates or b.negations
    }
    assert filled == {
        0.05: (1, {"de": 0, "ru": 0}, 1),
        0.1: (1, {"de": 0, "ru": 0}, 0),
        0.2: (2, {"de": 2, "ru": 0}, 0),
        0.25: (0, {"de": 0, "ru": 0}, 1),
        0.3: (0, {"de": 0, "ru": 0}, 1),
        0.4: (1, {"de": 0, "ru": 1}, 0),
        0.9: (1, {"de": 0, "ru": 0}, 0),
    }


def test_the_two_ends_of_each_measure(artifacts):
    found = overview(artifacts)
    assert {m: e.anchor for m, e in found.best.items()} == {"mer": SONG, "score": SONG}
    assert {m: e.anchor for m, e in found.worst.items()} == {"mer": ROOF, "score": ROOF}


def test_a_sample_is_fixed_by_its_seed_and_has_what_was_asked(artifacts):
    everything = examples(artifacts, Selection(9))
    assert {e.anchor for e in everything} == set(SENTENCES)
    assert examples(artifacts, Selection(2)) == everything[:2]
    orders = {tuple(e.id for e in examples(artifacts, Selection(9, seed=s))) for s in range(9)}
    assert len(orders) > 1
    found = examples(artifacts, Selection(9, status="complete", pivot="ru", rule="copula.v1"))
    assert [e.anchor for e in found] == [SONG]
    assert [e.status for e in examples(artifacts, Selection(9, status="no_negation"))] == [
        "no_negation"
    ]


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (Selection(rule="nothing.v9"), "rule 'nothing.v9'; there are copula.v1, no_clause"),
        (Selection(pivot="fr"), "pivot_lang 'fr'; there are de, ru"),
        (Selection(status="lost"), "status 'lost'; there are complete, no_paraphrase, no_negation"),
    ],
)
def test_what_no_triple_has_is_refused_with_what_there_is(artifacts, selection, message):
    with pytest.raises(UserError, match=message):
        examples(artifacts, selection)


def test_previews_count_by_status(artifacts):
    present, wide = previews(artifacts, [(0.15, 0.6), (0.05, 0.6)])
    assert present.statuses == {
        "complete": 2, "no_paraphrase": 1, "no_negation": 1, "anchor_only": 0,
    }  # fmt: skip
    assert wide.statuses == present.statuses
    text = printed(shown_previews([wide], present))
    assert "0.15–0.6 *" in text
    assert "+0" in text


@pytest.mark.parametrize("text", ["0.2", "0.5,0.2", "a,b", "0.2,1.5", "0.1,0.2,0.3", ""])
def test_a_window_of_another_form_is_refused(text):
    with pytest.raises(UserError, match="is not LOW,HIGH"):
        parse_window(text)


def test_one_sentence_tells_why_each_candidate_was_dropped(artifacts):
    parse = Parse("subject: roof, verb: was", [("The", "DT", "det", "roof")])
    text = printed(shown_sentence(explain(artifacts, text="BARN"), parse))
    expected = [
        "line 1",
        "was {+not+} mended",
        "copula.v1",
        "subject: roof, verb: was",
        "* de 0",
        "[-mended-] {+repaired+} by our neighbour in [-April-] {+the",
        "chosen",
        "refused: too close to the anchor",
        "refused: too far from the anchor",
    ]
    flat = " ".join(text.split())
    assert [part for part in expected if part not in flat] == []


def test_a_guard_that_refuses_in_any_window_is_named_besides(artifacts):
    text = " ".join(printed(shown_sentence(explain(artifacts, text="shop"), "no parser")).split())
    assert "with a wider window too: the numbers differ" in text
    assert "no parser" in text


def test_a_sentence_without_negation_tells_why(artifacts):
    text = printed(shown_sentence(explain(artifacts, text="a walk"), "no parser"))
    assert "no_clause: no verb to negate" in text


def test_no_line_is_wider_than_the_terminal_and_marks_stand_for_colour(artifacts):
    parse = Parse("subject: roof, verb: was", [("The", "DT", "det", "roof")])
    parts = [
        *shown_overview(overview(artifacts)),
        *shown_examples(examples(artifacts, Selection(9))),
        *shown_sentence(explain(artifacts, text="barn"), parse),
    ]
    plain = printed(parts)
    assert max(map(len, plain.splitlines())) <= 80
    assert "\x1b" not in plain
    coloured = printed(parts, colour=True)
    assert "{+" not in coloured
    assert "\x1b[9;31mmended\x1b[0m" in coloured


def test_an_older_folder_is_shown_without_what_it_does_not_keep(folder_of_version_0):
    found = overview(folder_of_version_0)
    assert found.lost is None
    assert found.histogram[4].candidates is None
    assert "This folder has no verdicts" in printed(shown_overview(found))
    assert len(examples(folder_of_version_0, Selection(9))) == 4
    with pytest.raises(UserError, match="this folder has no verdicts"):
        explain(folder_of_version_0, text="barn")


def test_an_overview_without_any_complete_triple(tmp_path):
    folder = make_artifacts(tmp_path / "a", {"Rain.": (None, [])})
    run_filter(folder, FilterConfig(), workers=1)
    found = overview(folder)
    assert (found.best, found.worst, found.examples) == ({}, {}, [])
    assert "anchor_only" in printed(shown_overview(found))


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
def test_every_question_has_an_answer_in_json(artifacts, options, key):
    found = json.loads(run("--artifacts", artifacts, "--json", *options).stdout)
    assert key in (found[0] if isinstance(found, list) else found)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--text", "a", "--sql", "b"), "--text and --sql cannot be shown together"),
        (("--best", "length"), "--best 'length' is none of: mer, score, similarity"),
        (("--window", "wide"), "is not LOW,HIGH"),
    ],
)
def test_misuse_is_told(artifacts, options, message):
    done = run("--artifacts", artifacts, *options)
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


def test_a_page_in_no_folder_is_refused(artifacts, tmp_path):
    done = run("--artifacts", artifacts, "--html", tmp_path / "none" / "x.html")
    assert isinstance(done.exception, UserError)
    assert "there is no folder" in str(done.exception)


def test_a_folder_in_an_object_store_is_inspected_too(artifacts):
    upath = pytest.importorskip("upath")
    store = upath.UPath("memory://bucket/inspected")
    for path in artifacts.rglob("*"):
        if path.is_file():
            (store / str(path.relative_to(artifacts))).write_bytes(path.read_bytes())
    found = json.loads(run("--artifacts", store, "--json", "--sql", "from statuses").stdout)
    assert found[0]["status"] == "complete"
