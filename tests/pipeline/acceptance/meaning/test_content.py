"""Which words may go, and which may not."""

import pytest

from pipeline.acceptance.meaning.content import content_lost


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "lost"),
    [
        ("She married a bank clerk.", "She married a bank.", True),
        ("I like to study in the old library.", "I like studying in the library.", True),
        ("He does not want me.", "He doesn't want me.", False),
        ("She has a lot of patience.", "She has much patience.", False),
        ("Call the doctor right away.", "Call the doctor immediately.", False),
        ("They sold the boat.", "They sold the old boat.", False),
        ("We walked the whole afternoon.", "We walked all afternoon.", False),
        ("Sea stars have no brain.", "Starfish have no brain.", False),
        ("Goats climb the slope.", "Goats go up the slope.", False),
        ("Cats sleep, whereas dogs bark.", "Cats sleep, while dogs bark.", False),
        ("They were not allowed to park there.", "They could not park there.", False),
        ("The farmer's dog barked.", "The farmer's barked.", True),
        ("The tall mayor has spoken.", "The mayor's spoken.", True),  # "'s" stands for nothing
        ("Are any seats left on the night bus?", "Are some seats on the bus?", True),
    ],
)
def test_content(anchor, paraphrase, lost):
    assert content_lost(anchor, paraphrase) is lost
