"""The opposite time or direction is refused where what is said can hold for both."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("far_away.v1", "The firm was near collapse."),
        ("far_away.v1", "During one part of her life she lived near the mill."),
        ("far_away.v1", "Anna is standing near other guests."),
        ("former.v1", "Odda Hall is a historic house in Norway."),
        ("former.v1", "Odda Hall is a school, now converted into flats."),
        ("former.v1", "He is a member of the Berg family."),
        ("former.v1", "He is the 2018 champion of Norway."),
        ("former.v1", "The King of Odda is the commander of the guard."),
        ("former.v1", "The sodium channel is a channel with a narrow pore."),
        ("other_end.v1", "The limestone was growing at the end of the war."),
        ("other_end.v1", "Berg had a short talk with the guests at the end of the song."),
        ("other_end.v1", "Berg ruled the islands at the end of the 2nd millennium."),
        ("other_end.v1", "He married the girl he had met at the start of the war."),
        ("other_end.v1", "The upper limit was forty crowns."),
        ("other_end.v1", "A swimmer doing the back stroke in a pool"),
        ("other_side.v1", "The fern is found in the southern part of the island."),
        ("other_side.v1", "There was a mill on the northern edge of the village."),
        ("other_side.v1", "Berg wrote the history of the northern lands."),
        ("other_side.v1", "He ruled the lands east of the lake."),
        ("other_side.v1", "The king wanted to hold the north of the duchy."),
        ("other_side_of_time.v1", "After construction, the ship arrived in Odda."),
        ("other_side_of_time.v1", "Berg was hailed before the game."),
        ("other_side_of_time.v1", "Norway planes strike inside Sweden"),
        ("other_trend.v1", "Berg won the title for the third time."),
        ("other_trend.v1", "Berg has won the race on four occasions."),
        ("other_way.v1", "Odda Air flies from Rome to Pisa."),
        ("other_way.v1", "Berg met every king from Harald to Olav."),
        ("other_place.v1", "A cat is sitting in front of a door."),
        ("other_place.v1", "A girl is dancing on the stage."),
        ("outside.v1", "There were 40 mills located in Kent."),
        ("outside.v1", "Odda is the most densely built town in Norway."),
    ],
)
def test_what_may_hold_for_both_directions_is_refused(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "contradiction"),
    [
        ("The mill stands near the lake.", "The mill stands far from the lake."),
        ("Berg is a member of the council.", "Berg is a former member of the council."),
        ("Odda One is a television channel.", "Odda One is a former television channel."),
        (
            "Berg was appointed at the end of the war.",
            "Berg was appointed at the beginning of the war.",
        ),
        ("The airport is located west of the town.", "The airport is located east of the town."),
        ("Berg moved from Rome to Pisa.", "Berg moved from Pisa to Rome."),
        ("Berg retired before the war.", "Berg retired after the war."),
        ("Odda is a town in Norway.", "Odda is a town outside Norway."),
        ("A cat is sitting in front of a house.", "A cat is sitting behind a house."),
    ],
)
def test_the_other_direction_is_kept_where_it_excludes(sentence, contradiction):
    assert contradiction in [one.text for one in found(sentence)]
