"""Texts in which a rule looks past the first or the last word, or has no option left."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.kinds.table import parse_kinds
from pipeline.negation.parser import NegationConfig, contradict_texts

ALL = NegationConfig(kinds=parse_kinds("all"), per_sentence=9)


@pytest.mark.parametrize(
    "text",
    [
        "With few guests the hall was opened by the mayor.",
        "With forty bakers the hall was built in Odda.",
        "refusing to close old mills",
        "Whatever plan one thinks can be made, there is a reason why it does not suit the old mill,"
        " so one can never prove that the plan is bad.",
        "In May, the choir came second in the 3rd contest and was invited to the third round of"
        " the festival for the first time in the choir's history.",
        # Lines that were cut off
        "ladders with both an",
        "bow and arrow were worn but seldom",
        "The hall is littered with lamps often",
        "case is recognised in its role in the growth of Danish law.",
        "1931, the Bakers' Federation voted",
        # Without a full stop
        "They do like it not",
        "She published a novel in 1931 also",
        "The tree has branches numerous",
        "There are numerous various",
        "By monks the hall was built",
    ],
)
def test_the_edge_of_a_text_stops_no_rule(text):
    (made,) = contradict_texts(load_parser(), [text], ALL)
    assert text not in (made.denial.text, *(one.text for one in made.others))
