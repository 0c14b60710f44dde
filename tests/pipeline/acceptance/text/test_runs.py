"""A text that lacks a word's run of letters is not searched for the word."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.acceptance.grammar import phrases, progress, verbs
from pipeline.acceptance.meaning import duties, polarity, quantities, times
from pipeline.acceptance.text.runs import letter_runs, lowered_runs, may_have

TEXTS = st.text("aistko İıſKé'’-_.2 ", max_size=12)


@pytest.mark.parametrize(
    ("text", "wanted", "possible"),
    [
        ("It rained on Monday.", {"monday"}, True),
        ("It rained on Mondays.", {"monday"}, False),
        ("a_monday", {"monday"}, True),
        ("THİS", {"this"}, True),  # a pattern without case takes it for an "i"
        ("Thé", {"this"}, False),
    ],
)
def test_possible_words(text, wanted, possible):
    assert may_have(text, wanted) is possible


@given(TEXTS)
def test_where_a_pattern_finds_a_word_it_is_possible(text):
    if re.search(r"(?i)\b(?:ask|it|toast)\b", text):
        assert may_have(text, {"ask", "it", "toast"})


@given(TEXTS)
def test_runs_are_letters_only(text):
    assert "".join(letter_runs(text)) == "".join(c for c in text if c.isalpha())
    assert lowered_runs(text) == {run.lower() for run in letter_runs(text)}


DENYING = "not never None nobody cannot nor few hardly don't DON’T without no".split()
SAID = "should shouldn't ought must mustn't has to needs need to got to gotta obliged".split()
AWAY = "ago yesterday last week later from now tomorrow next year today tonight this month".split()
DATED = "Monday Fridays Jan. Sept 4 March May noon midnight 1990 in until mid-2001 Sept.".split()
WOULD = ["would", "he'd", "They’d", "who'd", "wouldn't", "WOULD not", "it’dn't", "be", "not be"]
COULD = ["could", "Should not", "mightn’t", "must", "may", "would", "have", "HAVE been"]
SENSED = ["heard", "see", "watched", "felt", "her sing", "Anna go", "him fall", "that"]
OTHER = ["other rules of", "Other men of", "another one of", "the", "a", "an", "dogs", "other"]
MONEY = "$5 £ 5dollars USD millionpounds 3 euros rupee Yen hundred US dollars 7-rouble".split()


@pytest.mark.parametrize(
    ("pattern", "needed", "words"),
    [
        (polarity._NEGATOR, polarity._DENYING, DENYING),
        (duties._ADVISED, duties._DUTIES, SAID),
        (duties._REQUIRED, duties._NEEDS, SAID),
        (quantities._CURRENCY, quantities._ANY_MONEY, MONEY),
        (times._CALENDAR, times.NAMED_DAYS, DATED),
        (progress._WOULD_BE, progress._WOULD, WOULD),
        (progress._COULD_HAVE, progress._HAVE, COULD),
        (verbs._SENSED, verbs._SENSING, SENSED),
        (phrases._OTHER_OF, phrases._OTHER, OTHER),
        *((f"(?i){times._AWAY[way]}", times._AWAY_NEEDS[way], AWAY) for way in times._AWAY),
    ],
)
def test_each_pattern_needs_one_of_its_words(pattern, needed, words):
    found = 0
    texts = [f"x {a} {b} people" for a in words for b in words] + words
    for text in texts:
        if re.search(pattern, text) and not set(text) & set("$£"):
            found += 1
            assert may_have(text, needed), text
    assert found > 10
