"""Which numbers and currencies are the same however they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.acceptance.meaning.quantities import numbers_changed

ONES = "zero one two three four five six seven eight nine".split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("It cost 1,500 euros.", "It was 1.500 euros.", False),
        ("In 1990 it rained.", "It rained in 1990.", False),
        ("He lived here (1866–1910).", "He lived here (1866, 1910).", True),
        ("He (4 May 1866 – 9 April 1910) sang.", "He (May 4, 1866, April 9, 1910) sang.", True),
        ("He lived here (1866–1910).", "He lived here from 1866 to 1910.", False),
        ("It costs 5-6 euros.", "It costs 5 or 6 euros.", False),
        ("Call 555-1234.", "Call 555 1234.", False),
        ("In 1990 it rained.", "In 1999 it rained.", True),
        ("Two of 3 left.", "Two of them left.", True),
        ("She won the eleventh race.", "She won the 11th race.", False),
        ("He read two hundred and five pages.", "He read 205 pages.", False),
        ("About 2.3 billion people came.", "Some 2,300,000,000 people came.", False),
        ("Both twins are twenty-one.", "The two twins are 21.", False),
        ("It was built in the 1990s.", "It dates from the nineties.", False),
        ("It was built in the 1990s.", "It was built in 1990.", True),
        ("Henry VIII had a boat.", "Henry the Eighth had a boat.", False),
        ("A dozen eggs broke.", "Twelve eggs broke.", False),
        ("Three dogs ran off.", "The dogs ran off.", True),
        ("Two dogs ran off.", "Three dogs ran off.", True),
        ("The two dogs ran off.", "Both dogs ran off.", False),
        ("A quarter of us slept.", "A fourth of us slept.", False),
        ("Eighty people came.", "Eighteen people came.", True),
        ("In 2010, 5 of them left.", "5 of them left in 2010.", False),
        ("It starts at 10:30.", "It begins at 10.30.", False),
        ("The boat cost £3 million.", "The boat cost 3 million pounds.", False),
        ("The boat cost £300.", "The boat cost 300 euros.", True),
        (
            "It earned €2 billion ($2.3 billion).",
            "It earned EUR 2 billion (2.3 billion US dollars).",
            False,
        ),
        ("He won the £50 prize.", "He won the 50-pound prize.", False),
        ("They paid 20 rubles a day.", "They paid ₽20 every day.", False),
        ("Lot 5 dollar bills, 3 pounds of salt.", "Lot 5 dollar bills, salt of 3 pounds.", False),
        ("She came in at #9.", "She came in at 9 pounds.", True),
        ("The pound fell.", "Sterling fell.", False),
        ("Rub the oil into the wood.", "Apply the oil to the wood.", False),
    ],
)
def test_numbers(anchor, paraphrase, changed):
    assert numbers_changed(anchor, paraphrase) is changed
    assert numbers_changed(paraphrase, anchor) is changed


@settings(deadline=None)
@given(st.integers(20, 99), st.integers(1, 9), st.booleans())
def test_words_and_digits_are_one_number(below, hundreds, spoken_and):
    tens, ones = divmod(below, 10)
    small = TENS[tens] + (f"-{ONES[ones]}" if ones else "")
    text = f"{ONES[hundreds]} hundred {'and ' if spoken_and else ''}{small}"
    assert not numbers_changed(
        f"There were {text} of them.", f"{100 * hundreds + below} were there."
    )
    assert numbers_changed(f"There were {text} of them.", f"{100 * hundreds + below + 1} came.")
