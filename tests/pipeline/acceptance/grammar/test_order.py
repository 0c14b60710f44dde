"""Which words may change places, and which compounds may be torn apart."""

import pytest

from pipeline.acceptance.grammar.order import order_turned, torn_by_of


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "turned"),
    [
        ("It has copper compounds.", "It has compounds copper.", True),
        ("She is a born singer.", "She is a singer born.", True),
        ("He is the chosen one.", "He is the one chosen.", True),
        ("I like apple juice.", "I like juice apple.", True),
        ("There is a nearby shop.", "There is a shop nearby.", False),
        ("They softly sang.", "They sang softly.", False),
        ("Salt and pepper helped.", "Pepper and salt helped.", False),
        ("Red, green lamps shone.", "Green, red lamps shone.", False),
        ("It rained on May 5.", "It rained on 5 May.", False),
        ("Yesterday Anna sang songs.", "Anna sang songs yesterday.", False),
    ],
)
def test_order(anchor, paraphrase, turned):
    assert order_turned(anchor, paraphrase) is turned
    assert order_turned(paraphrase, anchor) is turned


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "torn"),
    [
        ("Pay by money order.", "Pay by order of money.", True),
        ("Measure the mean air density.", "Measure the density of mean air.", True),
        ("She drank a glass of wine.", "She drank a wine glass.", True),
        ("We sat at the side of the lake.", "We sat at the lake side.", True),
        ("They saw the scene of crime.", "They saw the crime scene.", False),
        ("Check the oil level.", "Check the level of oil.", False),
        ("They live from salt mining.", "They live from the mining of salt.", False),
        ("The school roof leaks.", "The roof of the school leaks.", False),
        ("We like the Norway coast.", "We like the coast of Norway.", False),
        ("Pay by order of money.", "Pay by money order.", False),
        ("Anna's family sings.", "The family of Anna sings.", True),
        ("Anna’s family sings.", "The family of Anna sings.", True),
        ("Prove Holm duality.", "Prove the duality of Holm.", True),
        ("The Field City Library is shut.", "The City Library of Field is shut.", True),
        ("The Field House is shut.", "The roof of the Field House is shut.", False),
        ("He studied the law of supply.", "He spoke of supply law.", True),
        ("He saw the pollution of air.", "He spoke of air pollution.", False),
        ("See the wave theory section.", "See the section of wave theory.", True),
        ("She is a nature photographer.", "She is a photographer of nature.", True),
        ("Holm's roofs and walls leak.", "The roofs of Holm and walls leak.", True),
        ("Anna's family sings.", "The family of Anna Holm sings.", False),
        ("The teacher's family sings.", "The family of the teacher sings.", False),
    ],
)
def test_compounds(anchor, paraphrase, torn):
    assert torn_by_of(anchor, paraphrase) is torn
