"""Rules on top of rules, and the choice among what they made."""

from pathlib import Path

import pytest

from pipeline.negation import load_parser
from pipeline.rephrasing import (
    RULES,
    RephraseConfig,
    rephrase,
    rephrase_texts,
    rephrase_translations,
)
from pipeline.rephrasing.search import DEPTH, Rephrased, chosen
from schemas.errors import UserError
from schemas.mer import mer

CASES = [
    line.split("\t")[1]
    for line in (Path(__file__).parent / "cases.tsv").read_text("utf-8").splitlines()[1:]
]


@pytest.fixture(scope="module")
def made():
    every, some = RephraseConfig(per_sentence=100), CASES[::2]
    return dict(zip(some, rephrase_texts(load_parser(), some, every), strict=True))


def test_rules_work_on_what_others_made():
    config = RephraseConfig(("passive.v1", "fronted.v1"))
    made = rephrase("The club built the bridge in 1910.", config=config)
    found = {one.text: set(one.rules) for one in made}
    both = "In 1910, the bridge was built by the club."
    assert found[both] == {"passive.v1", "fronted.v1"}


def test_one_text_comes_from_as_few_rules_as_can_be(made):
    assert all(len({one.text for one in of_one}) == len(of_one) for of_one in made.values())
    assert all(1 <= len(one.rules) <= DEPTH for of_one in made.values() for one in of_one)


def test_no_group_works_twice_on_a_sentence(made):
    groups = [[RULES[rule].group for rule in one.rules] for of in made.values() for one in of]
    assert all(len(set(of_one)) == len(of_one) for of_one in groups)


def test_none_is_the_sentence_and_the_furthest_comes_first(made):
    for sentence, of_one in made.items():
        assert sentence not in [one.text for one in of_one]
        assert [one.mer for one in of_one] == [mer(sentence, one.text) for one in of_one]
        assert [one.mer for one in of_one] == sorted((one.mer for one in of_one), reverse=True)


def test_the_result_does_not_hang_on_the_batch():
    together = rephrase_texts(load_parser(), CASES[:12])
    assert together == [rephrase(sentence) for sentence in CASES[:12]]


def test_a_sentence_cut_off_anywhere_is_no_fault():
    cut = sorted({" ".join(s.split()[:n]) for s in CASES[::6] for n in range(len(s.split()))})
    assert len(rephrase_texts(load_parser(), cut)) == len(cut) > 150


def test_a_translation_is_moved_further_from_its_sentence_and_not_back():
    sentence, config = (
        "The club built the bridge in 1910.",
        RephraseConfig(("passive.v1", "active.v1")),
    )
    there, back = "The club built a bridge in 1910.", "The bridge was built by the club in 1910."
    made, none = rephrase_translations(load_parser(), [(sentence, there), (sentence, back)], config)
    assert (made.text, made.rules) == ("A bridge was built by the club in 1910.", ("passive.v1",))
    assert made.mer == mer(sentence, made.text) > mer(sentence, there)
    # The active voice of the other is the sentence itself.
    assert none is None


def one(text, *rules, distance):
    return Rephrased(text, rules, distance)


def test_a_turned_polarity_has_a_place_where_there_are_two():
    far = one("Not a soul came to our party.", "passive.v1", distance=0.5)
    near = one("The shop is not open.", "negated_antonym.v1", distance=0.2)
    other = one("Shut is what the shop is.", "fronted.v1", distance=0.4)
    assert chosen([other, near, far], 2) == [far, near]
    assert chosen([other, near, far], 1) == [far]


def test_what_is_beyond_the_window_is_no_better_than_what_is_as_far_within():
    beyond = one("It fell in May.", "passive.v1", distance=0.9)
    within = one("In May it fell.", "fronted.v1", distance=0.5)
    assert chosen([beyond, within], 1) == [within]


def test_less_than_one_is_refused():
    with pytest.raises(UserError, match="--per-sentence 0: give 1 or more"):
        RephraseConfig(per_sentence=0)
