"""Directions that may be true as well as the opposite ones, or do not fit the rest."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # On the other side, at the other end, before and after
        ("other_side.v1", "The sect has gained friends in the west."),
        ("other_side.v1", "South of the mill, the river follows an old bed."),
        ("other_side.v1", "The Danes abandoned their northern towns."),
        ("other_side.v1", "The king settled 900 weavers in the eastern valleys."),
        ("other_side.v1", "She studied life in the villages south of Odda."),
        ("other_side.v1", "The Lost Hat is a 1952 American western action film."),
        ("other_end.v1", "The engineers studied the upper air."),
        ("other_end.v1", "The painter rented the seven front windows of the hall in May."),
        ("other_end.v1", "The society built the first boat in May."),
        ("other_end.v1", "She spent the last hours of her life in the garden."),
        ("other_end.v1", "The rule was changed later."),
        ("other_end.v1", "The boats were sold in the early 1990s."),
        ("other_side_of_time.v1", "The baker had supported the mayor after the war."),
        ("other_side_of_time.v1", "The fame of the song increased after the festival."),
        ("other_period.v1", "Two million people died during the war."),
        ("far_away.v1", "She located two caves near Odda."),
        ("outside.v1", "Berg lived in Odda."),
        ("outside.v1", "There was a village in Norway."),
        ("outside.v1", "The monks settled in Norway."),
        ("outside.v1", "Lena is the only mayor in Norway."),
    ],
)
def test_what_may_be_so_of_another_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_end.v1", "At the end of the 1980s, Berg sang in a play (1988-90)."),
        ("other_end.v1", "The nurse woke her early so that she could see it."),
        ("other_side_of_time.v1", "The book sold few copies after its publication."),
        ("other_side_of_time.v1", "After studying in Odda, Lena moved on to Bergen."),
        ("other_side_of_time.v1", "After drawing the plan, the next step is building the wall."),
        ("other_side_of_time.v1", "After negotiations, the treaty was signed in Oslo."),
        ("other_side_of_time.v1", "The dog was recorded barking after hearing a bell."),
        ("unlike.v1", "Unlike the fair, the feast is held in a barn instead of a park."),
        ("other_way.v1", "The money went towards a statue."),
        ("other_trend.v1", "Since 1931, sales have expanded, including those of books."),
        ("former.v1", "The cello is a member of the quartet."),
        ("former.v1", "The upper part is the head."),
        ("outside.v1", "Berg was born in Norway, in the valley of Odda."),
        ("outside.v1", "The polls were held in May."),
    ],
)
def test_what_the_rest_rules_out_is_left(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence", "contradiction"),
    [
        (
            "other_end.v1",
            "Berg was born in the early 1930s.",
            "Berg was born in the late 1930s.",
        ),
        ("other_end.v1", "A dog sits in the back seat.", "A dog sits in the front seat."),
        (
            "other_side.v1",
            "The mill lies in the west of the valley.",
            "The mill lies in the east of the valley.",
        ),
        (
            "other_side_of_time.v1",
            "Lena moved to Bergen after the war.",
            "Lena moved to Bergen before the war.",
        ),
        (
            "outside.v1",
            "Berg lived in Odda when he wrote the book.",
            "Berg lived outside Odda when he wrote the book.",
        ),
        ("other_way.v1", "The troop marched into the camp.", "The troop marched out of the camp."),
        ("former.v1", "Lena is a member of the choir.", "Lena is a former member of the choir."),
        (
            "unlike.v1",
            "Unlike the fair, the feast is held in a barn.",
            "Like the fair, the feast is held in a barn.",
        ),
    ],
)
def test_what_holds_of_one_is_made(rule, sentence, contradiction):
    assert contradiction in [one.text for one in found(sentence) if one.rule == rule]
