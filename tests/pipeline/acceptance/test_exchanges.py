"""Words that came and went, known exchanges among them."""

import pytest

from pipeline.acceptance.exchanges import Exchanges, exchanges, related, synonymous

ANCHOR = "The firm bought a car."


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "found"),
    [
        (ANCHOR, "A car was bought by the firm.", Exchanges(0, 0, 0)),
        (ANCHOR, "The company purchased a car.", Exchanges(0, 2, 0)),
        (ANCHOR, "The company purchased a seal.", Exchanges(1, 2, 0)),
        ("He plays chess.", "He played chess.", Exchanges(0, 0, 1)),
        ("The clarinet needs a reed.", "The clarinet needs cane.", Exchanges(1, 0, 0)),
        ("They met the old guide there.", "They met there.", Exchanges(2, 0, 0)),
    ],
)
def test_words_are_counted_by_what_became_of_them(anchor, paraphrase, found):
    assert exchanges(anchor, paraphrase) == found


def test_known_words_replace_each_other_in_any_form_and_both_ways():
    assert synonymous("firms", "company")
    assert synonymous("purchases", "bought")
    assert not synonymous("town", "city")
    assert not synonymous("warm", "hot")


def test_words_of_one_family():
    assert related("chemist", "chemistry")
    assert related("went", "going")
    assert not related("bus", "shuttle")
