"""The converse of a verb, and sentences in which both may be true."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found

RULES = {
    "turned_to_passive.v1",
    "turned_to_active.v1",
    "turned_winner.v1",
}


def turned(sentence):
    return [one.text for one in found(sentence, ("roles",)) if one.rule in RULES]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He was succeeded by his nephew.", "He succeeded his nephew."),
        ("He was later replaced by Lund.", "He later replaced Lund."),
        ("They were preceded by the king.", "They preceded the king."),
        ("The fire was caused by a storm.", "The fire caused a storm."),
        ("She succeeded the bishop in 1931.", "She was succeeded by the bishop in 1931."),
        (
            "Anna and Ruth succeeded the bishop in 1931.",
            "Anna and Ruth were succeeded by the bishop in 1931.",
        ),
        ("She lost to Lund in the final.", "She beat Lund in the final."),
        ("She defeated Lund in the final.", "She lost to Lund in the final."),
        ("The company was acquired by Lund in 1931.", "The company acquired Lund in 1931."),
    ],
)
def test_the_two_change_their_parts(sentence, expected):
    assert turned(sentence) == [expected]


@pytest.mark.parametrize(
    "sentence",
    [
        "She defeated Lund.",  # and lost to him another time
        "She defeated Lund in the final and won the title.",
        "She easily defeated Lund in the final.",
        "He was succeeded by Lund and moved to Kent.",
        "He was replaced by a new teacher.",
        "The club replaced the roof with a dome.",
        "She replaced Lund because he was ill.",
        "The house was bought by Lund in 1931.",
        "Upon his death he was succeeded by his nephew.",
        "The Odda Bakers succeeded the bishop in 1931.",
        "He was not succeeded by Lund.",
        "Was he succeeded by Lund?",
    ],
)
def test_they_keep_their_parts(sentence):
    assert not turned(sentence)
