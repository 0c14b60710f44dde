"""No contradiction changes a word that the rest of its sentence relies on, whichever rule it is."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # What is too narrow for one thing is so for a larger one, and perhaps for a smaller.
        ("The lane is too narrow for cars.", "other_thing.v1"),
        # One part of a word joined by hyphens
        ("The scale is a non-linear one.", "affixed.v1"),
        # A second sentence, a reason, a contrast
        ("I can vouch for the baker. He is good.", "unable.v1"),
        ("The vase is vulnerable to heat, as its walls are thin.", "far_from.v1"),
        ("Odda became one of the important towns, as it had a harbour.", "affixed.v1"),
        ("She won the race, but her sister was faster.", "failing.v1"),
        ("The bees are able to move, albeit slowly.", "other_permission.v1"),
        ("She left and sent out letters, since the mayor had not replied.", "failing_at_last.v1"),
        # The same for a denial in other words as for one with "not"
        ("The club bought two boats, with a third being rented.", "failing.v1"),
        ("The baker opened two shops, including a mill.", "failing.v1"),
        # What follows is built on it.
        ("She remained active and was seen at every fair.", "affixed.v1"),
        ("A stronger pump lifts a larger load.", "opposite_modifier.v1"),
        ("The gas is expanding, with a rapid expansion in May.", "opposite_relation.v1"),
    ],
)
def test_what_is_relied_on_stays(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("The room is dark.", "opposite_quality.v1"),
        ("I can vouch for the baker.", "unable.v1"),
        ("The vase is vulnerable to heat.", "far_from.v1"),
        ("She won the race.", "failing.v1"),
        ("The club bought two boats.", "failing.v1"),
        ("The baker opened two shops.", "failing.v1"),
        ("She remained active.", "affixed.v1"),
    ],
)
def test_the_same_words_change_where_nothing_relies_on_them(sentence, rule):
    assert rule in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # The words beside the number, the date or the rank fix it.
        ("Her voice spans two octaves, from G3 to G5.", "other_number.v1"),
        ("Two mills are known, one by the river, the other by the lake.", "other_number.v1"),
        ("She sang in two halls in Odda and Sund.", "other_number.v1"),
        ("The plan won a mere 40 votes.", "other_number.v1"),
        ('She wrote one song, "Mill Road", in May.', "one_more.v1"),
        ("The barn served as a store during World War II until 1944.", "other_year.v1"),
        ("By law, in 1990 the club had sold forty boats.", "other_year.v1"),
        ("The first stage is wood, the second stage is steel.", "other_ordinal.v1"),
        ("They bought a boat in April 1990 and a car in August 1990.", "other_day.v1"),
        # The opposite may hold as well, or there is none.
        ("The firm is present in more than 20 towns.", "opposite_relation.v1"),
        ("She is influential in the north of the island.", "other_side.v1"),
        ("The hill lies in the west and the lake in the northeast.", "other_side.v1"),
        ("She has a right of passage to the outer sea.", "other_end.v1"),
        ("She played many roles in the theatre.", "other_place.v1"),
        ("A man sat on the couch.", "other_place.v1"),
        ("She flew into a rage.", "other_way.v1"),
        ("The sun sank below the hill.", "other_side_of_time.v1"),
        ("The teachers are listed separately from the pupils.", "opposite_manner.v1"),
        ("Cows look closely at the camera.", "opposite_manner.v1"),
        ("For the plan to be fully open, money is needed.", "opposite_manner.v1"),
        ("The town was an ancient town with a long history.", "opposite_modifier.v1"),
        ("She will remember this her whole life.", "opposite_verb.v1"),
        ("The name was simplified to Odd.", "opposite_verb.v1"),
        ("Costs, peaking in May, decreased in June.", "other_trend.v1"),
        # A thing that does not fit what stands beside it
        ("This is the longest novel that I have read.", "other_thing.v1"),
        ("She broke her leg near the hip.", "other_thing.v1"),
        ("It is her third studio album.", "other_thing.v1"),
        ("A boy is lying on his stomach.", "other_doing.v1"),
        ("Protests continue in Spain.", "other_thing.v1"),
        # Sides of two sorts
        ("The boycott lasted longer than a year.", "changed_sides.v1"),
        ("The mill is older than Oslo News.", "changed_sides.v1"),
        # Nobody tries to, or another part was done.
        ("The sailors required a clock.", "failing.v1"),
        ("The rain led some bakers to close the shop.", "failing.v1"),
        ("He extended the road, initially by hand.", "failing.v1"),
        ("She has got a boat.", "yet.v1"),
        ("The baker must help her at any cost.", "other_duty.v1"),
        ("The 1990 team won a race in the 1990 season.", "denied_circumstance.v1"),
        ("The oil replaced coal, mainly because of its price.", "denied_reason.v1"),
        ("A cat is trying to touch a dog.", "turned_roles.v1"),
    ],
)
def test_what_another_word_fixes_or_does_not_exclude_stays(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence", "text"),
    [
        ("other_year.v1", "The barn, built in 1920, is wide.", None),
        ("other_bound.v1", "At least 40 men sang.", "Fewer than 40 men sang."),
        ("other_bound.v1", "It is over 40 miles long.", "It is under 40 miles long."),
        ("other_place.v1", "The cat sleeps on the sofa.", "The cat sleeps under the sofa."),
        ("other_thing.v1", "A girl is riding a horse.", "A girl is riding an elephant."),
        ("other_thing.v1", "A black dog is running.", None),
        ("other_thing.v1", "The hall opened on March 31.", "The hall opened on October 31."),
        ("other_thing.v1", "In 1920, Ada was a painter.", None),
        ("other_thing.v1", "Odda is a family of moths.", None),
        ("other_thing.v1", "A woman with a beer sitting outside.", None),
        ("opposite_modifier.v1", "She is a poor farmer.", "She is a rich farmer."),
        ("opposite_verb.v1", "She forgot her hat.", "She remembered her hat."),
        ("opposite_verb.v1", "The council also approved the plan.", None),
        ("opposite_verb.v1", "The council accepted it.", "The council rejected it."),
        ("stopping.v1", "Spain also uses a new boat.", "Spain has stopped using a new boat."),
        ("failing.v1", '"Ada" entered the list in May.', '"Ada" failed to enter the list in May.'),
        ("turned_modifiers.v1", "The Danish ship sank a Swedish tanker.", None),
    ],
)
def test_made(rule, sentence, text):
    made = [one.text for one in found(sentence) if one.rule == rule]
    assert len(made) == 1
    assert text is None or made == [text]


def test_months_keep_their_order():
    made = [
        one.text
        for one in found("The club bought a boat in March 1990 and a car in May 1990.")
        if one.rule == "other_thing.v1"
    ]
    assert made == [] or all("May" not in text or "March" not in text for text in made)


def test_joined_years_move_together():
    made = [one.text for one in found("It closed in 1951–53.") if one.rule == "other_span.v1"]
    assert len(made) == 1
    first, last = made[0].removeprefix("It closed in ").rstrip(".").split("–")
    assert int(last) - int(first[2:]) == 2


def test_months_keep_their_order_with_may():
    sentence = "After the trial in May, the hall closed in June 1885."
    made = [one.text for one in found(sentence) if one.rule == "other_thing.v1"]
    assert made == ["After the trial in May, the hall closed in August 1885."]
