"""Which subordinate clauses hold, and where a word in them is left alone."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.parsed import Parsed


def stated(sentence):
    doc = load_parser()(sentence)
    return {t.text for t in Scene(Parsed.of(doc)).stated()}


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("The shop closed because it had a small cellar.", "small"),
        ("Although he sold a small mill, the baker may stay.", "small"),
        ("She bought a boat built by two brothers.", "two"),
        ("He ran a mill that had two wheels.", "two"),
        ("They saved money by closing a small mill.", "small"),
        ("The baker closed the shop; he had sold three carts.", "three"),
    ],
)
def test_what_a_clause_takes_for_granted_is_stated(sentence, word):
    assert word in stated(sentence)


@pytest.mark.parametrize(
    ("sentence", "word"),
    [
        ("If the mill is small, we need a boat.", "small"),
        ("The shop closed because the small door was broken.", "small"),  # another may be whole
        ("The shop may close because it may lose a small cellar.", "small"),
        ("They left without closing a small mill.", "small"),
        ("He met people who had two boats.", "two"),  # others had three
        ("The claim that he sold two boats is false.", "two"),
        ("Did he sell a boat that had two sails?", "two"),
    ],
)
def test_what_may_be_otherwise_is_not_stated(sentence, word):
    assert word not in stated(sentence)
