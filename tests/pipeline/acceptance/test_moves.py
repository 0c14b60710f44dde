"""What translation models move or turn round inside a sentence."""

import pytest

from pipeline.acceptance.moves import negation_moved, phrase_turned, progress_changed


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "turned"),
    [
        ("They had air superiority.", "They had superiority of the air.", True),
        ("He used Holm transformations.", "He used the transformations of Holm.", True),
        ("Goat transportation is cheap.", "The transport of goats is cheap.", True),
        ("The club logo is red.", "The logo of the club is red.", False),
        ("The old club logo is red.", "The logo of the old club is red.", False),
        ("She checked oil levels.", "She checked levels of oil.", False),
        ("Anna's hat is red.", "The hat of Anna is red.", False),
        ("It has developed oil markets.", "It has oil markets developed.", True),
        ("He nearly fell off twice.", "He fell off nearly twice.", False),
        ("You will find this game very good.", "You will find this very good game.", True),
        ("They saw very old trees.", "They saw trees very old.", True),
        ("This oak is very old.", "This is a very old oak.", False),
        ("It tires one from drinking too much.", "It tires one from too much drinking.", False),
        ("Other speakers of the language left.", "Other language speakers left.", True),
        ("All speakers of the language left.", "All language speakers left.", False),
        ("He could not help crying.", "He couldn't help cry.", True),
        ("We can't help you.", "We cannot help you.", False),
        ("They aren't happy.", "They don't be happy.", True),
        ("Don't be late.", "Do not be late.", False),
        ("There is little food.", "There are little food.", True),
        ("Where is the nearest shop?", "Where is the shop nearest?", True),
        ("Holm's study of salt is old.", "The study of Holm of salt is old.", True),
        ("He bought Anna a box of tea.", "He bought a box of tea Anna.", True),
        ("He met my friend Anna.", "He met my friend Anna.", False),
    ],
)
def test_phrases(anchor, paraphrase, turned):
    assert phrase_turned(anchor, paraphrase) is turned


@pytest.mark.parametrize(
    ("one", "other", "moved"),
    [
        ("I don't really like it.", "I really don't like it.", True),
        ("I can't just leave.", "I just can't leave.", True),
        ("She isn't always late.", "She always is not late.", True),
        ("I don't really like it.", "I do not really like it.", False),
        ("He really likes it.", "He likes it, really.", False),
        ("He isn't late.", "He is not late.", False),
    ],
)
def test_negations(one, other, moved):
    assert negation_moved(one, other) is moved
    assert negation_moved(other, one) is moved


@pytest.mark.parametrize(
    ("one", "other", "changed"),
    [
        ("Why is Tom looking at me?", "Why does Tom look at me?", True),
        ("What do people eat there?", "What are people eating there?", True),
        ("I was just taking a shower.", "I just took a shower.", True),
        ("Why did she come?", "Why was she coming?", True),
        ("She's singing.", "She is singing.", False),
        ("The film is interesting.", "The film interests us.", False),
        ("He is going to sing.", "He will sing.", False),
        ("Is the old king here?", "Is the old king there?", False),
        ("I thought he was late.", "I thought he'd be late.", True),
        ("He was going to be late.", "He would be late.", False),
        ("He'd be late.", "He would be late.", False),
    ],
)
def test_progress(one, other, changed):
    assert progress_changed(one, other) is changed
    assert progress_changed(other, one) is changed
