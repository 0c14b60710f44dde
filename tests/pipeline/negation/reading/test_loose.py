"""Loose parts of a sentence, which tell of its clause as true."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.loose import has_loose_part
from pipeline.negation.reading.parsed import Parsed


@pytest.mark.parametrize(
    ("sentence", "loose"),
    [
        # What went along with it.
        ("The club grew quickly, with sixty branches formed in a year.", True),
        ("The team is the best in the league, with more wins than any other.", True),
        ("The hall is dark, with walls of stone.", False),
        ("The tour ended in May, with no empty seats.", True),
        ("The club tried, with little success, to sell the hall.", True),
        ("The couple had four children, all being girls.", True),
        ("The couple had four children in Leeds.", False),
        # What explains a name, in brackets.
        ("Berg came from a village called Odda (hence the name 'Oddason').", True),
        ("Berg came from a village called Odda (in Norway).", False),
        # Means and aims.
        ("The firm has gained importance, by selling cheap tea.", True),
        ("The firm grew by selling cheap tea.", False),
        ("In 1920 he built a barn, specifically to store the wool.", True),
        ("In 1920 he built a barn to store the wool.", False),
        ("She asked her aunt, a nurse, to help.", False),
        # Reasons of a state; a deed may have been done for another reason.
        ("The forest is intact as the valley is empty.", True),
        ("The price fell as the bell rang.", False),
        ("A loan is possible because the bank is rich.", True),
        ("The song is famous due to its tune.", True),
        ("The two remain friends because they like tea.", True),
        ("The delay is due to the snow.", False),
        ("They went home because it was late.", False),
        # What is compared with it, or sums it up.
        ("The town was represented by 42 seats, the same number as the county.", True),
        ("She built a school, the first school in the valley.", True),
        ("She left the school, the first school in the valley.", False),
        ("The rate stood at 4%, lower than in Wales.", True),
        ("The walls look older, an effect of the dark paint.", True),
        ("The sum was two million, a 60% increase from 2010.", True),
        ("She sings well, as does her brother.", True),
        ("She sings, as well as writing songs.", True),
        ("A lamp is required, or at least useful, at night.", True),
        ("The work took four years, much of which he spent in Rome.", True),
        ("It employs more than ten bakers, most of whom came from Kent.", False),
        # What follows from it.
        ("Zinc is an important metal, necessary for growth.", True),
        ("Dutch is close to German, and therefore to English.", True),
        ("Dutch is close to German and therefore helps to learn it.", False),
        ("The valley is dry, thus it is safe to build there.", True),
        ("The town has a long history, having been founded in 900.", True),
        ("He said that the plan was bad, asking instead for a vote.", True),
        # Asides that are clauses.
        ("Luck is the reason (although the word is rare).", True),
        ("The school will help (since 1994).", False),
        ("The old mill is closed.", False),
    ],
)
def test_what_is_told_of_a_clause_as_true(sentence, loose):
    found = Parsed.of(load_parser()(sentence))
    assert has_loose_part(found.clause, found.lower) is loose
