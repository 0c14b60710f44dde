"""Which events and hours are related in another way to what happens."""

import pytest

from pipeline.acceptance.guards import AFTER_WINDOW, Candidate, refusing
from pipeline.acceptance.meaning.before_after import moved_in_time


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "moved"),
    [
        ("They met before the war.", "They met after the war.", True),
        ("They met before the war ended.", "After the war ended, they met.", True),
        ("They met prior to the war.", "They met following the war.", True),
        ("She slept during the meal.", "She slept after the meal.", True),
        ("She slept at the meal.", "She slept before the meal.", True),
        ("She sang while he slept.", "She sang before he slept.", True),
        ("I've known him ever since I met you.", "I knew him until I met you.", True),
        ("Wash it before you've eaten.", "Wash it after you've eaten.", True),
        ("It rained until dawn.", "It rained after dawn.", True),
        ("We eat at seven.", "We eat before seven.", True),
        ("We eat at seven.", "We eat at about seven.", True),
        ("We eat at around seven.", "We eat about seven.", False),
        ("We eat at 7:30.", "We eat around 7:30.", True),
        ("We eat at seven o'clock.", "We eat from seven o'clock.", True),
        ("Come by 7 p.m., please.", "Please come at 7 p.m.", True),
        ("If he isn't here by 2:30, call.", "If he isn't here at 2:30, call.", False),
        ("It is shut from seven.", "It is shut since seven.", False),
        ("Come before seven.", "Come by seven.", False),
        ("They met before the show.", "They met prior to the show.", False),
        ("They met after the show.", "Following the show, they met.", False),
        ("It rains in the summer.", "It rains during the summer.", False),
        ("It rained until dawn.", "It rained till dawn.", False),
        ("She never rested until the war ended.", "She rested only after the war ended.", False),
        ("She sang before he ate.", "He ate after she sang.", False),
        ("Since he is ill, I drive.", "As he is ill, I drive.", False),
        ("Since he is ill, I drive.", "I drive because he is ill.", False),
        ("The famine came after the war.", "The famine was preceded by the war.", False),
        ("He followed the path.", "He was following the path.", False),
        ("He was following the path.", "He was walking on the path.", False),
        ("He returned after two days.", "He returned in two days.", False),
        ("It fell by seven percent.", "It fell from seven percent.", False),
        ("It grew by 7,300.", "It grew from 7,300.", False),
    ],
)
def test_moved(anchor, paraphrase, moved):
    assert moved_in_time(anchor, paraphrase) is moved
    assert moved_in_time(paraphrase, anchor) is moved


def test_the_guard():
    candidate = Candidate("pt", 0, "Antes.", "They met after the war.", None)
    assert list(refusing(AFTER_WINDOW, ["times"], "They met before the war.", candidate)) == [
        "times"
    ]
