"""Which words are confused by a language that has one for both."""

from itertools import combinations

import pytest

from pipeline.acceptance.meaning.senses import _confused, sense_changed
from pipeline.acceptance.measures.exchanges import _groups


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("Two mice ran off.", "Two rats ran off.", True),
        ("She taught us a lot.", "She learned us a lot.", True),
        ("We had lunch there.", "We had dinner there.", True),
        ("The mice ran from the rats.", "The rats chased the mice.", False),
        ("He has three kids.", "He has three children.", False),
        # Somebody of the other sex, by whatever word.
        ("A man is singing.", "A woman is singing.", True),
        ("The boy's coat is wet.", "The girl's coat is wet.", True),
        ("The actress left early.", "The actor left early.", True),
        ("The queen met her son.", "The queen met her daughter.", True),
        ("I need a hug.", "I need an embrace.", True),
        ("The spokeswoman was late.", "The spokesman was late.", True),
        ("Her mother called.", "Her mum called.", False),
        ("The actress left early.", "The female actor left early.", False),
        ("A man and a woman sing.", "A woman and a man sing.", False),
        ("Mankind needs water.", "Humanity needs water.", False),
        ("The salesman waved.", "The seller waved.", False),
        ("A policeman called.", "A police officer called.", False),
        ("The lake froze.", "The roof froze.", False),  # not confused by anyone
        ("The sheet is on the roof.", "The roof has a sheet.", False),
    ],
)
def test_senses(anchor, paraphrase, changed):
    assert sense_changed(anchor, paraphrase) is changed
    assert sense_changed(paraphrase, anchor) is changed


def test_no_two_words_are_both_confused_and_known_to_say_the_same():
    known = _groups()
    confused = _confused()
    assert len(confused) > 150
    for (one, places), (other, others) in combinations(confused.items(), 2):
        if any(a == b and cell != place for a, cell in places for b, place in others):
            assert other not in known.get(one, ()), (one, other)
