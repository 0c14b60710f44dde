"""Which changes of time are seen."""

import pytest

from pipeline.acceptance.meaning.times import times_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("As of 2019, they own a van.", "Starting in 2019, they own a van.", True),
        ("It is shut until Monday.", "It is shut since Monday.", True),
        ("It is shut until Monday.", "It is shut by Monday.", True),
        ("They wrote before May 4th, 1990.", "They wrote after 4 May 1990.", True),
        ("He left in 1990.", "He had left since 1990.", True),
        ("He called on Tuesday.", "He called on Thursday.", True),
        ("He called on Tuesday.", "He called.", True),
        ("We met in June.", "We met in July.", True),
        ("We moved two years ago.", "We moved two years later.", True),
        ("She sings today.", "She sings tomorrow.", True),
        ("He came before Monday.", "He came after Monday.", True),
        ("They wrote on May 4th, 1990.", "They wrote on 4 May 1990.", False),
        ("It was not until 1990 that he left.", "Only in 1990 did he leave.", False),
        ("He ruled from 1990 to 1995.", "He ruled between 1990 and 1995.", False),
        ("It opened in early 2003.", "It opened at the beginning of 2003.", False),
        ("It will be ready by Friday.", "It will be ready before Friday.", False),
        ("She sings today.", "She sings this evening.", False),
        ("They marched in March.", "In March they marched.", False),
        ("March on until you see it.", "Walk on until you see it.", False),
    ],
)
def test_times(anchor, paraphrase, changed):
    assert times_changed(anchor, paraphrase) is changed
    assert times_changed(paraphrase, anchor) is changed
