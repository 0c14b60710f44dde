"""What stands where in a clause."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.clause import find_clause
from pipeline.negation.reading.structure import is_below, subject_end


def test_only_a_clause_with_a_subject_has_the_end_of_one():
    read = load_parser()
    clause = find_clause(read("The old bridge over the river is closed."))
    assert clause is not None
    assert subject_end(clause).text == "river"
    order = find_clause(read("Close the old bridge."))
    assert order is not None
    with pytest.raises(ValueError, match="the clause has no subject"):
        subject_end(order)


@pytest.mark.parametrize(
    ("sentence", "word", "verb", "below"),
    [
        ("She said that he sold bread.", "bread", "said", True),
        ("She said that he sold bread.", "bread", "sold", False),
        ("The man who sold the bread left.", "bread", "left", True),
        ("He left when she sold the bread.", "bread", "left", True),
        ("He sold the bread and left.", "bread", "sold", False),
    ],
)
def test_a_word_in_a_clause_of_its_own_is_below_the_verb(sentence, word, verb, below):
    words = {token.text: token for token in load_parser()(sentence)}
    assert is_below(words[word], words[verb]) is below
