"""What a sentence says because its clause is negative."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.needed import needs_negation
from pipeline.negation.reading.parsed import Parsed


@pytest.mark.parametrize(
    ("sentence", "needed"),
    [
        ("The line was not straight, to give it a rough look.", True),
        ("The outline of the face was not smooth to give it a rough look.", True),
        ("The door was not easy to open.", False),
        ("He did not come because he was ill.", True),
        ("He did not come because of the rain.", True),
        ("He did not come to help us.", False),
        ("I have never blamed him for that, nothing.", True),
        ("Do not trust anyone, not even Ben.", True),
        ("He came because he was ill.", False),
        ("The rule no longer holds because the law has changed.", True),
        ("The rule no longer holds.", False),
        ("The club had not paid its rent and thereby lost its hall.", True),
        ("The club did not pay its rent and so lost its hall.", True),
        ("The club has not paid its rent, thus losing its hall.", True),
        ("The club paid its rent and thereby kept its hall.", False),
        ("The shop did not sell bread, milk and so on.", False),
        ("He did not see the bull and went so far as to open the gate.", False),
    ],
)
def test_what_needs_a_negation(sentence, needed):
    clause = Parsed.of(load_parser()(sentence)).clause
    assert needs_negation(clause, sentence[clause.verb.idx :].lower()) is needed
