"""Where one of several joined things is set against the other, and where not."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules

RULE = "one_rather_than_other.v1"


@pytest.mark.parametrize(
    "sentence",
    [
        # What needs both of them, or is one thing.
        "The road runs between Odda and Sund.",
        "She merged the mill and the shop.",
        "It is a mixture of tea and milk.",
        "She works in research and development.",
        "She leads the Ministry of War and Trade.",
        "They bought bread and butter.",
        # What goes on about both, or counts them.
        "She bought a mill and a shop, and they burned.",
        "She has two boats, Moon and Sun.",
        "She was born to Anna Berg and Ole Lund.",
        "The colours are red and gold.",
        "She came third behind Anna Berg and Ole Lund.",
        # Vague things, names, and clauses.
        "She sold apples and others.",
        "It is told in Books VII and VIII.",
        "They play at the Odda Opera and Ballet Theatre.",
        "She saw the town and its mills.",
        "Berg and Lund returned to Odda.",
        "The plain is dry and barren.",
        "She wanted openness and fairness.",
        "She may sell tea and milk.",
        "Does she sell tea and milk?",
    ],
)
def test_what_belongs_together_is_not_parted(sentence):
    assert RULE not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "made"),
    [
        ("She was a baker and singer.", "She was a baker {} a singer."),
        ("They sold their boats and nets.", "They sold their boats {} their nets."),
        ("It has political and economic aims.", "It has political {} economic aims."),
        (
            "It is spoken in Denmark, Finland and Norway.",
            "It is spoken in Denmark and Finland {} Norway.",
        ),
        ("The mill and the barn were sold.", "The mill {} the barn was sold."),
    ],
)
def test_one_is_set_against_the_other(sentence, made):
    texts = [one.text for one in found(sentence) if one.rule == RULE]
    assert texts
    assert texts[0] in (made.format("rather than"), made.format("instead of"))
