"""What no English sentence has side by side."""

import pytest

from pipeline.acceptance.grammar.impossible import ungrammatical
from pipeline.acceptance.guards import AFTER_WINDOW, Candidate, refusing


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "broken"),
    [
        ("I know I'm not late.", "I know I aren't late.", True),
        ("I know I’m not late.", "I know I aren’t late.", True),
        ("Anna and I are late.", "I and Anna are late.", False),
        ("We are late, Anna and I.", "Anna and I are late.", False),
        ("What is he saying?", "What are he saying?", True),
        ("What's he saying?", "What is he saying?", False),
        ("He was not late.", "They was not late.", True),
        ("He forgot my birthday.", "He forgotten my birthday.", True),
        ("He forgot my birthday.", "He has forgotten my birthday.", False),
        ("Did he forget my birthday?", "Has he forgotten my birthday?", False),
        ("Didn't he forget it?", "Hasn't he already forgotten it?", False),
        ("Anna drew a circle.", "Anna drawn a circle.", True),
        ("The ships sank.", "The ships have sank.", True),
        ("The ships sank.", "The ships have sunk.", False),
        ("What don't you understand?", "What do you do not understand?", True),
        ("What don't you do?", "What do you not do?", False),
        ("What is your work?", "What do you do?", False),
        ("Are you in there?", "Do you are there?", True),
        ("Are you still married?", "Do you still be married?", True),
        ("He never came.", "He didn't came.", True),
        ("He never came.", "He did not come.", False),
        ("Can you help me?", "Can you will help me?", True),
        ("Did you win a prize?", "Have you won a prize?", False),
        ("How long did you have it?", "How long have you had it?", False),
        ("He is not who you think he is.", "He isn't who you think he's.", True),
        ("Where do you think it is?", "Where do you think it's?", True),
        ("You think it is late.", "You think it's late.", False),
        ("The tour is ten euros per person.", "The per person tour is ten euros.", True),
        ("The income per capita grew.", "The per capita income grew.", False),
        ("They believe in ghosts.", "They believes in ghosts.", True),
        ("She believes in ghosts.", "She believe in ghosts.", True),
        ("She believes in ghosts.", "Does she believe in ghosts?", False),
        ("They have no cats.", "They don't have a cat.", False),
        ("He has three sons.", "He's three sons.", True),
        ("He has gone.", "He's gone.", False),
        ("They will pick you up.", "They will pick up you.", True),
        ("They will pick it up.", "They'll pick it up.", False),
        ("He has a lot of money.", "He has many money.", True),
        ("It is the ugliest hat.", "It's the most ugliest hat.", True),
        ("It's an owl.", "It is an an owl.", True),
    ],
)
def test_grammar(anchor, paraphrase, broken):
    assert ungrammatical(anchor, paraphrase) is broken


def test_what_the_anchor_has_too_is_no_fault_of_the_paraphrase():
    assert not ungrammatical("They was late.", "They was not on time.")


def test_the_guard():
    candidate = Candidate("pt", 0, "Anna?", "He forgotten it.", None)
    assert list(refusing(AFTER_WINDOW, ["grammar"], "He forgot it.", candidate)) == ["grammar"]
