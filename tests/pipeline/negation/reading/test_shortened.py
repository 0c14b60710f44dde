"""What is left of a sentence without what is only added to its main clause."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.parsed import Parsed
from pipeline.negation.reading.shortened import shortened
from tests.pipeline.negation.kinds.contradicting import found


def shorter(sentence):
    return shortened(Parsed.of(load_parser()(sentence)))


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("They have two shops, one in Odda and one in Sund.", "They have two shops."),
        ("She opened a school, which closed again in 1931.", "She opened a school."),
        ("The town grew quickly, becoming a port.", "The town grew quickly."),
        ("The club won the cup and moved to Odda.", "The club won the cup."),
        ("The club won the cup, and its captain retired.", "The club won the cup."),
        ("The road is closed, but a path leads to the lake.", "The road is closed."),
        ("The hall (a former barn) has five doors.", "The hall has five doors."),
        # Several additions
        (
            "The choir has many members, including two judges, although it is young.",
            "The choir has many members.",
        ),
        # The comma behind "For example" stays.
        ("For example, although it rained, the choir sang.", "For example, the choir sang."),
        ("They played jazz, rock and blues, with a violin.", "They played jazz, rock and blues."),
        (
            "The Odda–Sund line opened in May, crossing two valleys.",
            "The Odda–Sund line opened in May.",
        ),
    ],
)
def test_what_is_added_is_left_out(sentence, left):
    short = shorter(sentence)
    assert short is not None
    assert short.text == left
    assert short.clause is not None
    assert short.clause.subject is not None


@pytest.mark.parametrize(
    "sentence",
    [
        "The band left Odda.",
        # They share what follows.
        "The town became and remains a port.",
        # What limits the clause, or takes it back
        "The band will leave Odda, unless it rains.",
        "All members sing, except the tallest baker.",
        # Lists
        "Anna, Ruth, and Eva sang in the hall.",
        "The choir sings songs, psalms, and hymns.",
        # What the main clause is about, and questions
        "The cook was able, says Anna, to bake bread.",
        "The mill is closed, isn't it?",
        "Did the town grow, becoming a port?",
        # Two sentences
        "She left the old firm. It closed, causing a strike.",
        "They won the match 6–2, 6–4.",
        "Come in, bringing the dog.",
    ],
)
def test_everything_else_stays(sentence):
    assert shorter(sentence) is None


def test_the_shorter_parse_is_that_of_the_longer_one():
    doc = load_parser()("The old mill, which stood in Odda, closed in May.")
    short = shortened(Parsed.of(doc))
    assert short is not None
    assert [(t.text, t.tag_, t.dep_, t.head.text) for t in short.doc] == [
        (t.text, t.tag_, t.dep_, t.head.text) for t in doc if t.i < 3 or t.i > 8
    ]


@pytest.mark.parametrize(
    ("sentence", "made", "rule"),
    [
        # The names fix the number, so the whole sentence keeps it.
        (
            "They have two daughters, Caitlin and Olga.",
            "They have four daughters.",
            "shortened:other_number.v1",
        ),
        (
            "The council accepted the plan, which pleased the farmers.",
            "The council rejected the plan.",
            "shortened:opposite_verb.v1",
        ),
    ],
)
def test_where_the_rest_relies_on_it_the_main_clause_alone_is_contradicted(sentence, made, rule):
    assert (made, rule) in {(one.text, one.rule) for one in found(sentence)}


def test_a_sentence_with_a_contradiction_of_its_own_is_not_shortened():
    rules = {one.rule for one in found("The mill was built in 1931, which pleased the farmers.")}
    assert rules
    assert not any(rule.startswith("shortened:") for rule in rules)
