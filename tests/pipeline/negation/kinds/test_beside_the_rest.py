"""What the rest of a sentence rules out, and what may be true as well."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # True as well
        ("other_sum.v1", "In May the fund exceeded $50 million."),
        ("other_length.v1", "The price rose to a three-month high."),
        ("one_more.v1", "The nurse has one house in another town."),
        ("other_time.v1", "After the lamp had failed for a second time, Lena called the mayor."),
        ("other_day.v1", "The Swan was at Odda on 3 May 1807."),
        ("only_one.v1", "The shop gave three eggs for each loaf."),
        ("other_period.v1", "The hall was burned during the war."),
        ("other_trend.v1", "The party won a seat in Odda in May."),
        ("other_side_of_time.v1", "After the war, Berg found work as a baker."),
        ("other_place.v1", "A cat is sitting in front of a window."),
        ("other_end.v1", "A man is sitting on the back seat of a red bus."),
        ("former.v1", "Mill Road is an Irish comedy show."),
        # At odds with the rest
        ("other_number.v1", "The rain lasted for three nights, from 12 to 14 May 1931."),
        ("other_number.v1", "Trees cover two thirds of the island."),
        ("other_ordinal.v1", "Berg came second with 33 % of the votes."),
        ("other_quantifier.v1", "Most of the growth of the towns took place before 1910."),
        ("opposite_modifier.v1", "He saw it as a tool rather than a defensive weapon."),
        ("opposite_modifier.v1", "Two men sit at an outdoor table in front of a building."),
        ("opposite_modifier.v1", "A woman is resting in an inner tube."),
        ("other_way.v1", "Clerk died from shot to head"),
        ("opposite_verb.v1", "The current rule was adopted in 2005."),
        ("opposite_verb.v1", "In May 1931, Berg was accepted to the college."),
        ("opposite_noun.v1", "There have been criticisms of the plan."),
        (
            "opposite_relation.v1",
            "In common with the barn, the mill is involved in the dispute.",
        ),
    ],
)
def test_what_the_rest_does_not_allow_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence", "contradiction"),
    [
        ("other_sum.v1", "It cost $50 million.", "It cost $20 million."),
        (
            "other_place.v1",
            "A cat is sitting in front of a barn.",
            "A cat is sitting behind a barn.",
        ),
        ("opposite_verb.v1", "The rule was adopted in 2005.", "The rule was rejected in 2005."),
        (
            "other_quantifier.v1",
            "Most of the towns grew before 1910.",
            "Only a few of the towns grew before 1910.",
        ),
        (
            "former.v1",
            "Berg is the town's mayor.",
            "Berg is the town's former mayor.",
        ),
        (
            "former.v1",
            "Berg is the head women's mayor.",
            "Berg is the former head women's mayor.",
        ),
    ],
)
def test_what_the_rest_allows_is_made(rule, sentence, contradiction):
    assert contradiction in [one.text for one in found(sentence) if one.rule == rule]
