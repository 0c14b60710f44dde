"""Where one of several, or a likeness, is left alone, and where it changes."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # The rest speaks of more than one.
        ("Several guests met in the hall.", "only_one.v1"),
        ("Several halls are museums.", "only_one.v1"),
        ("Several towns, including Odda and Lund, joined the league.", "only_one.v1"),
        ("Several halls were built, and they stand by the lake.", "only_one.v1"),
        ("Both mills were old, and both were sold.", "only_one.v1"),
        ("Both songs are sung at the same fair.", "only_one.v1"),
        ("The fair was held on several consecutive Sundays.", "only_one.v1"),
        ("The fair is held every year.", "only_one.v1"),
        ("The baker may own several shops.", "only_one.v1"),
        ("In several towns, the shops were closed.", "only_one.v1"),
        ("In many towns, the shops were closed.", "only_few.v1"),
        # A rank, a number, or a clause that agrees with the plural.
        ("Odda is one of the largest towns in the valley.", "only_member.v1"),
        ("Odda is one of the five towns in the valley.", "only_member.v1"),
        ("Anna is one of the bakers who live by the lake.", "only_member.v1"),
        ("Anna is one of the bakers, along with Berg.", "only_member.v1"),
        ("Odda is the only port that ships grain.", "one_of_several.v1"),
        ("It was the only way to the lake.", "one_of_several.v1"),
        # "Few of the seats", not "little".
        ("Most of the seats were taken.", "little_of_much.v1"),
        # An example, and likeness of another sort.
        ("Some mills, like the one by the lake, are old.", "unlike.v1"),
        ("Just like the mill, the barn is old.", "unlike.v1"),
        ("The barn looks like a mill.", "unlike.v1"),
        # Whoever elects somebody does not refuse to.
        ("The town elects a mayor to lead it.", "turned_attempt.v1"),
        ("She was the first mate of the ferry.", "other_ordinal.v1"),
    ],
)
def test_a_rule_refuses(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule", "text"),
    [
        (
            "There were several inns by the lake.",
            "only_one.v1",
            "There was only one inn by the lake.",
        ),
        ("Both towns have a port.", "only_one.v1", "Only one town has a port."),
        (
            "Several sheds stand by the lake.",
            "only_one.v1",
            "Only one shed stands by the lake.",
        ),
        (
            "The choir has sung for several years.",
            "only_one.v1",
            "The choir has sung for only one year.",
        ),
        (
            "One of the shops was closed.",
            "only_member.v1",
            "The only shop was closed.",
        ),
        (
            "This was the first visit of the queen to the island.",
            "other_ordinal.v1",
            "This was the second visit of the queen to the island.",
        ),
    ],
)
def test_a_rule_says_the_opposite(sentence, rule, text):
    assert [one.text for one in found(sentence) if one.rule == rule] == [text]
