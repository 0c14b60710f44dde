"""Where a part of a sentence cannot be denied by itself."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.kinds.contradict import contradictions
from pipeline.negation.reading.parsed import Parsed


@pytest.mark.parametrize(
    "sentence",
    [
        # Without a comma it may mean that she left for another reason.
        "She did not leave because it was late.",
        "Because the ferry was late, her bags did not come with her.",
        "They left, perhaps because it was late.",
        "He came only because it was late.",
        "The chapel may have been built by monks.",
        "Was the chapel built by monks?",
        "He said that the chapel was built by monks.",
        "Most chapels were built by monks.",
        # No place, and no sense without it.
        "She takes part in the race.",
        "The choir was led by a monk.",
        "He met his wife in the end.",
        # The words before it belong to it.
        "The barn was built just before 1950.",
        "The hall was built two years after 1950.",
        "Berg was named in the Lund Under 20 team.",
        # A parenthesis may part "because" from its verb; this is no denial of an event.
        "This is, she says, because the river froze.",
        "They left, he adds, because it was late.",
        "They left, of course, because it was late.",
        "Not that she cares, because the match is over.",
        # What follows belongs to the same verb.
        "Goats being led across a bridge by a boy to a larger field.",
        "The hall was painted by monks in 1950.",
    ],
)
def test_no_part_is_denied_where_that_is_unsure_or_odd(sentence):
    doc = load_parser()(sentence)
    assert contradictions(Parsed.of(doc), ("scope",)) == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("They left early, because it was late.", "They left early, but not because it was late."),
        (
            "The match was watched by boys in red and green.",
            "The match was watched, but not by boys in red and green.",
        ),
        (
            "The hall was painted by a group of monks.",
            "The hall was painted, but not by a group of monks.",
        ),
    ],
)
def test_a_whole_part_is_denied(sentence, expected):
    doc = load_parser()(sentence)
    assert expected in [one.text for one in contradictions(Parsed.of(doc), ("scope",))]
