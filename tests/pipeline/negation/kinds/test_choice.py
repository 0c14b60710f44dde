"""Which of a sentence's contradictions are chosen, and the names of their kinds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.negation.kinds.choice import chosen
from pipeline.negation.kinds.kind import Contradiction
from pipeline.negation.kinds.table import KINDS, SHORTENED, parse_kinds
from schemas.errors import UserError
from tests.pipeline.negation.kinds.contradicting import found, rules

PLAIN = {kind.name for kind in KINDS if kind.plain}


def made(kind, text):
    return Contradiction(text, kind, f"{kind}.v1", "a>b")


def test_as_many_kinds_as_possible_are_chosen():
    several = [made("antonym", "1"), made("antonym", "2"), made("quantity", "3")]
    assert [one.text for one in chosen(several, 2)] == ["1", "3"]
    assert [one.text for one in chosen(several, 2, start=1)] == ["3", "1"]
    assert [one.text for one in chosen(several, 9)] == ["1", "3", "2"]
    assert chosen([], 3) == []


@given(st.lists(st.sampled_from("abc")), st.integers(0, 9), st.integers(0, 9))
def test_the_choice_is_a_part_of_what_there_is_and_of_all_kinds(kinds, most, start):
    several = [made(kind, str(i)) for i, kind in enumerate(kinds)]
    taken = chosen(several, most, start)
    assert len(taken) == min(most, len(several))
    assert len(set(taken)) == len(taken)
    assert len({one.kind for one in taken}) == min(most, len(set(kinds)))


def test_an_unknown_kind_is_named():
    with pytest.raises(UserError, match="there is no kind 'irony'"):
        parse_kinds("antonym,irony")


def test_opposites_are_made_of_plain_sentences_alone():
    plain, longer = "The mill made a large profit.", "The mill made a large profit, which she kept."
    assert "opposite_modifier.v1" in rules(plain)
    whole = [one for one in found(longer) if not one.rule.startswith(SHORTENED)]
    assert {one.kind for one in whole}.isdisjoint(PLAIN)
    # Without what she kept it is plain.
    assert "The mill made a small profit." in {one.text for one in found(longer)}
    assert sorted(PLAIN) == ["antonym", "comparison", "modality"]
