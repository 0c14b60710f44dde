"""What a sentence names or tells of things that a denial does away with."""

import pytest

from pipeline.negation import load_parser
from pipeline.negation.reading.members import names_members
from pipeline.negation.reading.parsed import Parsed


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        # Examples of what is several.
        ("The town has several mills, including the Grey Mill.", True),
        ("The town has the mills, including the Grey Mill.", False),
        ("He trained young singers, such as Ada Lind.", True),
        ("It has other rooms, such as a hall.", False),
        ("The shop sells drinks such as tea.", False),
        ("The war took place in many towns, including Leeds.", False),
        # Names after a number.
        ("They had two sons, Ben (born 1857) and Tom.", True),
        ("They have one daughter, Ada.", True),
        ("They have two daughters: Ada and Rosa.", True),
        ("The kit has two parts: a lid and a box.", False),
        ("The firm has over two mills, Ash and Elm.", False),
        ("She has two brothers, and Ada has one.", False),
        # What is told of some of them, or of the one.
        ("He has many friends, some of whom sing.", True),
        ("There were ten houses in the street, of which one was empty.", True),
        ("It employs more than ten bakers, most of whom came from Kent.", False),
        ("He wrote a song, which was sung in May.", True),
        ("He saw the ship, which was late.", False),
        # What shows the clause to be true.
        ("The guests come from Kent, with most of them living in Ash.", True),
        ("It is a loose soil, with more or less air depending on the rain.", False),
        ("They bought a farm, the plan being to sell milk.", True),
        ("The style arose in Leeds, with singers such as Ada Lind.", True),
        ("It is a small cat, with only four teeth.", False),
        ("The king gave the land to the club, but especially to its mayor.", True),
        # Nothing is named of what is not there.
        ("They do not have several mills, including the Grey Mill.", False),
    ],
)
def test_named_members(sentence, named):
    found = Parsed.of(load_parser()(sentence))
    assert names_members(found.clause, found.lower) is named
