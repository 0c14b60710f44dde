"""What stands where in a clause."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.clause import find_clause
from pipeline.negation.reading.structure import subject_end


def test_only_a_clause_with_a_subject_has_the_end_of_one():
    read = load_parser()
    clause = find_clause(read("The old bridge over the river is closed."))
    assert clause is not None
    assert subject_end(clause).text == "river"
    order = find_clause(read("Close the old bridge."))
    assert order is not None
    with pytest.raises(ValueError, match="the clause has no subject"):
        subject_end(order)
