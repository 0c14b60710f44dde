"""Added and dropped words, some of them known exchanges."""

import pytest

from pipeline.acceptance.measures.exchanges import exchangeable, new_words, plain, strange

ANCHOR = "The firm bought a car."


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "found"),
    [
        (ANCHOR, "A car was bought by the firm.", 0),
        (ANCHOR, "The company purchased a car.", 0),
        (ANCHOR, "The company purchased a seal.", 1),
        ("He plays chess.", "He played chess.", 1),
        ("The chemist sang.", "The chemistry sang.", 1),
        ("He lost a cup and lost a medal.", "He lost a cup and a medal.", 1),
        ("The clarinet needs a reed.", "The clarinet needs cane.", 1),
        ("They met the old guide there.", "They met there.", 2),
    ],
)
def test_words_count_that_nothing_known_replaces(anchor, paraphrase, found):
    assert strange(anchor, paraphrase) == found


@pytest.mark.parametrize(
    ("paraphrase", "found"),
    [
        ("The car was bought by the firm.", 0),
        ("A firm is buying cars.", 0),
        ("The company bought a car, and the company is glad.", 2),
        ("The company purchased an automobile.", 3),
        ("", 0),
    ],
)
def test_a_word_is_new_if_the_anchor_has_it_in_no_form(paraphrase, found):
    assert new_words(ANCHOR, paraphrase) == found


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("firms", "companies"),
        ("bought", "purchased"),
        ("going", "went"),
        ("large", "big"),
        ("put", "put"),
        ("leader", "leader"),
        ("kind", "type"),
    ],
)
def test_known_words_and_forms_replace_each_other_both_ways(word, other):
    assert exchangeable(word, other)
    assert exchangeable(other, word)


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("town", "city"),
        ("warm", "hot"),
        ("merchants", "trader"),
        ("player", "players"),
        ("purchases", "bought"),
        ("younger", "youngest"),
        ("harder", "difficult"),
        ("chemist", "chemistry"),
        # Verbs too, and known as either.
        ("lands", "land"),
        ("gets", "has"),
        ("inadequate", "inappropriate"),
    ],
)
def test_neither_other_words_nor_other_tenses_degrees_and_numbers_do(word, other):
    assert not exchangeable(word, other)
    assert not exchangeable(other, word)


@pytest.mark.parametrize(
    "paraphrase",
    [
        "In May the company purchased a car for her.",
        "The car was bought by the firm for her in May.",
        "The firm will have bought her a car in May.",
        "The firm bought a car for him in May.",
        "The firm bought a car for her by May.",
        "The firm bought a boat for her in May.",
        "The firm only bought a car for her in May.",
        "The firm buys a car for her in May.",
    ],
)
def test_plain_is_what_changes_only_known_words_and_none_that_relates_them(paraphrase):
    expected = paraphrase.startswith("In May")
    assert plain("The firm bought a car for her in May.", paraphrase) is expected


@pytest.mark.parametrize(
    ("anchor", "paraphrase"),
    [
        ("They'll wait inside the hall.", "They will wait within the hall."),
        ("She told us that the shop had closed.", "She told us the shop closed."),
        ("The mayor of the town walked towards us.", "The town's mayor walked toward us."),
        ("It won't rain and it wouldn't snow.", "It will not rain and it would not snow."),
        ("It's raining, and everybody's wet.", "It is raining, and everyone is wet."),
        ("She cannot go though she's invited.", "She can't go although she is invited."),
    ],
)
def test_spelling_articles_of_and_auxiliaries_are_free(anchor, paraphrase):
    assert plain(anchor, paraphrase)
    assert plain(paraphrase, anchor)


@pytest.mark.parametrize(
    ("anchor", "paraphrase"),
    [
        ("It is the younger team.", "It is the youngest team."),
        ("The hall has a seat for her.", "The hall has a settee for her."),
        ("They put it there and put it here.", "They put it there and cut it here."),
        ("Some of the shops are open.", "All of the shops are open."),
        ("She lost a cup and lost a medal.", "She lost a cup and was a medal."),
        ("A virus can spread.", "One virus can spread."),
        ("I was trying to sleep.", "I'm trying to sleep."),
        ("There's been a lawyer here.", "There is a lawyer here."),
        ("I go to bed at ten.", "I'm going to bed at ten."),
        ("She doesn't want to sing.", "She wouldn't want to sing."),
        ("It won't rain.", "It doesn't rain."),
        ("She likes girls like Mary.", "She likes girls like Mary's."),
        ("He took the bus.", "He takes the bus."),
        ("Everyone was found.", "Everything was found."),
        ("They met when it rained.", "They met where it rained."),
    ],
)
def test_other_degrees_tenses_and_words_that_stand_twice_are_not_plain(anchor, paraphrase):
    assert not plain(anchor, paraphrase)
