"""Which verbs have a wrong form, or stand in a wrong place."""

import pytest

from pipeline.acceptance.guards import AFTER_WINDOW, Candidate, refusing
from pipeline.acceptance.verbs import verbs_broken


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "broken"),
    [
        ("Is Anna still here?", "Are Anna still here?", True),
        ("Are Anna and Ben here?", "Are Anna and Ben still here?", False),
        ("Is the Holm family here?", "Are Holm people here?", False),
        ("Were you born here?", "Did you be born here?", True),
        ("Why aren't you quiet?", "Why don't you be quiet?", False),
        ("Are you late again, you old fox?", "Are you late again, are you old fox?", True),
        ("Are you late again, you old fox?", "Are you late once more, you old fox?", False),
        ("The letters reside here.", "The letters resides here.", True),
        ("The letter resides here.", "The letters reside here.", False),
        ("The boys school is shut.", "The boys schools is shut.", False),
        ("Anna refuses to sing.", "Anna refusing to sing.", True),
        ("We sang often.", "We sing often.", False),
        ("Anna was singing.", "Anna singing was heard.", False),
        ("She plays cello very well.", "She plays very well cello.", True),
        ("She plays cello really well.", "She plays really well cello.", True),
        ("The bridge was built quickly.", "The bridge was quickly built.", False),
        ("The dogs bark loudly.", "The dogs loudly bark.", False),
        ("Ask what he said he would do.", "Ask what he said he would.", True),
        ("He did what he said he would.", "He did what he said he would.", False),
        ("I heard her singing.", "I heard her sing.", True),
        ("I saw Anna sing.", "I saw Anna singing.", True),
        ("I saw Anna sing.", "I saw how Anna was singing.", False),
        ("She can speak Dutch.", "She can talk Dutch.", True),
        ("She spoke to Anna.", "She talked to Anna.", False),
    ],
)
def test_verbs(anchor, paraphrase, broken):
    assert verbs_broken(anchor, paraphrase) is broken


def test_the_tense_guard_refuses_a_verb_in_a_wrong_form():
    candidate = Candidate("pt", 0, "Anna?", "Are Anna late?", None)
    assert list(refusing(AFTER_WINDOW, ["tense"], "Is Anna late?", candidate)) == ["tense"]
