"""Which numbers, sums, ranks and ranges change: those that a sentence states."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules

QUANTITY = ("quantity",)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The hall is approximately 40 metres long.", "The hall is approximately 80 metres long."),
        ("Some 500 boats lie in the port.", "Some 200 boats lie in the port."),
        ("About 70% of the members live in Odda.", "About 30% of the members live in Odda."),
        (
            "Fishing provides only about 7% of its income.",
            "Fishing provides only about 3% of its income.",
        ),
        ("The walk takes about eight hours.", "The walk takes about three hours."),
        (
            "The mill closed approximately 40 years ago.",
            "The mill closed approximately 20 years ago.",
        ),
        ("The twelve bells of the church are old.", "The ten bells of the church are old."),
        ("The village's 28 barns are empty.", "The village's 78 barns are empty."),
        (
            "The 16 teams which came from Odda were the winners.",
            "The 18 teams which came from Odda were the winners.",
        ),
        ("Women make up 51% of the council.", "Women make up 41% of the council."),
        ("The rent fell to 48.7%.", "The rent fell to 78.7%."),
        ("The port has 14 million guests a year.", "The port has 10 million guests a year."),
        (
            "The island's population was 11.7 million in 2019.",
            "The island's population was 81.7 million in 2019.",
        ),
        ("The plant has a power of 12.9 GW.", "The plant has a power of 82.9 GW."),
        ("The rope is 1500 metres long.", "The rope is 4500 metres long."),
        ("She bought four hundred plates.", "She bought six hundred plates."),
        ("He saw her only five times.", "He saw her only seven times."),
        ("Nine of these were sold by Berg.", "Eight of these were sold by Berg."),
        ("Lund won four Berg Awards.", "Lund won six Berg Awards."),
        ("Berg ranked 69th among the bakers.", "Berg ranked 67th among the bakers."),
        (
            "Odda is the third-largest port in the region.",
            "Odda is the ninth-largest port in the region.",
        ),
        ("Lund finished third in the race.", "Lund finished sixth in the race."),
        ("The song reached number 29 in Norway.", "The song reached number 99 in Norway."),
        ("Berg died at age 34 in Odda.", "Berg died at age 24 in Odda."),
        ("The port has over 16 million guests.", "The port has under 16 million guests."),
        ("The mill cost over $300 million.", "The mill cost under $300 million."),
        (
            "She opened a hall, which has more than 300 seats.",
            "She opened a hall, which has fewer than 300 seats.",
        ),
        ("Two-thirds of the land is flat.", "One-third of the land is flat."),
        ("Half of the bread was sold.", "A fifth of the bread was sold."),
        ("She won the cup for the second time.", "She won the cup for the fourth time."),
        ("Berg visited Odda twice.", "Berg visited Odda three times."),
        ("The boats are 30 to 40 metres long.", "The boats are 60 to 80 metres long."),
        ("The journey takes 5–7 days.", "The journey takes 10–14 days."),
        ("The toll rose to $40.", "The toll rose to $60."),
        ("The rent was raised to 40 crowns.", "The rent was raised to 60 crowns."),
        ("A third of the land is flat.", "Two thirds of the land is flat."),
        ("The boat carries up to 40 guests.", "The boat carries more than 40 guests."),
        ("The bank manages over $1 billion.", "The bank manages under $1 billion."),
        ("The play was sent to 40 countries.", "The play was sent to 90 countries."),
        ("Forty guests from Odda sang.", "Sixty guests from Odda sang."),
    ],
)
def test_another_figure_excludes_this_one(sentence, expected):
    assert [one.text for one in found(sentence, QUANTITY)] == [expected]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        # A time, and one of two parts
        ("other_fraction.v1", "The last half of the film is loud."),
        ("other_fraction.v1", "She saw the southern half of the lake."),
        # A limit
        ("other_fraction.v1", "The mill has more than half of the trade."),
        # Of two things the words around tell how many there are, as a list does.
        ("other_number.v1", "The two bells of the church are old."),
        ("other_number.v1", "The three guests were a baker, a smith and a cook."),
        ("other_number.v1", "The first twelve bells are old."),
        # A limit
        ("other_sum.v1", "It owes up to $40 million."),
        ("other_number.v1", "She owes up to ₦40 million."),
        # A year, and names
        ("other_number.v1", "The 1500 prizes were a scandal."),
        ("other_number.v1", "Form 41 is needed."),
        ("other_number.v1", "The 800 m champion is Berg."),
        ("other_number.v1", "The mills at 11°3' north are old."),
        ("other_ordinal.v1", "Anna is the second largest ship after the Berg."),
        ("other_ordinal.v1", "Lund finished third grade in Odda."),
        # Earlier as well; a result
        ("other_range.v1", "By 10–14 million years ago it was cold."),
        ("other_range.v1", "Berg and Lund won 10–14."),
        # The rest says how often, or that it was new.
        ("other_time.v1", "She married twice, first a baker in 1931."),
        ("other_time.v1", "The plan began to be heard for the first time."),
        # No figure
        ("other_number.v1", "Some three boats lie in the port."),
        ("other_figure.v1", "They arrived around age 20."),
        ("other_number.v1", "Four mills in Kent were built."),
        ("other_number.v1", "The 5 June 2020 vote was lost."),
        # Perhaps more, and a range; what the rest of the sentence tells as well
        ("other_bound.v1", "The boat might carry up to 40 guests."),
        ("other_bound.v1", "Prices went from 20 up to 40 crowns."),
        ("other_range.v1", "The children aged 12–17 years sang."),
        ("other_sum.v1", "The deal cost €40 million ($50 million)."),
    ],
)
def test_a_figure_that_is_fixed_or_open_is_kept(rule, sentence):
    assert rule not in rules(sentence, QUANTITY)
