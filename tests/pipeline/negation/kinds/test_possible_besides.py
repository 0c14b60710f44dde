"""What may be so besides, or one after the other, is no contradiction."""

import pytest

from tests.pipeline.negation.kinds.contradicting import rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # One thing and the other, one after the other.
        ("other_thing.v1", "Lena Berg is a politician who lives by the lake."),
        ("other_thing.v1", "Berg is a dentist."),
        ("other_thing.v1", "The village has annual festivals by the lake."),
        ("other_thing.v1", "It is a light yellow star of the fifth magnitude."),
        ("other_doing.v1", "A cook is chopping a carrot."),
        ("other_doing.v1", "The girl is playing a violin."),
        ("other_doing.v1", "Somebody is sleeping on the bench."),
        ("other_doing.v1", "Lena has been sitting on the bench."),
        ("other_doing.v1", "Lena is always sitting on the bench."),
        ("opposite_verb.v1", "The mayor opposed the miners' plans on several occasions."),
        ("opposite_relation.v1", "The mayor opposed the miners' plans on several occasions."),
        ("opposite_relation.v1", "Queen of Norway arrives in Lund"),
        ("opposite_verb.v1", "The guard attacked a nurse."),
        ("opposite_relation.v1", "The guard attacked a nurse."),
        # In one place and in another.
        ("outside.v1", "May 1990 saw the largest fair ever held in Oslo."),
        ("outside.v1", "Danes settled in Oslo during the 9th century."),
        ("other_side.v1", "Norway closes borders, declares martial law in south"),
        # Persons who may change parts, and a club that the recogniser takes for one.
        ("turned_roles.v1", "A nurse is feeding a sailor."),
        ("turned_roles.v1", "Austria defeated Hungary with Lund in goal."),
        ("swapped_names.v1", "Anna scored thirty times for Bela in that year."),
        ("swapped_names.v1", "Anna depicted Bela as a king of Kent who beat the Danes."),
    ],
)
def test_what_may_be_so_besides_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # What goes on with it.
        ("anything_but.v1", "She is a keen reader of maps, with a large shelf of books."),
        ("remaining.v1", "The book remained unpublished till 1950."),
        ("affixed.v1", "The cook uses the conventional, time-honoured order of courses."),
        ("denying.v1", "The mayor suggested Berg spend a week in the valley."),
        ("opposite_verb.v1", "The Danes were allowed access to the northern lakes."),
        ("other_extreme.v1", "The song has appeared in the paper's best album lists."),
        ("other_number.v1", "Berg began with 30 points from 12 games, with an average of 2.5."),
        ("denied_reason.v1", "She has a good reason not to go - because she is ill."),
    ],
)
def test_what_the_rest_goes_on_with_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_thing.v1", "Lena Berg was a dentist in 1920."),
        ("other_thing.v1", "The fair is an annual festival."),
        ("other_doing.v1", "A boy is riding a horse."),
        ("outside.v1", "The Danes settled in Iceland in the 9th century."),
        ("outside.v1", "The Danish king was born in Oslo."),
        ("opposite_relation.v1", "Norway to defend support of the plan"),
        ("turned_roles.v1", "A dog chases a cat."),
        ("turned_roles.v1", "Austria defeated Hungary in May."),
        ("swapped_names.v1", "Anna replaced Bela as mayor."),
        ("remaining.v1", "The novel remained popular in Norway."),
        ("denying.v1", "The mayor suggested Berg had left the valley."),
        ("other_number.v1", "The average of the class is 30 points from 12 games."),
    ],
)
def test_what_excludes_the_other_is_made(rule, sentence):
    assert rule in rules(sentence)
