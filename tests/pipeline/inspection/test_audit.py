"""The audit finds the shortcuts in synthetic triples, and finds none where there are none."""

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.audit import Triple, audit, sampled
from pipeline.inspection.cues import CUES
from pipeline.inspection.datacard import update_card
from pipeline.stages.filter import run_filter
from schemas.errors import UserError
from tests.shortcuts import WORDS, denied, make_shortcuts, triples

BY_NAME = {cue.name: cue for cue in CUES}


def substituted(rng, words):
    changed = [*words]
    changed[rng.randrange(6)] = rng.choice(WORDS)
    return changed


def solved(rows, name, **options):
    (found,) = audit(rows, cues=[BY_NAME[name]], **options).cues
    return found


def test_a_negating_word_gives_all_away():
    found = solved(triples(120, denied), "negators")
    assert (found.one, found.of_two, found.by_kind) == (1, 1, {"negation": 1})


@pytest.mark.parametrize("name", BY_NAME)
def test_texts_made_in_one_way_are_told_apart_by_nothing(name):
    found = solved(triples(300, substituted), name)
    assert 0.4 < found.one < 0.6
    assert 0.4 < found.of_two < 0.6


def test_a_sentence_is_never_learnt_from_its_own_variants():
    rows = [
        Triple(i, variant, "antonym", "a b", f"same{i}", f"other{i}")
        for i in range(60)
        for variant in (0, 1, 2)
    ]
    found = solved(rows, "words")
    assert (found.one, found.of_two) == (0.5, 0.5)


def test_kinds_are_told_apart_and_the_clearest_triples_shown():
    rows = triples(100, denied) + triples(100, substituted, kind="antonym", start=100)
    found = solved(rows, "negators", carriers=3)
    assert (found.by_kind["negation"], found.by_kind["antonym"]) == (1, 0.5)
    assert {triple.kind for triple in found.carriers} == {"negation"}
    assert len({triple.id for triple in found.carriers}) == 3
    assert solved(rows, "negators", carriers=0).carriers == []


def test_an_audit_of_too_few_sentences_is_refused():
    with pytest.raises(UserError, match="50 sentences or more; there are 49"):
        audit(triples(49, denied))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_shortcuts(tmp_path_factory.mktemp("audit") / "a")


def test_complete_triples_are_drawn_and_always_the_same(folder):
    rows = sampled(folder, 1000)
    assert len(rows) == 60
    assert sampled(folder, 20) == rows[:20]
    assert rows[0].paraphrase.endswith("nearby.")


def test_the_data_card_keeps_the_audit_of_its_triples(folder):
    page = folder / "README.md"
    update_card(folder, audit(sampled(folder, 1000)))
    text = page.read_text()
    assert "| negators | number of negating words | 100.0 % | 100.0 % |" in text
    assert "| `negation` | 60 | 100.0 % |" in text
    assert text.index("## Shortcuts") < text.index("## Known limits")
    run_filter(folder, FilterConfig(), executor=LocalExecutor(1))
    assert page.read_text() == text
    run_filter(folder, FilterConfig(max_mer=0.2), executor=LocalExecutor(1), overwrite=True)
    assert "## Shortcuts" not in page.read_text()
