"""The page of sample triples: what it says, and that it loads and runs nothing else."""

import base64
import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.inspection.page import Card, cards, sample_page
from pipeline.inspection.samples import Selection, open_samples, select
from pipeline.storage.artifacts import ArtifactsFolder
from tests.inspected import ROOF, SHOP

WALK = "A walk in the rain"
SETTINGS = {"min_mer": 0.15, "max_mer": 0.6, "select": "score"}


def page_of(found, rows=4, **settings):
    return sample_page(found, rows=rows, settings=SETTINGS | settings, fingerprint="ab12")


@pytest.fixture(scope="module")
def found(inspected):
    """Every triple of the folder, by its anchor."""
    with open_samples(ArtifactsFolder(inspected)) as db:
        made = cards(db, select(db, Selection(9)))
    return {card.example.anchor: card for card in made}


@pytest.fixture(scope="module")
def page(found):
    return page_of(list(found.values()))


def test_differences_from_the_anchor_are_marked(page):
    assert "4 of 4 triples. Paraphrases have a match error rate of 0.15 to 0.6" in page
    assert "They sang <del>an</del> <ins>a rather</ins> old" in page
    assert "complete · ru · MER" in page


def test_the_rates_of_sure_paraphrases_are_stated():
    page = page_of([], max_mer_sure=0.9)
    assert "a match error rate of 0.15 to 0.6, up to 0.9 where the judges are sure, and" in page


def test_a_mark_that_closes_stands_by_its_word(found):
    page = page_of([found[WALK]])
    assert "<dt>negation</dt>" not in page
    assert "A walk <del>in</del> <ins>through</ins> the rain</dd>" in page


def test_only_its_own_script_may_run_and_nothing_may_load(page):
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in page
    assert not re.search("https?:|src=|@import|<link", page)


def test_what_is_missing_has_its_reason(found, page):
    assert [found[text].reasons for text in (ROOF, SHOP, WALK)] == [
        (),
        ("mer_below",),
        ("no_clause",),
    ]
    assert "no_clause: no verb to negate" in page
    assert 'data-reason="mer_below"' in page


@pytest.mark.parametrize("rephrased", [True, False])
def test_rules_that_never_ran_are_no_reason(found, rephrased):
    shown = replace(found[SHOP], reasons=("no_candidate",))
    page = sample_page([shown], rows=4, settings=SETTINGS, fingerprint="ab12", rephrased=rephrased)
    assert "or past --limit" in page
    assert ("and no rule fits" in page) == rephrased


def test_the_candidates_that_were_not_taken_say_why(found):
    page = page_of([found[ROOF]])
    assert "2 other candidates" in page
    assert "The roof of the barn was mended by a neighbour in April." in page
    assert "mer_below: " in page


def test_the_command_that_stores_the_marks_names_the_folder():
    page = sample_page([], rows=0, settings=SETTINGS, fingerprint="ab12", artifacts=Path("my art"))
    command = "pipeline judge --artifacts &#39;my art&#39; --import FILE"
    assert f"<code>{command}</code> to store them" in page
    assert "<code>pipeline judge --import FILE</code>" in page_of([])


def test_a_near_copy_is_not_called_refused(varied):
    with open_samples(ArtifactsFolder(varied)) as db:
        (first, *_) = sorted(cards(db, select(db, Selection(9))), key=lambda c: c.example.variant)
    page = page_of([first], rows=3)
    assert "was built by a potter from Leeds.<br>" in page
    why = "too close to the anchor (match error rate below the window)"
    assert f'<span class="reason">kept as a near copy for another triple: {why}</span>' in page
    assert f'<span class="reason">mer_below: {why}</span>' in page


def test_the_filters_count_the_triples_of_each_value(page):
    assert '<option value="de">de (2)</option>' in page
    assert '<option value="complete">complete (2)</option>' in page
    assert '<option value="mer_below">mer_below (1)</option>' in page


def test_only_parts_that_a_triple_has_can_be_marked(found):
    page = page_of([found[WALK]])
    assert re.findall(r'type="radio" name="\d+/0" value="(\w*)"', page) == [
        "",
        "good",
        "paraphrase",
    ]


def test_text_of_the_corpus_is_escaped(found):
    example = replace(found[WALK].example, anchor='<script>alert(1)</script> & "x"', kind='a" b')
    page = page_of([Card(example, ("x<y",), ())])
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert 'data-kind="a&#34; b"' in page
