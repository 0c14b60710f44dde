"""What repeats a clause without its verb, or is set against a part of it."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.parallel import has_parallel
from pipeline.negation.reading.parsed import Parsed


@pytest.mark.parametrize(
    ("sentence", "parallel"),
    [
        # Without its verb.
        ("He was the mayor of Ash from 1961 until 1970; and of Elm from 1971 to 1978.", True),
        ("Many fish lived in the lake; mainly trout.", True),
        ("The club has a hall; it was built in May.", False),
        ("Dutch is spoken in the north, and German in the south.", True),
        ("He worked in Leeds, and later in York.", False),
        ("Fifteen members are elected from Kent and ten from Surrey.", True),
        ("Fifteen members are elected from Kent and Surrey.", False),
        # More than a first part.
        ("The lake is deep and sometimes cold.", True),
        ("The word can be shortened and sometimes changed.", True),
        ("The storm hit the barn and even the mill.", True),
        ("The mill was damaged and even burnt.", False),
        ("The lake is deep and cold.", False),
        # A further denial.
        ("The mill is not open, nor does it have doors.", True),
        ("The mill is not open nor is it a museum.", True),
        ("The mill is neither open nor clean.", False),
        # Set against it.
        ("The rooms are clean but expensive.", True),
        ("He had two sons but no daughter.", True),
        ("The tent has two doors, a floor, and no window.", True),
        ("The rooms are not clean but expensive.", False),
        ("She writes for children but also for adults.", False),
        # All there are.
        ("There are two mills in the valley: one in Ash and one in Elm.", True),
        ("Two prizes were awarded: men's singles and women's singles.", True),
        ("The kit has two parts: a lid and a box.", False),
        # A second passive without its helper.
        ("The barn was closed and the doors removed from the frame.", True),
        ("The barn was closed and old.", False),
        # A second verb that the parser gives to an infinitive.
        ("He learned to play the organ at age two and used it in church.", True),
        ("He wants to play the organ and sing.", False),
        ("The old mill is closed.", False),
    ],
)
def test_what_repeats_a_clause_or_is_set_against_it(sentence, parallel):
    found = Parsed.of(load_parser()(sentence))
    assert has_parallel(found.clause, found.lower[found.clause.verb.idx :]) is parallel
