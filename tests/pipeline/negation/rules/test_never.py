"""What the style `never` denies with "never", and what with "not"."""

import pytest

from pipeline.negation import NegationConfig, negate

NEVER = [
    ("He eats meat.", "He never eats meat."),
    ("The soup is cold.", "The soup is never cold."),
    ("The shop is open on Sundays.", "The shop is never open on Sundays."),
    ("She is in the garden.", "She is never in the garden."),
    ("Salt is added to the dough.", "Salt is never added to the dough."),
    ("Cover the pot!", "Never cover the pot!"),
    ("A bird can count.", "A bird can never count."),
    ("He has had a dog.", "He has never had a dog."),
    ("He was a teacher.", "He was never a teacher."),
    ("It has been a success.", "It has never been a success."),
    ("The exam was easy.", "The exam was never easy."),
    ("The farm belonged to my aunt.", "The farm never belonged to my aunt."),
    # What could happen again, or might have happened at any time.
    ("She visited Rome.", "She never visited Rome."),
    ("She wrote letters.", "She never wrote letters."),
    ("He won the cup.", "He never won the cup."),
    ("They lost a match.", "They never lost a match."),
    ("The bridge was built.", "The bridge was never built."),
]
NOT = [
    # At one time, or in an order.
    ("She moved to Lund in 1950.", "She did not move to Lund in 1950."),
    ("He called yesterday.", "He did not call yesterday."),
    ("She first sang in Lund.", "She did not first sing in Lund."),
    ("They arrived that evening.", "They did not arrive that evening."),
    ("They returned after the war.", "They did not return after the war."),
    ("They left when the bell rang.", "They did not leave when the bell rang."),
    # Every time.
    ("She swims every day.", "She does not swim every day."),
    # So much, or so many.
    ("Prices rose by 4 %.", "Prices did not rise by 4 %."),
    ("She baked twelve loaves.", "She did not bake twelve loaves."),
    # Once.
    ("He died in the valley.", "He did not die in the valley."),
    ("They lost the match.", "They did not lose the match."),
    ("They have won the war.", "They have not won the war."),
    ("The town was founded by monks.", "The town was not founded by monks."),
    ("The war ended with a treaty.", "The war did not end with a treaty."),
    ("She began her career.", "She did not begin her career."),
    # Qualities that last.
    ("The slope is steep.", "The slope is not steep."),
    ("The slope was steep.", "The slope was not steep."),
    ("The second exam was easier.", "The second exam was not easier."),
    ("The bench is wooden.", "The bench is not wooden."),
    ("It is likely that it rains.", "It is not likely that it rains."),
    # What something is.
    ("A fox is an animal.", "A fox is not an animal."),
    ("The winner was Anna.", "The winner was not Anna."),
    ("Her aunt was the mayor.", "Her aunt was not the mayor."),
    ("The aim is to win.", "The aim is not to win."),
    # How long it takes.
    ("It has been a while.", "It has not been a while."),
    ("It was a long time.", "It was not a long time."),
    ("It really has been ages, hasn't it?", "It really has not been ages, has it?"),
    # What it has, contains, costs, and where it is.
    ("The house has two floors.", "The house does not have two floors."),
    ("The box contained coins.", "The box did not contain coins."),
    ("He knows the way.", "He does not know the way."),
    ("The book costs ten pounds.", "The book does not cost ten pounds."),
    ("The mill is in the valley.", "The mill is not in the valley."),
    ("The village lies in a valley.", "The village does not lie in a valley."),
    ("The mill is located in Kent.", "The mill is not located in Kent."),
    ("The coat is made of wool.", "The coat is not made of wool."),
    ("The letter is written in Latin.", "The letter is not written in Latin."),
    # Somebody in a scene.
    ("A man is running.", "A man is not running."),
    ("A man plays the piano.", "A man does not play the piano."),
    ("Two dogs ran away.", "Two dogs did not run away."),
    # What may be may also never be.
    ("The lamp may hurt your eyes.", "The lamp cannot hurt your eyes."),
    # Words that do not go with it, and texts that are no sentences.
    ("She often writes letters.", "She does not often write letters."),
    ("They have already left.", "They have not yet left."),
    ("Bees typically rest at night.", "Bees typically do not rest at night."),
    ("I do like tea.", "I do not like tea."),
    ("The storm tears down a barn", "The storm does not tear down a barn"),
    ("Why can you lend me a pen?", "Why can you not lend me a pen?"),
    # "Only" and numbers are denied in the same words in every style.
    ("Only members can borrow books.", "Not only members can borrow books."),
    ("Only two members voted.", "More than two members voted."),
]


@pytest.mark.parametrize(("sentence", "expected"), [*NEVER, *NOT])
def test_never(sentence, expected):
    assert negate(sentence, config=NegationConfig("never")).text == expected
