"""Which participles say how something is."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.clause import find_clause
from pipeline.negation.reading.states import state_of


@pytest.mark.parametrize(
    ("sentence", "state"),
    [
        ("The museum is closed on Mondays.", "closed"),
        ("The pool is closed to visitors in winter.", "closed"),
        ("The square was deserted.", "deserted"),
        ("He is married.", "married"),
        ("The shop is closed again.", "closed"),
        # Somebody does it, once or in some manner.
        ("The shop was closed in 1990.", None),
        ("The road is closed by the police.", None),
        ("The gate is being closed.", None),
        ("The gate was closed quickly.", None),
        ("The gate has been closed.", None),
        # The word goes with another: married to somebody, crowded with something.
        ("She is married to a baker.", None),
        ("The streets are crowded with tourists.", None),
        ("The bread was eaten.", None),
    ],
)
def test_a_state_is_told_from_a_passive(sentence, state):
    clause = find_clause(load_parser()(sentence))
    found = None if clause is None else state_of(clause)
    assert (found and found.text) == state
