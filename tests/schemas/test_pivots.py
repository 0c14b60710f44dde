"""Names of pivots and chains of them, and the texts that a paraphrase had in each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.pivots import joined, languages, legs, named, safe, translations

CHAINS = st.lists(st.sampled_from(["de", "en", "pt", "ru"]), min_size=1, max_size=5).map(">".join)


@given(CHAINS)
def test_the_name_for_shells_and_folders_is_the_same_pivot(lang):
    assert named(safe(lang)) == named(lang) == lang
    assert not set(safe(lang)) & set("<>|&;:*?/\\ '\"")


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("de", [("en", "de"), ("de", "en")]),
        ("de>en>ru", [("en", "de"), ("de", "en"), ("en", "ru"), ("ru", "en")]),
    ],
)
def test_a_trip_begins_and_ends_with_english(lang, expected):
    assert legs(lang) == expected


def test_one_language_keeps_its_text_as_it_is():
    assert joined(["two\nlines "]) == "two\nlines "
    assert translations("two\nlines ", 1) == ["two\nlines "]


@given(st.lists(st.text(st.sampled_from("ab>\n\r\t\u2028 "), max_size=8), min_size=2, max_size=4))
def test_a_chain_has_a_line_for_each_language(texts):
    found = translations(joined(texts), len(texts))
    assert found == [" ".join(text.split()) for text in texts]


def test_languages_in_the_order_of_the_trip():
    assert languages("pt>en>de") == ["pt", "en", "de"]
