"""Sentences in which a rule looks in front of the first word, or has no option left."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found


@pytest.mark.parametrize(
    "sentence",
    [
        "With few guests the hall was opened by the mayor.",
        "With forty bakers the hall was built in Odda.",
        "refusing to close old mills",
        "Whatever plan one thinks can be made, there is a reason why it does not suit the old mill,"
        " so one can never prove that the plan is bad.",
        "In May, the choir came second in the 3rd contest and was invited to the third round of"
        " the festival for the first time in the choir's history.",
    ],
)
def test_the_edge_of_a_sentence_stops_no_rule(sentence):
    assert all(one.text != sentence for one in found(sentence))
