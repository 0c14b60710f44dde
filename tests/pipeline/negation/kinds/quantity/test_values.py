"""Another figure leaves what a sentence compares as it is."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules

QUANTITY = ("quantity",)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # No other first digit stays on the same side.
        ("Its rent of $22 million was ahead of the offer of $21 million.", "other_sum.v1"),
        # A rate follows from the two figures beside it.
        ("Exports rose 10 percent to 33 tonnes from 30 tonnes.", "other_number.v1"),
        ("Profits rose 10 percent to $33 million from $30 million.", "other_sum.v1"),
        # The list says how many there are.
        ("The farm was split among his three surviving sons, Ben, Tom and Max.", "other_number.v1"),
        ("The prize was shared by four bakers, Lund, Berg, Hall and Moe.", "other_number.v1"),
        ("She packed three tools, hammer, axe and drill.", "other_number.v1"),
    ],
)
def test_a_figure_that_others_fix_is_left_alone(sentence, rule):
    assert rule not in rules(sentence, QUANTITY)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "Lund was backed by 51 percent of the members, well ahead of Berg's 32 percent.",
            "Lund was backed by 41 percent of the members, well ahead of Berg's 32 percent.",
        ),
        (
            "Its rent of $410 a month was above the limit of $400.",
            "Its rent of $410 a month was above the limit of $200.",
        ),
        (
            "The club sold 40 tickets, behind the 50 of last year.",
            "The club sold 30 tickets, behind the 50 of last year.",
        ),
        (
            "The choir sang six songs, more than the five of last year.",
            "The choir sang nine songs, more than the five of last year.",
        ),
        (
            "The mill cost $18 million and the barn $3 million.",
            "The mill cost $58 million and the barn $3 million.",
        ),
        ("She fed three cats in May.", "She fed six cats in May."),
    ],
)
def test_another_figure_keeps_the_order(sentence, expected):
    assert expected in [one.text for one in found(sentence, QUANTITY)]
