"""The page of sample triples."""

import re

from pipeline.inspection.page import sample_page
from pipeline.inspection.samples import Selection, examples

SETTINGS = {"min_mer": 0.15, "max_mer": 0.6, "select": "score"}


def test_differences_from_the_anchor_are_marked(inspected):
    found = examples(inspected, Selection(9, rule="copula.v1", status="complete", pivot="ru"))
    page = sample_page(found, rows=4, settings=SETTINGS)
    assert page.startswith("<!doctype html>")
    assert "1 of 4 triples; paraphrases with a match error rate 0.15 to 0.6" in page
    assert "They sang <del>an</del> <ins>a very</ins> old" in page
    assert "complete · ru · MER" in page
    assert not re.search("https?:|<script|src=|@import", page)


def test_a_mark_that_closes_stands_by_its_word(inspected):
    found = examples(inspected, Selection(9, status="no_negation"))
    page = sample_page(found, rows=4, settings=SETTINGS)
    assert "<dt>negation</dt>" not in page
    assert "A walk <del>in</del> <ins>through</ins> the rain</dd>" in page
