"""Antonyms as a style of negation, from the list that ships with the package."""

import pytest

from pipeline.negation import NegationConfig, load_parser, negate_texts


@pytest.mark.parametrize(
    ("sentence", "expected", "rule"),
    [
        ("The lake is very deep.", "The lake is very shallow.", "antonym.v2"),
        ("The jury accepted the gift.", "The jury rejected the gift.", "antonym.v2"),
        ("They have accepted the offer.", "They have rejected the offer.", "antonym.v2"),
        ("The home team has won.", "The home team has lost.", "antonym.v2"),
        ("She left the house.", "She did not leave the house.", "do_support.v1"),
        ("The offer was accepted.", "The offer was rejected.", "antonym.v2"),
        ("The answer is possible.", "The answer is impossible.", "antonym.v2"),
        ("They accepted it as a gift.", "They did not accept it as a gift.", "do_support.v1"),
        # No safe antonym, or more than the adjective: the plain negation.
        ("The house is old.", "The house is not old.", "copula.v1"),
        ("The well is nine metres deep.", "The well is not nine metres deep.", "copula.v1"),
        ("The lake is not deep.", "The lake is deep.", "existing_negation.v1"),
    ],
)
def test_sentences(sentence, expected, rule):
    parser = load_parser()
    for check in (False, True):
        config = NegationConfig("antonym", check=check)
        found = negate_texts(parser, [sentence], config)[0]
        assert (found.text, found.rule) == (expected, rule)


def test_a_mix_with_antonyms_takes_them_first():
    parser = load_parser()
    texts = ["The lake is deep.", *(f"The house on hill {n} is red." for n in range(40))]
    made = negate_texts(parser, texts, NegationConfig("mix+antonym", seed=3))
    assert (made[0].text, made[0].rule) == ("The lake is shallow.", "antonym.v2")
    assert made[1:] == negate_texts(parser, texts[1:], NegationConfig("mix", seed=3))
    assert len({negation.cue for negation in made[1:]}) > 1
