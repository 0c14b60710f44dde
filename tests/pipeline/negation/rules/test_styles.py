"""What the styles make of sentences, how `mix` draws them, and what the self-check refuses."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.negation import (
    NegationConfig,
    load_parser,
    negate,
    negate_texts,
    parse_style,
    parser_version,
)
from pipeline.negation.check import denies
from pipeline.negation.rules.styles import MIXED, style_of
from schemas.errors import UserError

CONTRACTED = [
    ("My dog likes eating sausage.", "My dog doesn't like eating sausage."),
    ("Birds can fly.", "Birds can't fly."),
    ("He will come.", "He won't come."),
    ("I'm a nurse.", "I'm not a nurse."),
    ("Sit down!", "Don't sit down!"),
    ("Why do you want it?", "Why don't you want it?"),
    ("He cooks dinner and washes the plates.", "He doesn't cook dinner or wash the plates."),
    ("It may rain.", "It cannot rain."),
    ("I don't like it.", "I like it."),
]
NEVER = [
    ("My dog eats sausage.", "My dog never eats sausage."),
    ("She has seen the film.", "She has never seen the film."),
    ("Sit down!", "Never sit down!"),
    ("He cooks dinner and washes the plates.", "He never cooks dinner or washes the plates."),
    ("She often writes letters.", "She does not often write letters."),
    ("They have already left.", "They have not yet left."),
    ("He finally found the key.", "He finally did not find the key."),
    ("The shop is still open.", "The shop is no longer open."),
]
LEXICAL = [
    ("The council will close the school.", "The council is unlikely to close the school."),
    ("The lamps will be lit at six.", "The lamps are unlikely to be lit at six."),
    ("I'll call you.", "I am unlikely to call you."),
    ("She won the race.", "She failed to win the race."),
    ("The minister says that prices rise.", "The minister denies that prices rise."),
    # An order is no report.
    ("Bakers say go slow on raising prices", "Bakers do not say go slow on raising prices"),
    ("The soup is cold.", "The soup is not cold."),
    ("She has two brothers.", "She does not have two brothers."),
    ("The cake looks delicious.", "The cake does not look delicious."),
    ("They tried to open the window.", "They did not try to open the window."),
    ("The soil consists of clay.", "The soil does not consist of clay."),
    ("The word originated in Wales.", "The word did not originate in Wales."),
]


@pytest.mark.parametrize(
    ("style", "sentence", "expected"),
    [
        *(("contracted", *row) for row in CONTRACTED),
        *(("never", *row) for row in NEVER),
        *(("lexical", *row) for row in LEXICAL),
    ],
)
def test_style(style, sentence, expected):
    assert negate(sentence, config=NegationConfig(style)).text == expected
    assert negate(sentence, config=NegationConfig(style, check=True)).text == expected


def test_cue_shows_the_style_and_the_rule_stays():
    found = {s: negate("She won the cup.", config=NegationConfig(s)) for s in MIXED}
    assert {f.rule for f in found.values()} == {"do_support.v1"}
    assert {s: f.cue for s, f in found.items()} == {
        "plain": "won>did not win",
        "contracted": "won>didn't win",
        "never": "+never",
        "lexical": "won>failed to win",
    }


@given(st.text(), st.integers(0, 2**32))
def test_mix_draws_one_of_its_styles(text, seed):
    assert style_of(text, "mix", seed) in MIXED
    assert style_of(text, "never", seed) == "never"


def test_mix_draws_by_text_and_seed_alone():
    drawn = [style_of(f"sentence {i}", "mix", 3) for i in range(6)]
    assert drawn == ["never", "lexical", "never", "lexical", "never", "never"]


def test_mix_draws_all_styles_about_as_often():
    drawn = Counter(style_of(f"sentence {i}", "mix", 3) for i in range(4000))
    assert set(drawn) == set(MIXED)
    assert min(drawn.values()) > 850
    assert drawn != Counter(style_of(f"sentence {i}", "mix", 4) for i in range(4000))


def test_mix_does_not_depend_on_the_batch():
    texts = [f"She painted {n} doors and a wall." for n in range(40)]
    config, parser = NegationConfig("mix", 7, check=True), load_parser()
    alone = [negate_texts(parser, [text], config)[0] for text in texts]
    assert negate_texts(parser, texts, config) == alone
    assert len({found.cue for found in alone}) >= 3


def test_a_tag_keeps_its_auxiliary():
    config = NegationConfig("lexical")
    assert negate("You will be early, won't you?", config=config).text == (
        "You will not be early, will you?"
    )
    assert negate("You will be early.", config=config).text == "You are unlikely to be early."


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The tap was left open.", False),
        ("The tap was not left open.", True),
        ("Nobody came.", True),
        ("He left because he was not well.", False),
        ("She failed to win.", True),
        ("She did not fail to win.", False),
        ("Rain is unlikely.", True),
        ("Few came.", True),
        ("A man not playing a guitar.", True),
        ("A man playing a guitar.", False),
        ("The tap was left open and the cellar was flooded.", False),
        ("The tap was left open and the cellar was not flooded.", True),
        ("The tap was not left open and the cellar was not flooded.", False),
    ],
)
def test_denies(sentence, expected):
    assert bool(denies(load_parser()(sentence))) is expected


def test_a_failed_check_has_no_text_and_keeps_the_cue(monkeypatch):
    monkeypatch.setattr("pipeline.negation.parser.denies", lambda doc: False)
    found = negate("The tap was left open.", config=NegationConfig(check=True))
    assert (found.text, found.rule, found.cue) == (None, "check_failed", "+not")


def test_an_unknown_style_is_refused():
    with pytest.raises(
        UserError,
        match="choose one of plain, contracted, never, lexical, antonym, mix, mix\\+antonym",
    ):
        parse_style("loud")


def test_the_parser_is_named_without_loading_it(tmp_path):
    name, version = parser_version()
    meta = load_parser().meta
    assert (name, version) == (f"{meta['lang']}_{meta['name']}", meta["version"])
    with pytest.raises(UserError, match="is not a folder with a spaCy model: check the path"):
        parser_version(str(tmp_path))
