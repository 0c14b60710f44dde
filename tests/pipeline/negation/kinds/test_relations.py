"""Where a relation, a likeness or a report has no safe opposite."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.english.relations import DEEDS, STATES, WITH_OBJECT
from pipeline.negation.kinds.contradict import contradictions
from pipeline.negation.reading.parsed import Parsed

RULES = frozenset(
    (
        "opposite_relation.v1 preventing.v1 denying.v1 far_from.v1 impossible.v1"
        " other_sameness.v1 far_away.v1 outside.v1 other_period.v1 other_share.v1"
        " other_likelihood.v1"
    ).split()
)


def found(sentence):
    doc = load_parser()(sentence)
    made = contradictions(Parsed.of(doc), ("antonym", "direction", "lexical", "comparison"))
    return [(one.rule, one.text) for one in made if one.rule in RULES]


@pytest.mark.parametrize(
    "sentence",
    [
        "We saw the road leading to the city.",  # a place, not a result
        "He won the cup by defeating two clubs.",  # and won it, so he did
        "The farmers had trouble in protecting the hens.",  # and none in endangering them
        "The farmers had difficulty protecting the hens.",
        "The mayor showed interest in promoting the fair.",
        "Mills are located near the lake.",  # and others far from it
        "Multiple mills are located near the lake.",
        "A number of mills are located near the lake.",
        "The coat is very similar to the hat.",  # "very different from" is no opposite
        "The coin was found in a jar.",  # by somebody
        "The damage caused by the flood was small.",
        "It may lead to a strike.",
        "It is one form of polishing.",
        "The style can be seen as a joke.",
        "Some pumps can be repaired.",
        "Two of the farmers said that it was late.",
        "The mayor said that it was not late.",
        "He also said that it was late.",
        "The cause is clear only to a few.",
        "At the same time it rained.",
        "She left in the same way as he did.",
        "The town grew during the war.",  # and after it, perhaps
        "He wrote of his years during the war.",
        "The bank became more and more useful.",
        "In more difficult cases, they call a judge.",
        "The barn is located in Kent and Surrey.",
    ],
)
def test_nothing_is_turned_that_stays_true_or_makes_no_sense(sentence):
    assert found(sentence) == []


def test_the_verb_keeps_its_form():
    assert found("The ferry has lacked a roof since May.") == [
        ("opposite_relation.v1", "The ferry has had a roof since May.")
    ]


def test_no_relation_is_its_own_opposite():
    for pairs in (STATES, DEEDS, WITH_OBJECT):
        assert all(one and other and one != other for one, other in pairs.items())
