"""Amounts as subjects: "no" in place of a "not" that would speak of others."""

import pytest

from pipeline.negation import load_parser, negate_texts

DENIED = [
    ("About 70 million people have joined the club.", "No people have joined the club."),
    ("Thousands of pupils marched through Oslo.", "No pupils marched through Oslo."),
    ("A large number of maps were drawn by sailors.", "No maps were drawn by sailors."),
    ("A number of her songs were also sung here.", "None of her songs were sung here."),
    ("60 were lost at sea.", "None were lost at sea."),
    ("17% of farmers left the valley.", "No farmers left the valley."),
    ("50% of Norwegians now live in towns.", "No Norwegians now live in towns."),
    ("20% of land is covered by ice.", "No land is covered by ice."),
    ("Three per cent of the land is covered by ice.", "None of the land is covered by ice."),
    ("Of the ships, 1,200 were sunk near Malta.", "Of the ships, none were sunk near Malta."),
    ("Seven people were killed in the fire.", "No people were killed in the fire."),
    ("Over one hundred and sixty letters were written.", "No letters were written."),
    ("Two of her brothers are sailors.", "None of her brothers are sailors."),
    ("Thousands of troops to march for Jubilee", "No troops to march for Jubilee"),
    ("Parts of the town are flooded.", "No parts of the town are flooded."),
    ("Members of the crew were arrested.", "No members of the crew were arrested."),
    (
        "However, elements of the guard are trained.",
        "However, no elements of the guard are trained.",
    ),
    ("8 of the 12 clubs play in May.", "None of the 12 clubs play in May."),
    ("Parts of speech are classes.", "Parts of speech are not classes."),
    ("Members of the club must pay.", "Members of the club must not pay."),
    # These are seen at once, or are no indefinite amount.
    ("Two dogs are playing.", "Two dogs are not playing."),
    ("2016 elections were held in Bonn.", "2016 elections were not held in Bonn."),
    ("60% of farmers left the valley.", "60% of farmers did not leave the valley."),
    ("The number of deaths rose.", "The number of deaths did not rise."),
    ("At least ten people came.", "Fewer than ten people came."),
    ("500 metres of track were laid.", "500 metres of track were not laid."),
    ("More than 200 guests came and danced.", "More than 200 guests did not come and dance."),
    # What follows tells of those counted, or of others.
    ("60, mostly men, were lost at sea.", None),
    ("About 2% (one of 50) were lost at sea.", None),
    ("Two of her children, Ada and Ben, came to help.", None),
    ("As of May, 103 cases in 45 villages had been reported.", None),
    ("20% of the pupils are from Kent, 30% from Surrey.", None),
]


@pytest.fixture(scope="module")
def made():
    found = negate_texts(load_parser(), [sentence for sentence, _ in DENIED])
    return {sentence: one.text for (sentence, _), one in zip(DENIED, found, strict=True)}


@pytest.mark.parametrize(("sentence", "denial"), DENIED)
def test_an_indefinite_amount_is_denied_with_no(made, sentence, denial):
    assert made[sentence] == denial
