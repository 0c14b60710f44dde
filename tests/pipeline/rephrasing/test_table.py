"""The names of the rules: which exist, which are selected, which change the polarity."""

import pytest

from pipeline.rephrasing import RULES, parse_rules, turns_polarity
from schemas.errors import UserError


def test_all_names_every_rule_in_order():
    assert parse_rules("all") == tuple(RULES)


def test_names_go_with_and_without_version_and_in_the_order_of_the_table():
    assert parse_rules("passive.v1,negated_antonym") == ("negated_antonym.v1", "passive.v1")


def test_rules_can_be_left_out():
    left = parse_rules("all,-negated_degree,-synonyms")
    assert set(RULES) - set(left) == {"negated_degree.v1", "synonyms.v1"}
    assert parse_rules("-synonyms") == tuple(name for name in RULES if name != "synonyms.v1")


def test_all_beside_names_is_all():
    assert parse_rules("passive,all") == parse_rules("all,passive") == tuple(RULES)
    assert parse_rules("passive,all,-passive") == parse_rules("all,-passive")


@pytest.mark.parametrize("text", ["passiv", "all,-passiv", ""])
def test_unknown_names_are_refused_with_those_that_there_are(text):
    with pytest.raises(UserError, match=r"there is no rule .*negated_antonym, .*or all"):
        parse_rules(text)


def test_something_must_be_left():
    with pytest.raises(UserError, match="leaves no rule"):
        parse_rules("passive,-passive")


@pytest.mark.parametrize(
    ("rule", "turns"),
    [
        (None, False),
        ("passive.v1", False),
        ("negated_antonym.v1", True),
        ("fronted.v1+negated_verb.v1", True),
        ("of_another_version.v9", False),
    ],
)
def test_only_denied_opposites_turn_the_polarity(rule, turns):
    assert turns_polarity(rule) is turns
