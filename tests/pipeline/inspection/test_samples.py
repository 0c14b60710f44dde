"""Triples drawn at random, and those of a rule, a pivot or a status."""

import pytest

from pipeline.inspection.samples import Selection, _instead, examples
from schemas.errors import UserError
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


def test_of_many_values_only_the_closest_are_named():
    """A preset makes triples by a hundred rules, which are no sentence."""
    rules = ["copula.v1", "existing.v1", *(f"other_{i}.v1" for i in range(30))]
    assert _instead("copula", rules) == "; of the 32 there are, the closest: copula.v1."
    assert _instead("zzz", rules) == "; there are 32, such as copula.v1, existing.v1, other_0.v1."
