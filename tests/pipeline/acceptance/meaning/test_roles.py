"""Which changes of roles are seen from the order of words."""

import pytest

from pipeline.acceptance.meaning.roles import roles_turned


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "turned"),
    [
        ("The dog chased the old postman.", "The old postman chased the dog.", True),
        ("Anna has beaten Tom.", "Tom has beaten Anna.", True),
        ("They flew from Oslo to Rome.", "They flew from Rome to Oslo.", True),
        ("He was a heavy smoker and drinker.", "He was a smoker and heavy drinker.", True),
        ("She met Asians and black Africans.", "She met black Asians and Africans.", True),
        ("Songs copied by women sell.", "Copied songs by women sell.", True),
        ("Songs copied by hand by women.", "Hand-copied songs by women.", True),
        ("Songs copied by women sell.", "Songs by women are copied.", False),
        ("It was built originally by Ann.", "It was originally built by Ann.", False),
        ("It was revised later by Ann.", "It was later revised by Ann.", False),
        ("It has red doors and red walls.", "It has red doors and walls.", False),
        ("We saw black cats and dogs.", "We saw dogs and black cats.", False),
        ("Ann and Bob sing.", "Bob and Ann sing.", False),
        ("Milk is sold after bread.", "Bread is sold after milk.", False),  # nothing is told apart
        ("The dog chased the old postman.", "The old postman was chased by the dog.", False),
        ("They flew from Oslo to Rome.", "They flew to Rome from Oslo.", False),
        ("In summer tourists visit lakes.", "Tourists visit lakes in summer.", False),
        ("On Sundays the shop opens at noon.", "The shop opens at noon on Sundays.", False),
        ("Anna and Tom sing.", "Tom and Anna sing.", False),
        ("Last May dogs chased old postmen.", "Old postmen chased dogs last May.", True),
        ("Last May old dogs slept in barns.", "In barns old dogs slept last May.", False),
        ("The oldest games list is a list.", "A list is the oldest list of games.", False),
    ],
)
def test_roles(anchor, paraphrase, turned):
    assert roles_turned(anchor, paraphrase) is turned
    assert roles_turned(paraphrase, anchor) is turned
