"""A second sentence that goes on from the first."""

import pytest

from pipeline.negation.reading.following import is_continued, is_set_beside


@pytest.mark.parametrize(
    ("rest", "continued"),
    [
        ("insulted her. that is why she left.", True),
        ("insulted her.\" that's how it began.", True),
        ("rained. so we left.", True),
        ("rained. so far, nobody has left.", False),
        ("rained. therefore the game was stopped.", True),
        ("left early. otherwise he would be late.", True),
        ("rained. she left.", False),
        ("rained in leeds.", False),
    ],
)
def test_second_sentence(rest, continued):
    assert is_continued(rest) is continued


@pytest.mark.parametrize(
    ("rest", "before", "beside"),
    [
        ("sang.", "it had no owner, but rather many people ", True),
        ("sang.", "it had no owner, and many people ", False),
        ('had a dark side", she said, "just as he has a good one."', "he ", True),
        ("were open, with three variants of thirty lamps each.", "ninety lamps ", True),
        ("just as well.", "he sang ", False),
    ],
)
def test_what_is_set_beside_the_clause(rest, before, beside):
    assert is_set_beside(rest, before) is beside
