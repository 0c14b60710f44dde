"""The list of words that keep a fixed meaning together."""

import pytest

from pipeline.rephrasing.synonyms import entries, terms
from schemas.errors import UserError


def test_terms_are_known_in_both_numbers():
    assert terms.is_term("lethal", "injections")
    assert not terms.is_term("lethal", "weapon")


def test_every_term_has_a_word_that_a_synonym_could_replace():
    replaced = {word for pos, word in entries.entries() if pos in "an"}
    idle = {
        (first, second)
        for first, seconds in terms.terms().items()
        for second in seconds
        if first not in replaced and second not in replaced
    }
    assert idle == set()


@pytest.mark.parametrize("line", ["lethal", "lethal\tdose\tfront", "key\tring"])
def test_another_line_of_terms_is_named(line):
    with pytest.raises(UserError, match=r"list.tsv, line 2: .* is no line of terms"):
        terms.parsed(f"key\tstage\n{line}\n", "list.tsv")
