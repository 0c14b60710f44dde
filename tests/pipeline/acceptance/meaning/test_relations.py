"""The relations that what happens has to a time or an event."""

import pytest

from pipeline.acceptance.meaning.relations import RELATION_OF, otherwise

SAME = [{"before", "by"}, {"at", "by"}]


@pytest.mark.parametrize(
    ("phrase", "relation"),
    [
        *[("as of", "at"), ("while", "during"), ("ever since", "from"), ("till", "until")],
        *[("prior to", "before"), ("by", "by"), ("after", "after"), ("following", "following")],
        ("about", "around"),
    ],
)
def test_each_phrase_has_one_relation(phrase, relation):
    assert RELATION_OF[phrase] == relation


@pytest.mark.parametrize(
    ("here", "there", "other"),
    [
        ({"may": {"before"}}, {"may": {"after"}}, True),
        ({"may": {"before"}}, {"june": {"after"}}, False),
        ({"may": {"before"}}, {"may": {"by"}}, False),
        ({"may": {"before", "at"}}, {"may": {"by"}}, True),
        ({"may": {"before", "at"}}, {"may": {"at"}}, False),
        ({"may": {"at"}, "june": {"at"}}, {"may": {"at"}, "june": {"from"}}, True),
    ],
)
def test_otherwise(here, there, other):
    assert otherwise(here, there, SAME) is other
    assert otherwise(there, here, SAME) is other
