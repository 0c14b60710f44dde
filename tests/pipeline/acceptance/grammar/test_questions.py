"""Which questions come back as statements, or in the order of one."""

import pytest

from pipeline.acceptance.grammar.questions import asks, is_stated, question_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("Is it late?", "It is late.", True),
        ("“Is it late?”", "Is it too late?", False),
        ("Does she sing?", "She sings?", True),
        ("Don't you want to dance?", "You do not wish to dance?", True),
        ("Don’t you want to dance?", "Don't you wish to dance?", False),
        ("Is this the harbour?", "This is the harbour?", True),
        ("Look there. Is it a whale?", "Look there. It's a whale?", True),
        ("Do you know what broke?", "You know what broke?", True),
        ("Are the shops open?", "The shops are open?", True),
        ("Can they swim?", "Are they able to swim?", False),
        ("Is she tired?", "So, is she tired?", False),
        ("Anybody home?", "Is anybody home?", False),
        ("She's leaving?", "Is she leaving?", True),
        ("How many cats do you have?", "How many cats have you?", False),
        ("What is your name?", "What are you called?", False),
        ("What makes you think so?", "Why do you think so?", False),
        ("Who else do you know?", "Who else you know?", True),
        ("Why are you here?", "Why you are here?", True),
        ("How much does Anna eat?", "How much Anna eats?", True),
        ("Ben, where are we?", "Ben, where we are?", True),
        ("Ben, where are we?", "Ben, where are we now?", False),
        ("How well can you dance?", "How well you can dance?", True),
        ("How well can you dance?", "And how well can you dance?", False),
        ("How old is your cat?", "How old your cat is?", True),
        ("What is the cause of it?", "What causes the delay?", False),
        ("Which cat is yours?", "Which is your cat?", False),
        ("Doesn't Anna know what it is?", "Anna doesn't know what it is?", True),
        ("Does Anna know what it is?", "Does Anna know what this is?", False),
        ("How do you do?", "How are you?", False),
        ("Why is Anna wet?", "Why Anna is wet?", True),
        ("Why is Anna wet?", "How come Anna is wet?", False),
        ("What's he singing?", "What is he singing?", False),
        ("You sing, do you?", "You sing, you do?", True),
        ("You sing, don't you?", "You sing, do you not?", False),
        ("You sing, don't you?", "You sing, isn't it?", True),
        ("You don't sing, do you?", "You do not sing, don't you?", True),
        ("You sing, don't you?", "You sing, right?", False),
        ("Why don't we sing?", "Why do we not sing?", True),
        ("Why doesn't she sing?", "Why does she not sing?", False),
        ("You sing, don't you?", "You chant, aren't you?", True),
        ("You're late, aren't you?", "You are late, aren't you?", False),
        ("You're late, aren't you?", "You are late, don't you?", True),
        ("You're late, aren't you?", "You come late, don't you?", False),
        ("He's sung, hasn't he?", "He sang, hasn't he?", True),
        ("He's sung, hasn't he?", "He has sung, hasn't he?", False),
        ("You have sung, haven't you?", "Have you sung, haven't you?", True),
        ("Ask what his name is.", "Ask what is his name.", True),
        ("Ask what his name is.", "Ask what's his name.", True),
        ("She knows what is wrong.", "She knows what's wrong.", False),
        ("Ask what's the matter.", "Ask what is the matter.", False),
        ("They know where the key is.", "They know the place where the key is.", False),
    ],
)
def test_questions(anchor, paraphrase, changed):
    assert question_changed(anchor, paraphrase) is changed


def test_a_mark_before_quotation_marks_asks():
    assert asks("“Is it late?”")
    assert not asks("“Is it late?” she asked.")


def test_only_two_statements_are_contradicted_together():
    assert is_stated("It is late.", "The hour is late.")
    assert not is_stated("Do all birds build nests?", "All birds build nests?")
    assert not is_stated("It is late.", "It's late, isn't it?")
    assert not is_stated("“Is it late?”", "The hour is late.")
