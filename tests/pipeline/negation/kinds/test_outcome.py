"""No opposite where the sentence tells what came of a deed, or what kind of thing it is."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


def text_by(rule, sentence):
    return next((one.text for one in found(sentence) if one.rule == rule), None)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # What came of it, and the votes.
        ("The party retained the hall with a large majority.", "opposite_relation.v1"),
        ("The council approved the plan with forty voting in favour.", "opposite_verb.v1"),
        ("The mayor won the vote (30:20 votes).", "other_trend.v1"),
        ("The club won its sixth title.", "other_trend.v1"),
        # Verbs whose opposite needs another object.
        ("The bridge enabled the growth of the town.", "opposite_verb.v1"),
        ("The carriages employed a new style of wheel.", "opposite_verb.v1"),
        ("Forty legal dyes are allowed in bread.", "opposite_verb.v1"),
        ("The snails are attacked by birds.", "opposite_verb.v1"),
        ("The road was extended northwards in May.", "opposite_relation.v1"),
        ("The goal of the plan is to improve the soil.", "opposite_relation.v1"),
        ("It led to a strike, and finally to a riot.", "opposite_relation.v1"),
        # Qualities.
        ("The battle took place in the true month of August.", "opposite_modifier.v1"),
        # Pronouns that are none, and ships.
        # Only what has two wheels leans.
        ("A bus is leaning against the fence.", "other_thing.v1"),
        ("They carried guns with powerful HE shells.", "other_pronoun.v1"),
        ("In May she was seen near the coast, with other vessels.", "other_pronoun.v1"),
        # Extremes of which only one has a name, or which the rest tells again.
        ("He will appeal to the nation's highest court.", "other_extreme.v1"),
        ("Miners form the largest group by a wide margin.", "other_extreme.v1"),
        ("Tin is forty times more common than gold.", "other_degree.v1"),
        ("The court tries less serious crimes such as theft.", "other_likelihood.v1"),
        # Nobody tries to, or it was done.
        ("Lena grew up in Rome.", "failing.v1"),
        ("Lena drives a lorry for a living.", "failing.v1"),
        ("The wheel initially holds the shaft and begins to turn it.", "failing.v1"),
        ("She joined the board in 2014 and headed it till 2017.", "failing.v1"),
        ("The town declared itself a republic.", "denying.v1"),
        ("The judge said that the match was over, resulting in a win.", "denying.v1"),
        ("Instead of two, she chose to take three.", "turned_attempt.v1"),
        ("The gap has been explained in many ways.", "yet.v1"),
        ("He made his final appearance in May.", "failing.v1"),
        ("Plan for Mill Could Work", "unable.v1"),
        ("They could win.", "unable.v1"),
        ("Only three songs have survived.", "yet.v1"),
        ("Over the years the hall has been used in winter.", "yet.v1"),
        ("People can be exposed to dust at work.", "incapable.v1"),
        ("She argues that bees are harmless: they kill no plants, she maintains.", "denying.v1"),
        ("The salt can be produced from sea water; it is white.", "impossible.v1"),
        # Duties.
        ("Instead of one loaf, he was able to bake ten.", "other_permission.v1"),
        ("Neither was allowed to sing.", "other_permission.v1"),
        ("With her help he was able to build a mill.", "other_permission.v1"),
        # Names and times.
        ("She returned in 1990 after the king fell in 1986.", "other_side_of_time.v1"),
        ("By the 1920 Puerto Rico census, she moved to Puerto Rico.", "other_long_place.v1"),
        ("He is a Farmers Party politician.", "other_thing.v1"),
        ("Yearly fairs are held in Kent.", "outside.v1"),
        ('She wrote "The Mill" (1931), and soon "The Barn" (1932).', "other_birth.v1"),
    ],
)
def test_a_rule_refuses_what_the_rest_tells(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule", "text"),
    [
        (
            "Anna is the department's director.",
            "former.v1",
            "Anna is the department's former director.",
        ),
        ("All matches were held in Kent.", "outside.v1", "All matches were held outside Kent."),
        (
            "Scott is a Norwegian women's basketball coach.",
            "former.v1",
            "Scott is a former Norwegian women's basketball coach.",
        ),
        ("Odda is a town.", "former.v1", "Odda is a former town."),
        (
            "She could swim when she was four.",
            "unable.v1",
            "She was unable to swim when she was four.",
        ),
        ("She could hear the bell.", "unable.v1", "She was unable to hear the bell."),
        (
            "A bicycle is leaning against the fence.",
            "other_thing.v1",
            "A motorcycle is leaning against the fence.",
        ),
        # The years of a season are no votes.
        (
            "The council approved the plan in 1964–65.",
            "opposite_verb.v1",
            "The council rejected the plan in 1964–65.",
        ),
        (
            "The dam allowed ships to pass.",
            "preventing.v1",
            "The dam prevented ships from passing.",
        ),
        (
            "He will appeal to the largest town.",
            "other_extreme.v1",
            "He will appeal to the smallest town.",
        ),
    ],
)
def test_the_rest_is_still_changed(sentence, rule, text):
    assert text_by(rule, sentence) == text
