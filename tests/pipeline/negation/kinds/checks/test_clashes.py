"""No opposite where the rest of the sentence goes on with the word, and else still one."""

import re

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # The word, its other forms or its opposite stand elsewhere.
        (
            "They looked for a safe place to sleep, to be safe from the wolves.",
            "opposite_modifier.v1",
        ),
        ("The glue is very strong, in general much stronger than paste.", "opposite_quality.v1"),
        ("Wheat prices rose, with the price of oats falling.", "opposite_verb.v1"),
        ("The team with the sixth seed had a higher seed than ours.", "opposite_modifier.v1"),
        # A result, a means, an aim or a relative clause follows.
        ("They worked together in May, presenting one plan.", "opposite_manner.v1"),
        ("She refused the plan by calling it silly.", "opposite_verb.v1"),
        ("The miners defeated the bakers to reach the final.", "opposite_relation.v1"),
        ("It was one of the most powerful families, having ruled for years.", "other_foremost.v1"),
        # It is conceded or concluded.
        ("Although the mill lies on the eastern side, it faces west.", "other_side.v1"),
        # How large it is is said in figures.
        ("They live in a small town of 300 people.", "opposite_modifier.v1"),
        ("With 40 boats, Odda has the largest fleet in the valley.", "other_extreme.v1"),
    ],
)
def test_the_rest_of_a_sentence_is_not_contradicted(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("They looked for a safe place in May.", "opposite_modifier.v1"),
        ("The glue is very strong.", "opposite_quality.v1"),
        ("She refused the plan.", "opposite_verb.v1"),
        ("They live in a small town near the sea.", "opposite_modifier.v1"),
        ("The oven was more useful than the stove.", "other_degree.v1"),
        ("Hill Park is a public park in Odda.", "opposite_modifier.v1"),
    ],
)
def test_plain_sentences_still_have_an_opposite(sentence, rule):
    assert rule in rules(sentence)


def text_by(rule, sentence):
    return next((one.text for one in found(sentence) if one.rule == rule), None)


def test_other_numbers_are_near():
    assert text_by("other_number.v1", "Two boys sit in a cart.") in {
        f"{n} boys sit in a cart." for n in ("Three", "Four", "Five")
    }


def test_other_numbers_keep_their_order():
    text = text_by("other_number.v1", "She sold 7,300 boats in May and 4,200 boats in June.")
    first, second = (int(n.replace(",", "")) for n in re.findall(r"\d,\d{3}", text))
    assert first > second
    assert (first, second) != (7300, 4200)


@pytest.mark.parametrize(
    "sentence",
    [
        "Berg owns 286 boats (169 yachts and 117 canoes).",
        "The lamp is connected with terminal 2.",
    ],
)
def test_numbers_that_others_add_up_to_or_that_are_names_stay(sentence):
    assert "other_number.v1" not in rules(sentence)


def test_other_years_keep_their_order():
    text = text_by("other_year.v1", "The barn, which was built in 1920, was sold in 1930.")
    first, second = (int(n) for n in re.findall(r"\d{4}", text))
    assert first < second
    assert (first, second) != (1920, 1930)


def test_a_year_that_stands_twice_stays():
    sentence = "After it closed in 2020, the mill was sold in July 2020."
    assert "other_year.v1" not in rules(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "She took the boat from Rome to Naples.",
        "They moved to Ohio, as they owned a farm near Cleveland.",
    ],
)
def test_one_of_two_places_that_belong_together_stays(sentence):
    text = text_by("other_thing.v1", sentence) or sentence
    assert re.findall("Rome|Naples|Ohio|Cleveland", text) == re.findall(
        "Rome|Naples|Ohio|Cleveland", sentence
    )


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("A black dog runs on green grass.", "turned_modifiers.v1"),
        ("A man holds a baby near a cow.", "turned_roles.v1"),
    ],
)
def test_nobody_changes_parts_that_fit_one_alone(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The mayor said the bridge was open.", "The mayor denied that the bridge was open."),
        ("The mayor said he would admit no fault.", None),
        ('The mayor said the bridge was "wide open".', None),
        ("The mayor said that the bridge was open.", "The mayor denied that the bridge was open."),
    ],
)
def test_a_report_without_that_is_denied(sentence, text):
    assert text_by("denying.v1", sentence) == text


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The plan is arbitrary.", "The plan is anything but arbitrary."),
        ("The plan is very arbitrary.", "The plan is anything but arbitrary."),
        ("It is easy to see the mill.", None),
        ("Rose bread is a bread.", None),
        ("The plan is arbitrary if it rains.", None),
        ("The soup is cold.", None),
    ],
)
def test_anything_but(sentence, text):
    assert text_by("anything_but.v1", sentence) == text
