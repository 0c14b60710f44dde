"""Triples drawn at random, and those of a rule, a pivot or a status."""

import pytest

from pipeline.acceptance.judging import FilterConfig
from pipeline.execution.local import LocalExecutor
from pipeline.inspection.samples import Selection, _instead, examples
from pipeline.stages.filter import run_filter
from schemas.errors import UserError
from tests.artifacts import make_artifacts
from tests.inspected import SENTENCES, SONG


def test_a_sample_is_fixed_by_its_seed_and_has_what_was_asked(inspected):
    everything = examples(inspected, Selection(9))
    assert {e.anchor for e in everything} == set(SENTENCES)
    assert examples(inspected, Selection(2)) == everything[:2]
    orders = {tuple(e.id for e in examples(inspected, Selection(9, seed=s))) for s in range(9)}
    assert len(orders) > 1
    found = examples(inspected, Selection(9, status="complete", pivot="ru", rule="copula.v1"))
    assert [e.anchor for e in found] == [SONG]
    assert [e.status for e in examples(inspected, Selection(9, status="no_negation"))] == [
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
def test_what_no_triple_has_is_refused_with_what_there_is(inspected, selection, message):
    with pytest.raises(UserError, match=message):
        examples(inspected, selection)


BOAT = "The boat was mended by two men in May."


@pytest.fixture(scope="module")
def composed(tmp_path_factory):
    """A sentence with translations, and with paraphrases of each by rule."""
    made = [
        ("ru+passive.v1", "In May, two men repaired the boat.", 0),
        ("de>ru+active.v1", "Two men mended the boat in May.", 0),
        ("ru+synonyms.v1", "The boat was repaired by two men in May.", 0),
        ("active.v1+fronted.v1", "In May, two men mended the boat."),
    ]
    translated = [("ru", "Two men repaired the boat in May.", -0.1)]
    folder = make_artifacts(
        tmp_path_factory.mktemp("composed") / "a",
        {BOAT: ("The boat was not mended by two men in May.", translated)},
        others={BOAT: [("antonym", f"The boat was {n} by two men in May.") for n in "abcd"]},
        pivots=("de>ru", "ru"),
        rephrasings={BOAT: made},
    )
    config = FilterConfig(0.15, 1.0, guards=(), near_copies=2)
    run_filter(folder, config, executor=LocalExecutor(1))
    return folder


def test_a_pivot_finds_translations_that_rules_changed(composed):
    found = examples(composed, Selection(9, pivot="ru"))
    assert {(one.pivot_lang, one.paraphrase_rule) for one in found} == {
        ("ru", None),
        (None, "ru+passive.v1"),
        (None, "near_copy:ru+synonyms.v1"),
    }
    for typed in ("de+ru", "de>ru"):
        (one,) = examples(composed, Selection(9, pivot=typed))
        assert one.paraphrase_rule == "de>ru+active.v1"
    # No translation has part in this one.
    assert "active.v1+fronted.v1" in {e.paraphrase_rule for e in examples(composed, Selection(9))}
    with pytest.raises(UserError, match=r"pivot_lang 'active\.v1'; there are de>ru, ru\."):
        examples(composed, Selection(pivot="active.v1"))


def test_of_many_values_only_the_closest_are_named():
    """A preset makes triples by a hundred rules, which are no sentence."""
    rules = ["copula.v1", "existing.v1", *(f"other_{i}.v1" for i in range(30))]
    assert _instead("copula", rules) == "; of the 32 there are, the closest: copula.v1."
    assert _instead("zzz", rules) == "; there are 32, such as copula.v1, existing.v1, other_0.v1."
