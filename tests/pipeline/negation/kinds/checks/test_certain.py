"""What may be true of others, or of another time, as well: no contradiction is made of it."""

import pytest

from tests.pipeline.negation.kinds.contradicting import rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # Another one may have been named in the news, too.
        ("other_thing.v1", "Danish climber rescued in Peru"),
        ("other_thing.v1", "Ferry sinks in Norway"),
        ("other_thing.v1", "2 Danish sailors killed in storm"),
        ("other_thing.v1", "Notes in major Danish papers on May 5"),
        ("other_thing.v1", "Market notes: as it happened, June 20"),
        ("other_thing.v1", "Choir banned in Egypt"),
        ("other_thing.v1", "Closed tunnels in Armenia"),
        ("other_long_place.v1", "Bodies of sailors flown to New Zealand"),
        ("other_sex.v1", "Storm kills farmer's uncle in Odda"),
        ("other_sex.v1", "A man is humming."),
        ("other_sex.v1", "A tall woman is mending a net"),
        ("other_sex.v1", "Every man signed the letter."),
        ("other_thing.v1", "In 1931 the yard built its 500th boat."),
        ("other_thing.v1", "Compared to wool lined boxes, they are light."),
        ("other_thing.v1", "Berg plans trade treaty with Norway"),
        ("other_end.v1", "A stain is visible at the end of the poem."),
        ("other_end.v1", "like the strikes at the beginning of the reign."),
        ("other_side_of_time.v1", "They sold the rice in May, after pre-cooking it in Odda."),
        ("outside.v1", "Mayor backs strikes on IS in Norway"),
        ("opposite_relation.v1", "The two notes are contained in different boxes."),
        ("opposite_modifier.v1", "The song moved the younger sailors."),
        ("denied_reason.v1", "The mill closed primarily because the river froze."),
        ("other_side.v1", "Officials: 50 boats found south of Odda"),
        ("other_ordinal.v1", "Choir adds second Odda date"),
        ("opposite_modifier.v1", "Senior clerk arrested in Odda"),
        # Others may do so, or somebody in another year.
        ("other_ordinal.v1", "Flutes open the third part."),
        ("other_year.v1", "In 2014, the mills in Odda engaged 40,000 men."),
        ("other_year.v1", "In 1935, Berg toured Norway, giving talks to farmers."),
        ("other_year.v1", "The club won the cup in 1931."),
        ("other_year.v1", "The festival took place in 1931."),
        ("other_end.v1", "In the early 1990s, farmers built barns of steel."),
        ("other_thing.v1", "Berg toured Norway in 1931."),
        ("other_span.v1", "The two towns quarrelled between 1951 and 1967."),
        ("far_away.v1", "Multiple inns are located near the lake."),
        ("other_way.v1", "Boats sailed into the harbour."),
        ("other_likelihood.v1", "The plan explains a number of more complex cases."),
        ("other_permission.v1", "They were able to lift at least 30 stones."),
        # What somebody is for life, and what does not fit what follows.
        ("former.v1", "Berg (born 4 May 1960) is a Danish painter."),
        ("opposite_verb.v1", "The mill was damaged in air raids."),
        ("opposite_relation.v1", "The mill was destroyed by fire."),
        ("opposite_verb.v1", "The bank lends Spain money."),
        ("turned_roles.v1", "Anna implores Bela."),
        ("turned_modifiers.v1", "Three children, two girls and a boy, sat on four chairs."),
        ("other_end.v1", "There was a hole at the end of the tube."),
        ("other_end.v1", "The firm is known as a front company."),
        ("other_number.v1", "North (and South) describe two types of mills, as follows."),
        ("other_ordinal.v1", "She is his sixth child, and second daughter."),
        # Whoever begins to do something may stop it another year.
        ("ended.v1", "She began to teach."),
        ("denied.v1", "She received two medals."),
        ("apart.v1", "It is a small part of the film."),
        ("outside.v1", "The hall was settled in the Bronze Age."),
    ],
)
def test_refused(rule, sentence):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_year.v1", "The mill was built in 1931."),
        ("other_year.v1", "In 1931 she received her doctorate."),
        ("other_year.v1", "She signed a contract with Odda on 4 May 1931."),
        ("other_year.v1", "The first festival took place in 1931."),
        ("other_year.v1", "It is a museum founded in 1931."),
        ("other_year.v1", "She lived in Odda until 1931."),
        ("other_ordinal.v1", "She finished the race in third place."),
        ("former.v1", "Odda is a town by the fjord."),
        ("other_end.v1", "The mill was built in the early 1930s."),
        ("other_thing.v1", "The fair is held in summer."),
    ],
)
def test_still_made(rule, sentence):
    assert rule in rules(sentence)
