"""Which phrases translation models tear apart or turn round."""

import pytest

from pipeline.acceptance.grammar.phrases import phrase_turned


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
        ("Where is the nearest shop?", "Where is the shop nearest?", True),
        ("Holm's study of salt is old.", "The study of Holm of salt is old.", True),
        ("He bought Anna a box of tea.", "He bought a box of tea Anna.", True),
        ("He met my friend Anna.", "He met my friend Anna.", False),
        ("She drinks Old Goat tea.", "She drinks tea Old Goat.", True),
        ("The missing key is here.", "The key missing is here.", False),
        ("It is Holm's deaf dog.", "It is a dog, the deaf of Holm.", True),
        ("Holm's letters tell more.", "The letters of Holm tell more.", False),
        ("See Holm's Old Library.", "See the Old Library of Holm.", True),
        ("It is the first month of the year.", "It is the first month's year.", True),
        ("The book's 2014 translation sold.", "The translation of the 2014 book sold.", True),
        ("It opens in the 2014 season.", "It opens in the season of 2014.", False),
        ("Flood events or storms cost much.", "Events or flood storms cost much.", True),
        ('They played the "Old Goat" song.', 'They played the song "Old Goat".', True),
        ('The song "Old Goat" is long.', 'The song "Old Goat" is not short.', False),
        ("He met king Olaf.", "He met the king of Olaf.", True),
        ("Do you know what it is?", "Do you know what is it?", True),
        ("What is it?", "So what is it?", False),
    ],
)
def test_phrases(anchor, paraphrase, turned):
    assert phrase_turned(anchor, paraphrase) is turned
