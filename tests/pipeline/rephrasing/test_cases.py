"""Each rule by itself against `cases.tsv`: a rule, a sentence, and its paraphrase.

"-" marks a sentence that the rule refuses, because the result would be odd or wrong.
"""

from collections import Counter
from pathlib import Path

import pytest

from pipeline.negation import load_parser
from pipeline.rephrasing import RULES, RephraseConfig, parse_rules, rephrase_texts

CASES = [
    line.split("\t")
    for line in (Path(__file__).parent / "cases.tsv").read_text("utf-8").splitlines()[1:]
]
NAMES = [name.partition(".")[0] for name in RULES]


def test_every_rule_has_sentences_that_it_takes_and_that_it_refuses():
    taken = Counter(rule for rule, _, answer in CASES if answer != "-")
    refused = Counter(rule for rule, _, answer in CASES if answer == "-")
    assert set(taken) == set(refused) == set(NAMES)
    assert min(taken.values()) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_the_rule_says_what_people_say(name):
    cases = [(sentence, answer) for rule, sentence, answer in CASES if rule == name]
    config = RephraseConfig(parse_rules(name))
    made = rephrase_texts(load_parser(), [sentence for sentence, _ in cases], config)
    found = [(s, one[0].text if one else "-") for (s, _), one in zip(cases, made, strict=True)]
    assert found == cases
