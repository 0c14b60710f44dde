"""Words that came and went, known exchanges among them."""

import pytest

from pipeline.acceptance.exchanges import related, strange, synonymous

ANCHOR = "The firm bought a car."


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "found"),
    [
        (ANCHOR, "A car was bought by the firm.", 0),
        (ANCHOR, "The company purchased a car.", 0),
        (ANCHOR, "The company purchased a seal.", 1),
        ("He plays chess.", "He played chess.", 0),
        ("The clarinet needs a reed.", "The clarinet needs cane.", 1),
        ("They met the old guide there.", "They met there.", 2),
    ],
)
def test_words_count_that_nothing_known_replaces(anchor, paraphrase, found):
    assert strange(anchor, paraphrase) == found


def test_known_words_replace_each_other_in_any_form_and_both_ways():
    assert synonymous("firms", "company")
    assert synonymous("purchases", "bought")
    assert not synonymous("town", "city")
    assert not synonymous("warm", "hot")


def test_words_of_one_family():
    assert related("chemist", "chemistry")
    assert related("went", "going")
    assert not related("bus", "shuttle")
