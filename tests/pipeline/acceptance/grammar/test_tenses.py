"""Which changes of tense are noticed."""

import pytest

from pipeline.acceptance.grammar.tenses import tense_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("The shop has closed.", "The shop closed.", True),
        ("The shop has been closed.", "The shop was closed.", True),
        ("The shop has just closed.", "The store has closed just now.", False),
        ("I've never flown.", "I never flew.", True),
        ("I’ve never flown.", "I have never flown.", False),
        ("She asked what he had sung.", "She asked what he sang.", True),
        ("She asked what he'd sung.", "She asked what he sang.", True),
        ("She asked when he'd come.", "She asked when he would come.", False),
        ("She said he'd come.", "She said he had come.", False),
        ("If I had had time, I would have come.", "If I had time, I would have come.", True),
        ("Have you seen the ferry?", "Did you see the ferry?", True),
        ("Have the old doors been shut?", "Were the old doors shut?", True),
        ("He's closed the shop.", "He has closed the shop.", False),
        ("He's been ill.", "He was ill.", True),
        ("He's ill.", "He is ill.", False),
        ("He could have gone.", "He could go.", False),
        ("She seems to have left.", "It seems that she left.", False),
        ("They have to leave.", "They must leave.", False),
        ("They've got a dog.", "They own a dog.", False),
        ("You had better stay.", "You should stay.", False),
        ("She has red boots.", "Her boots are red.", False),
        ("She has a broken arm.", "Her arm is broken.", False),
        ("What are you singing?", "What do you sing?", True),
        ("I'm not going to Oslo.", "I do not go to Oslo.", True),
        ("Why isn't she still running?", "Why doesn't she still run?", True),
        ("They are not amusing.", "They do not please anybody.", False),
        ("She is singing.", "She sings.", False),  # too rarely a fault
        ("It has been a year since he left.", "He left a year ago.", False),
    ],
)
def test_tenses(anchor, paraphrase, changed):
    assert tense_changed(anchor, paraphrase) is changed
    assert tense_changed(paraphrase, anchor) is changed
