"""A second sentence that goes on from the first."""

import pytest

from pipeline.negation.reading.following import is_continued


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
