"""Which verbs have a wrong form, or stand in a wrong place."""

import pytest

from pipeline.acceptance.grammar.verbs import verbs_broken
from pipeline.acceptance.guards import AFTER_WINDOW, Candidate, refusing


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "broken"),
    [
        ("Is Anna still here?", "Are Anna still here?", True),
        ("Are Anna and Ben here?", "Are Anna and Ben still here?", False),
        ("Is the Holm family here?", "Are Holm people here?", False),
        ("Were you born here?", "Did you be born here?", True),
        ("Why aren't you quiet?", "Why don't you be quiet?", False),
        ("Anna refuses to sing.", "Anna refusing to sing.", True),
        ("We sang often.", "We sing often.", False),
        ("Anna was singing.", "Anna singing was heard.", False),
        ("The bridge was built quickly.", "The bridge was quickly built.", False),
        ("The dogs bark loudly.", "The dogs loudly bark.", False),
        ("Ask what he said he would do.", "Ask what he said he would.", True),
        ("He did what he said he would.", "He did what he said he would.", False),
        ("I heard her singing.", "I heard her sing.", True),
        ("I saw Anna sing.", "I saw Anna singing.", True),
        ("I saw Anna sing.", "I saw how Anna was singing.", False),
        ("She stopped to help.", "She stopped helping.", True),
        ("She stops smoking.", "She stops to smoke.", True),
        ("He remembered to lock it.", "He remembered locking it.", True),
        ("I forgot to call.", "I forgot calling.", True),
        ("They tried to open it.", "They tried opening it.", False),
        ("We regret to say it.", "We regretted saying it.", True),
        ("He went on to sing.", "He went on singing.", True),
        ("She means to wait.", "It means waiting.", True),
        ("We went camping.", "We went to camp.", False),
        ("She stopped to help.", "She halted to help.", False),
        ("She began to sing.", "She began singing.", False),
        ("She tried to help.", "She attempted to help.", False),
        ("She stopped to help him.", "She stopped, helping him.", False),
        ("She can speak Dutch.", "She can talk Dutch.", True),
        ("She spoke to Anna.", "She talked to Anna.", False),
        ("He could not help crying.", "He couldn't help cry.", True),
        ("We can't help you.", "We cannot help you.", False),
        ("They aren't happy.", "They don't be happy.", True),
        ("Don't be late.", "Do not be late.", False),
        ("There is little food.", "There are little food.", True),
        ("You are older than him.", "You are older than he does.", True),
        ("You run faster than him.", "You run faster than he does.", False),
    ],
)
def test_verbs(anchor, paraphrase, broken):
    assert verbs_broken(anchor, paraphrase) is broken


def test_the_guard():
    candidate = Candidate("pt", 0, "Anna?", "Are Anna late?", None)
    assert list(refusing(AFTER_WINDOW, ["verbs"], "Is Anna late?", candidate)) == ["verbs"]
