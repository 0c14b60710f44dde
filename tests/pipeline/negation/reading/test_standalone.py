"""The further clauses of a sentence, each as a sentence of its own."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.standalone import Role, standing_alone
from tests.pipeline.negation.kinds.contradicting import found


def clauses(sentence):
    return list(standing_alone(Parsed.of(load_parser()(sentence))))


@pytest.mark.parametrize(
    ("sentence", "alone"),
    [
        # Beside the main clause
        ("She moved to Odda and opened two mills there.", ["She opened two mills there."]),
        (
            "The mill was built in 1931 and sold in 1940.",
            ["The mill was sold in 1940."],
        ),
        (
            "The club won the cup, and its captain retired in May.",
            ["Its captain retired in May."],
        ),
        (
            "The choir sang, danced in the hall and went home.",
            ["The choir danced in the hall.", "The choir went home."],
        ),
        ("The choir will sing and will open two halls.", ["The choir will open two halls."]),
        ("Gold is rare, but silver is common in Odda.", ["Silver is common in Odda."]),
        # Whose second verb is which is not clear behind another clause.
        ("The mill is old, and its hall is low and is known as Ada.", ["Its hall is low."]),
        # Below a noun
        ("The mill, which burnt down in 1931, was large.", ["The mill burnt down in 1931."]),
        ("She bought a mill, which burnt down in 1931.", ["The mill burnt down in 1931."]),
        ("She moved to Odda, where she opened two mills.", ["She opened two mills."]),
        # What happened before, or is a reason
        ("After she moved to Odda in 1931, she sang.", ["She moved to Odda in 1931."]),
        ("Because the lake was deep, nobody swam.", ["The lake was deep."]),
        # What its subject did, too
        ("She moved to Odda, opening two mills there.", ["She opened two mills there."]),
        (
            "Founded by two bakers in 1931, the choir sang.",
            ["The choir was founded by two bakers in 1931."],
        ),
    ],
)
def test_a_clause_becomes_a_sentence(sentence, alone):
    made = clauses(sentence)
    assert [one.sentence.text for one in made] == alone
    assert Role.DEFINES not in {one.role for one in made}
    for one in made:
        assert one.sentence.clause is not None
        assert one.sentence.clause.subject is not None


@pytest.mark.parametrize(
    ("sentence", "alone"),
    [
        ("He wrote a letter that reached Odda in May.", "The letter reached Odda in May."),
        ("He sold a barn built by monks in 1931.", "The barn was built by monks in 1931."),
        ("He sold the barn, built by monks in 1931.", "The barn was built by monks in 1931."),
    ],
)
def test_a_clause_that_tells_which_thing_is_meant_is_marked(sentence, alone):
    (made,) = clauses(sentence)
    assert made.sentence.text == alone
    assert made.role is Role.DEFINES


@pytest.mark.parametrize(
    "sentence",
    [
        # Not stated: one of two, what somebody says, conditions, what happens whenever it does
        "She opened or closed two mills there.",
        "The baker says that he is ill and that she sold the mill.",
        "If she moved to Odda in 1931, she sang there.",
        "If it rains, they stay and sing two songs.",
        "When it rains in Odda, they sing.",
        "She did not come and opened two mills there.",
        "Did she move to Odda and open two mills?",
        # Of which thing it is said is not clear.
        "They saw the coat of a miller, which was old and red.",
        "They own mills that burn oil.",
        "She lives with bakers in Odda, who sang two songs.",
        "The hall faces the oldest mill built in Norway.",
        "They sang in the hall, which was a reason to come.",
        "He owns a hall of a choir founded in May.",
        "It looks like a mill, which is used by many bakers.",
        "He sold two barns built by monks in 1931.",
        "Several mills stood there, some of which were closed in May.",
        "The U.S. market for CD-i software grew and reached Odda.",
        # Verbs whose subject is the whole clause, or which share an auxiliary
        "The heat rose, resulting in a fire.",
        "Her aim is peace, bringing them together.",
        "She cut the wood, drying it and selling it.",
        "Books were printed and maps drawn in May.",
        "The road is dry, making it safe.",
        "Prompted by the fire, she left.",
        "Founded by two bakers, the choir would sing.",
        # Something else may be true at another time.
        "When she was a child, she sang in a choir.",
        # In brackets, and two sentences
        "The mill (a barn that burnt down in 1931) was large.",
        "She left. He came and opened two mills.",
    ],
)
def test_other_clauses_do_not(sentence):
    assert clauses(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "made", "rule"),
    [
        (
            "Some bakers sing, and the mayor closed the road.",
            "The mayor opened the road.",
            "clause:opposite_verb.v1",
        ),
        (
            "Her works include songs, but the choir left Odda.",
            "The choir failed to leave Odda.",
            "clause:failing.v1",
        ),
    ],
)
def test_where_nothing_else_contradicts_another_clause_does(sentence, made, rule):
    assert (made, rule) in {(one.text, one.rule) for one in found(sentence)}


def test_when_something_happened_it_may_have_been_undone_later():
    rules = [one.rule for one in found("Some bakers sing, after the mayor closed the road.")]
    assert rules == ["clause:failing.v1"]


def test_a_sentence_with_a_contradiction_of_its_own_keeps_its_other_clauses():
    rules = {one.rule for one in found("The mill was built in 1931 and sold in 1940.")}
    assert rules
    assert not any(rule.startswith("clause:") for rule in rules)
