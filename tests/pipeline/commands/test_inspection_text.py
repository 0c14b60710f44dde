"""What `pipeline inspect` prints, on a folder small enough to check by hand."""

import io
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

from rich.console import Console

from pipeline.acceptance.judging import FilterConfig, Select
from pipeline.commands.inspection_text import (
    CHOSEN_BY,
    shown_examples,
    shown_overview,
    shown_previews,
    shown_sentence,
)
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.explain import OtherContradiction, Parse, explain
from pipeline.inspection.overview import HistogramBin, overview
from pipeline.inspection.samples import Selection, examples
from pipeline.inspection.windows import previews
from pipeline.stages.filter import run_filter
from pipeline.storage.artifacts import ArtifactsFolder
from tests.artifacts import make_artifacts

FOLDER = Path("artifacts")


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


def test_one_sentence_tells_why_each_candidate_was_dropped(inspected):
    parse = Parse("subject: roof, verb: was", [("The", "DT", "det", "roof")])
    text = printed(shown_sentence(explain(ArtifactsFolder(inspected), text="BARN"), parse))
    expected = [
        "line 1",
        "was {+not+} mended",
        "copula.v1",
        "subject: roof, verb: was",
        "* de 0",
        "[-mended-] {+put right+} by [-our-] {+one+} neighbour",
        "chosen",
        "refused: too close to the anchor",
        "refused: too far from the anchor",
    ]
    flat = " ".join(text.split())
    assert [part for part in expected if part not in flat] == []


def test_the_overview_begins_with_all_complete_triples(inspected):
    found = overview(inspected)
    assert printed(shown_overview(found, FOLDER)).startswith(
        "2 complete triples of 4 sentences · MER "
    )
    more = printed(shown_overview(replace(found, variants=1_298), FOLDER))
    assert more.startswith("1,300 complete triples (2 first, 1,298 further) of 4 sentences · MER ")
    assert "Sentences by the status of their first triple (variant 0)" in more


def test_the_overview_says_how_similar_the_paraphrases_are_at_least(inspected):
    found = overview(inspected)
    settings = found.settings | {"min_similarity": {"model": "demo", "lowest": 0.8}}
    shown = printed(shown_overview(replace(found, settings=settings), FOLDER))
    assert "cosine at least 0.8 (demo)" in " ".join(shown.split())


def test_the_overview_says_whose_match_error_rate_was_used(inspected):
    found = overview(inspected)
    assert "of jiwer" not in printed(shown_overview(found, FOLDER))
    of_jiwer = replace(found, settings=found.settings | {"mer": "jiwer"})
    assert "MER 0.15 to 0.6 (of jiwer)" in printed(shown_overview(of_jiwer, FOLDER))


def test_the_overview_counts_the_first_rules_and_says_where_the_others_are(inspected):
    found = overview(inspected)
    columns = ["rule", "candidates", "accepted", "chosen", "median_mer"]
    rows = [(f"rule{i}.v1", 40 - i, 3, 2, 0.2) for i in range(17)]
    many = replace(found, paraphrase_rules=replace(found.rules, columns=columns, rows=rows))
    text = printed(shown_overview(many, FOLDER))
    assert "Paraphrases by rule" in text
    assert "rule14.v1" in text
    assert "rule15.v1" not in text
    assert "and 2 more: `pipeline inspect --sql 'from paraphrase_rules'`" in text
    text = printed(shown_overview(many, Path("a b")), width=120)
    assert "and 2 more: `pipeline inspect --artifacts 'a b' --sql 'from paraphrase_rules'`" in text


def test_rules_that_never_ran_are_no_reason(inspected):
    found = overview(inspected)
    lost = replace(found, lost=replace(found.lost, rows=[("no_candidate", 1)]))
    sentence = replace(explain(ArtifactsFolder(inspected), text="BARN"), candidates=[])
    for rephrased in (True, False):
        for parts in (
            shown_overview(lost, FOLDER, rephrased=rephrased),
            shown_sentence(sentence, "no parser", rephrased=rephrased),
        ):
            text = printed(parts, width=200)
            assert "not translated there and back (see backtranslate), or past --limit" in text
            assert ("; and no rule fits (see rephrase)" in text) == rephrased


def test_a_bin_of_the_histogram_has_one_line_however_many_pivots_there_are(inspected):
    found = overview(inspected)
    for pivots in (["pt"], ["pt", "rule"], ["de", "pt", "rule"]):
        bins = [
            HistogramBin(place / 20, 1_000 * place, dict.fromkeys(pivots, 10), 1_000)
            for place in range(20)
        ]
        shown = printed(shown_overview(replace(found, histogram=bins), FOLDER))
        _, _, below = shown.partition("Match error rate to the anchor")
        assert [line.split()[0] for line in below.splitlines()[4:23]] == [
            f"{place / 20:.2f}" for place in range(19)
        ]


def test_every_way_to_choose_has_its_words(inspected):
    assert set(CHOSEN_BY) == set(get_args(Select))
    found = replace(explain(ArtifactsFolder(inspected), text="BARN"), select="diverse")
    twice = [replace(one, verdict="accepted") for one in found.candidates]
    text = " ".join(printed(shown_sentence(replace(found, candidates=twice), "")).split())
    assert "chosen: the highest confidence times MER and new words of 3 accepted" in text
    assert "accepted, but another has a higher confidence times MER" in text


