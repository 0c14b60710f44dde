"""Where a part of a sentence cannot be denied by itself."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.kinds.table import contradictions
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
    ],
)
def test_no_part_is_denied_where_that_is_unsure_or_odd(sentence):
    doc = load_parser()(sentence)
    assert contradictions(Parsed.of(doc), ("scope",)) == []
