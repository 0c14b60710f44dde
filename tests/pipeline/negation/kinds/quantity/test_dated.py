"""Which dates change: of what happens once, and of works with titles."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules

QUANTITY = ("quantity",)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Construction of the mill began in 1933.", "Construction of the mill began in 1924."),
        ('"Winter Light" was released in 1995.', '"Winter Light" was released in 2000.'),
        ("The station began broadcasting in 1982.", "The station began broadcasting in 1975."),
        ("The law came into force in 1961.", "The law came into force in 1948."),
        ("Lund took office in 1943.", "Lund took office in 1950."),
        ("She was made a dame in 1953.", "She was made a dame in 1966."),
        ("He left for Odda in the summer of 1977.", "He left for Odda in the summer of 1972."),
        ("The king died at the end of 1931.", "The king died at the end of 1907."),
        (
            "Berg was the editor until Lund succeeded him in 1949.",
            "Berg was the editor until Lund succeeded him in 1936.",
        ),
        ("She was born in Odda, Norway in 1859.", "She was born in Odda, Norway in 1883."),
        ("Berg was elected bishop in 313.", "Berg was elected bishop in 289."),
        ("He lived in Odda until his death in 1953.", "He lived in Odda until his death in 1946."),
        (
            "Since the introduction of the tax in 1964, prices have doubled.",
            "Since the introduction of the tax in 1947, prices have doubled.",
        ),
        ("The town grew after independence in 1961.", "The town grew after independence in 1954."),
        (
            "She also published her autobiography in 1885.",
            "She also published her autobiography in 1861.",
        ),
        ("The mill was not finished until 1931.", "The mill was not finished until 1924."),
        (
            "Access to the mill has been barred since 1916.",
            "Access to the mill has been barred since 1940.",
        ),
        ("She played her first match in 1931.", "She played her first match in 1922."),
        (
            'Berg wrote the music for the 1972 film "Winter Light".',
            'Berg wrote the music for the 1989 film "Winter Light".',
        ),
        (
            'Her 1949 novel "Winter Light" tells of a baker.',
            'Her 1956 novel "Winter Light" tells of a baker.',
        ),
        (
            'Lund sang in "Winter Light" (1967) with Berg.',
            'Lund sang in "Winter Light" (1956) with Berg.',
        ),
        (
            "Berg was the editor from November 1917 to May 1919.",
            "Berg was the editor from November 1904 to May 1906.",
        ),
        ("The church was built in the 6th century.", "The church was built in the 11th century."),
        (
            "It was discovered in 1957 to be a forgery.",
            "It was discovered in 1940 to be a forgery.",
        ),
        ("The festival began in 1931.", "The festival began in 1926."),
        ("The term originated in the mid-1960s.", "The term originated in the mid-1990s."),
        # At an occasion, by a law, in a work
        (
            "Berg was elected at the 1931 congress.",
            "Berg was elected at the 1936 congress.",
        ),
        ("The word was coined in a 1931 novel.", "The word was coined in a 1924 novel."),
        # The parser joins the year to the name.
        (
            "In April, 1931 Berg was elected a fellow.",
            "In April, 1914 Berg was elected a fellow.",
        ),
        # A beginning and an end
        ("From 1938 she was the director.", "From 1962 she was the director."),
        (
            "The show ran to the end of September 1978.",
            "The show ran to the end of September 1971.",
        ),
        # Taken for granted
        ("Having sold the mill in 1931, she left.", "Having sold the mill in 1955, she left."),
        (
            "The sale of the mill in 1931 shocked the town.",
            "The sale of the mill in 1926 shocked the town.",
        ),
        ("The company went public in 1960.", "The company went public in 1984."),
        ("In 1931 the queen created him a knight.", "In 1936 the queen created him a knight."),
        (
            "Berg was persuaded by Max Orme to move into films in 1921.",
            "Berg was persuaded by Max Orme to move into films in 1945.",
        ),
        # What is ahead stays so.
        ("The mill will open in 2022.", "The mill will open in 2027."),
        (
            "Anna Berg, born April 25, 1987, is a nurse.",
            "Anna Berg, born April 25, 1976, is a nurse.",
        ),
        # The earlier one of two works becomes earlier.
        (
            'She sang in "Mill" (1948), followed by "Barn" (1956).',
            'She sang in "Mill" (1940), followed by "Barn" (1956).',
        ),
        (
            "He attended the school between 1979 and 1987.",
            "He attended the school between 1966 and 1974.",
        ),
    ],
)
def test_another_date_excludes_this_one(sentence, expected):
    assert [one.text for one in found(sentence, QUANTITY)] == [expected]


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("other_year.v1", "In 1931 he sang in 597 halls."),
        # Deaths occur in other years, too.
        ("other_year.v1", "A death in 1931 shocked the town."),
        ("other_year.v1", "Many deaths in 1931 shocked the town."),
        # The anniversary was then, not the birth.
        ("other_year.v1", "It marked the anniversary of her birth in 1931."),
        # Other films, and other cups
        ("other_year_of_work.v1", "She sang in a 1931 film."),
        ("other_year_of_work.v1", "The 1931 cup final was lost."),
        # In another year, perhaps, as well
        ("other_year.v1", "Berg also sang in Odda in 1931."),
        ("other_year.v1", "The club has not won since 1931."),
        ("other_year.v1", "It has grown each year since 1931."),
        ("other_year.v1", "In 1941, a judge threatened a lawyer."),
        ("other_year.v1", "Berg sang at the end of 1931."),
        ("other_year.v1", "Berg was a nurse in the summer of 1931."),
        ("other_year.v1", "She won the 2018 Odda Cup."),
        ("other_year.v1", "Berg was defeated at the 1931 election."),
        ("other_year.v1", "Berg finished second in 1931."),
        ("other_year.v1", "A study done in 1931 was lost."),
    ],
)
def test_a_date_that_others_may_share_is_kept(rule, sentence):
    assert rule not in rules(sentence, QUANTITY)


def test_what_came_after_a_span_still_does():
    sentence = "After the war (1973–78) she retired in 1982."
    made = {one.rule: one.text for one in found(sentence, QUANTITY)}
    assert made["other_year.v1"] == "After the war (1973–78) she retired in 2006."
    # One year after it, no other year is sure to be after it, too.
    assert "other_year.v1" not in rules("In the war (1973–78) she retired in 1979.", QUANTITY)


def test_a_decade_stays_before_the_year_behind_it():
    sentence = "Radio became popular in the 1930s, and by 1939 all had it."
    made = {one.rule: one.text for one in found(sentence, QUANTITY)}
    assert made["other_decade.v1"] == "Radio became popular in the 1910s, and by 1939 all had it."