def test_a_guard_that_refuses_in_any_window_is_named_besides(inspected):
    found = explain(ArtifactsFolder(inspected), text="shop")
    text = " ".join(printed(shown_sentence(found, "no parser")).split())
    assert "with a wider window too: the numbers or the currency differ" in text
    assert "no parser" in text


def test_what_only_further_triples_have_is_shown(varied):
    found = explain(ArtifactsFolder(varied), text="kiln")
    text = " ".join(printed(shown_sentence(found, "no parser"), width=160).split())
    assert ". paraphrase:do_support.v1 · in 2 further triples parse" in text
    assert "MER 0.86 · score -0.50 accepted, but another has a higher score; in 1 further" in text
    near = "kept as a near copy, in 1 further triple: too close to the anchor"
    assert (
        f"[-yard-] {{+courtyard+}} was built by a potter from Leeds. synonyms.v1 MER 0.08 {near}"
        in text
    )
    assert "MER 0.08 · score -0.30 refused: too close to the anchor" in text


def test_a_sentence_without_negation_tells_why(inspected):
    text = printed(shown_sentence(explain(ArtifactsFolder(inspected), text="a walk"), "no parser"))
    assert "no_clause: no verb to negate" in text


def test_no_line_is_wider_than_the_terminal_and_marks_stand_for_colour(inspected):
    parse = Parse("subject: roof, verb: was", [("The", "DT", "det", "roof")])
    parts = [
        *shown_overview(overview(inspected), FOLDER),
        *shown_examples(examples(inspected, Selection(9))),
        *shown_sentence(explain(ArtifactsFolder(inspected), text="barn"), parse),
    ]
    plain = printed(parts)
    assert max(map(len, plain.splitlines())) <= 80
    assert "\x1b" not in plain
    coloured = printed(parts, colour=True)
    assert "{+" not in coloured
    assert "\x1b[9;31mmended\x1b[0m" in coloured


def test_a_window_is_shown_beside_the_present_one(inspected):
    present, wide = previews(ArtifactsFolder(inspected), [(0.15, 0.6), (0.05, 0.6)])
    text = printed(shown_previews([wide], present, 2))
    assert "0.15–0.6 *" in text
    assert "+0" in text
    assert "--balance" not in text


def test_windows_say_what_they_leave_out_of_account(inspected):
    (present,) = previews(ArtifactsFolder(inspected), [(0.15, 0.6)])
    balanced = replace(present, before_balance=True)
    text = " ".join(printed(shown_previews([], balanced, 1, 0.9)).split())
    assert "candidates of which the judges are sure count up to 0.9" in text
    assert "In the window of these triples it kept 1 of the 2 complete triples." in text


def test_the_overview_says_how_far_sure_paraphrases_may_be(inspected):
    found = overview(inspected)
    sure = replace(found, settings=found.settings | {"max_mer_sure": 0.9})
    shown = " ".join(printed(shown_overview(sure, FOLDER)).split())
    assert "· MER 0.15 to 0.6, up to 0.9 where the judges are sure · chosen by score" in shown


def test_a_denial_left_out_for_balance_is_shown_with_its_reason(inspected):
    found = explain(ArtifactsFolder(inspected), text="barn")
    denial = OtherContradiction("negation", found.triple["negation"], "copula.v1", "+not", 0)
    left_out = found.triple | {"negation": None, "rule": "left_out"}
    shown = shown_sentence(replace(found, triple=left_out, contradictions=[denial]), "")
    text = " ".join(printed(shown).split())
    assert "none left_out: filter --balance left it out, so that wording alone does not" in text
    assert "negation The roof of the barn was {+not+} mended" in text
    assert "copula.v1 · cue: +not · in no triple" in text


def test_sixty_columns_break_no_name_and_no_number(inspected):
    found = overview(inspected)
    columns = ["rule", "candidates", "accepted", "chosen", "median_mer"]
    names = ["negated_antonym.v1", "whole_relative_clause.v1"]
    rows = [(name, 1_234_567, 654_321, 54_321, 0.333) for name in names]
    rules = replace(found.rules, columns=columns, rows=rows)
    bins = [
        HistogramBin(place / 20, 1_234_567, {"de": 12_345, "rule": 1}, 54_321)
        for place in range(20)
    ]
    shown = replace(found, paraphrase_rules=rules, histogram=bins)
    text = printed(shown_overview(shown, FOLDER), width=60)
    assert max(map(len, text.splitlines())) <= 60
    for part in (*names, "1,234,567", "654,321", "54,321", "12,345", "0.333", "negations"):
        assert re.search(rf"(?m)(^| ){re.escape(part)}( |$)", text), part


def test_an_overview_without_any_complete_triple_is_printed(tmp_path):
    folder = make_artifacts(tmp_path / "a", {"Rain.": (None, [])})
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    assert "anchor_only" in printed(shown_overview(overview(folder), FOLDER))
