"""Opposites that may be true of another thing or at another time, or do not fit the rest."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # A quality that only tells which of several things is meant
        ("opposite_modifier.v1", "The law was discussed in the minor chapters."),
        ("opposite_modifier.v1", "The board met in the large hall."),
        ("opposite_modifier.v1", "The council looks after the county's four ancient halls."),
        ("opposite_modifier.v1", "She stole one of the baker's small boats."),
        ("opposite_modifier.v1", "The plan helped smaller parties' seats."),
        ("opposite_modifier.v1", "Odda has professional men's teams in all sports."),
        ("opposite_modifier.v1", "The name belongs to the 16th large hall."),
        ("opposite_modifier.v1", "The song copies this natural sound."),
        ("opposite_modifier.v1", "It is a conservative estimate."),
        ("other_sameness.v1", "A fox appears in the same story."),
        # What may be undone at another time, or by others
        ("opposite_verb.v1", "The hall was opened by the mayor."),
        ("opposite_verb.v1", "It starts the day after the feast."),
        ("opposite_verb.v1", "The miners opened a school in the valley."),
        ("opposite_verb.v1", "The mayor is appointed by the council."),
        ("opposite_verb.v1", "The hymn was adopted by several choirs."),
        ("opposite_verb.v1", "Multiple painters criticised the plan."),
        ("opposite_verb.v1", "The monks opposed many customs of the town."),
        ("opposite_verb.v1", "The fair was preceded by a parade."),
        ("opposite_verb.v1", "A new wing was also added."),
        ("opposite_verb.v1", "The custom has long been criticised."),
    ],
)
def test_what_may_be_so_of_another_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # It came about, or the reason fits one side.
        ("opposite_relation.v1", "The talks led to the treaty, signed by six kings."),
        ("opposite_relation.v1", "The gifts led to the already existing hall."),
        ("opposite_relation.v1", "The mayor was criticised for his lies by the miners."),
        ("opposite_relation.v1", "The miners honoured the doctor with a medal."),
        ("opposite_relation.v1", "The songs are preserved in a book."),
        ("opposite_relation.v1", "The flood was caused by the rain."),
        ("opposite_relation.v1", "She completed the book in 1959, with a second part in 1960."),
        ("opposite_relation.v1", "The plans were revealed on 4 May 1931."),
        (
            "opposite_relation.v1",
            "The team retained its lead for a month, before falling out of first place.",
        ),
        ("opposite_relation.v1", "The town is dependent on the sea to live."),
        ("opposite_relation.v1", "Berg contributed to the paper."),
        ("opposite_relation.v1", "Berg divides his time between two towns."),
        ("opposite_relation.v1", "Laws allow the plan of a house to be changed."),
        ("opposite_relation.v1", "The barn differs from the mill in two ways."),
        ("opposite_relation.v1", "The club was promoted back to the top league."),
        ("preventing.v1", "The card allows players to pay and leave."),
        ("preventing.v1", "The farm allowed the archbishop sufficient revenue to support himself."),
        ("opposite_verb.v1", "It adopted its present name in 1931."),
        ("opposite_verb.v1", "By 1931, the price had declined to only 16 crowns."),
        ("opposite_verb.v1", "The change increases the speed at the cost of noise."),
        ("opposite_quality.v1", "Surrounded by wolves, the place was safe."),
        ("opposite_modifier.v1", "The shop closed despite its high sales."),
        ("opposite_modifier.v1", "Odda is a small village in Norway, with a population of 300."),
        ("opposite_relation.v1", "Only one copy is available on paper."),
        ("opposite_manner.v1", "The painting shows a slightly smiling boy."),
        ("opposite_manner.v1", "They work together to build a boat."),
        ("opposite_manner.v1", "The number of mills has gradually grown throughout its history."),
        ("opposite_noun.v1", "Lena became an ally in his rise."),
    ],
)
def test_what_the_rest_rules_out_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence", "contradiction"),
    [
        (
            "opposite_modifier.v1",
            "She owns a small boat.",
            "She owns a large boat.",
        ),
        (
            "opposite_modifier.v1",
            "The book shows her extensive knowledge of birds.",
            "The book shows her limited knowledge of birds.",
        ),
        (
            "opposite_modifier.v1",
            "He made his debut with the senior team in May.",
            "He made his debut with the junior team in May.",
        ),
        (
            "opposite_modifier.v1",
            "It is a conservative newspaper.",
            "It is a liberal newspaper.",
        ),
        (
            "opposite_relation.v1",
            "The barn differs from the mill.",
            "The barn matches the mill.",
        ),
        (
            "opposite_verb.v1",
            "The miners praised her for her work.",
            "The miners criticized her for her work.",
        ),
        (
            "preventing.v1",
            "The lock allows boats to pass the fall.",
            "The lock prevents boats from passing the fall.",
        ),
        ("opposite_verb.v1", "The mayor opened the hall.", "The mayor closed the hall."),
        ("opposite_verb.v1", "The council adopted the plan.", "The council rejected the plan."),
    ],
)
def test_what_holds_of_one_is_made(rule, sentence, contradiction):
    assert contradiction in [one.text for one in found(sentence) if one.rule == rule]
