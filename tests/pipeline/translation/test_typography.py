"""Paraphrases in the typography of their anchors."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.translation.typography import in_form_of


@pytest.mark.parametrize(
    ("anchor", "text", "expected"),
    [
        # Quotation marks and apostrophes.
        ("“It’s late”, she said", 'She said: "It\'s late".', "She said: “It’s late”"),
        ("Er sagte „komm“.", 'He said "come".', "He said „come“."),
        ("«Stop», he cried.", '"Halt", he shouted.', "«Halt», he shouted."),
        ("‘No,’ he said.", "He said, 'never'.", "He said, ‘never.’"),
        ('He said "go".', 'He told me "leave".', 'He told me "leave".'),
        ("“A” and “B”", 'An odd " mark', 'An odd " mark'),
        ("the dogs’ owner", "the owner of the dogs' home", "the owner of the dogs’ home"),
        ("He is 'late'.", 'He is "tardy."', "He is 'tardy'."),
        ("She calls it ‘home’, he says.", 'It is "home," he says.', "It is ‘home’, he says."),
        ("The dogs' and cats' food", 'The food of "dogs"', 'The food of "dogs"'),
        ("Ada's 'late' lamp", 'Ada\'s "tardy" lamp', "Ada's 'tardy' lamp"),
        ("It’s the '90s.", "It's nineties.", "It's nineties."),  # both forms: leave it
        # Stops at closing marks.
        ('They call it "ema".', 'It is called "ema."', 'It is called "ema".'),
        ('He sang "Go", then left.', 'He sang "Leave," and went.', 'He sang "Leave", and went.'),
        ('She said, "Go."', 'She said "leave".', 'She said "leave."'),
        ("She calls it “home”.", 'It is "home," she says.', "It is “home”, she says."),
        ('He calls it "so".', 'He says "well..."', 'He says "well..."'),
        ('A "b", and "c."', 'The "b," the "c".', 'The "b," the "c".'),  # both forms: leave it
        # Dashes.
        ("Rain — at last — fell.", "Rain - finally - fell.", "Rain — finally — fell."),
        ("Open 9 – 5 daily", "Daily open 9 - 5", "Daily open 9 – 5"),
        ("A well-known man.", "A famous, well-liked man.", "A famous, well-liked man."),
        ("In verb–object order.", "In the order verb'object.", "In the order verb–object."),
        ("Subject–verb–object.", "Subject-verb-object.", "Subject–verb–object."),
        ("The London–Paris train.", "London-Parisian trains.", "London-Parisian trains."),
        ("In the 2015–16 season", "During the season 2015 16", "During the season 2015–16"),
        ("Room 4–5, with 12 beds", "Room 4 with 5 beds", "Room 4 with 5 beds"),
        ("It was 1939–45, or 1939-45.", "In 1939-45.", "In 1939-45."),  # both forms: leave it
        # Numbers.
        ("It has 77,185 people.", "It counts 77.185 people.", "It counts 77,185 people."),
        ("It is 2.5 km, or 2,5.", "It is 2.5 km.", "It is 2.5 km."),  # both forms: leave it
        ("It has 7,185 people.", "It counts 71.85 people.", "It counts 71.85 people."),
        ("It has 7 rooms.", "It has 7.5 rooms.", "It has 7.5 rooms."),
        # The end.
        ("He came home", "He got home.", "He got home"),
        ("He came home.", "He got home", "He got home."),
        ("He came home!", "He got home.", "He got home!"),
        ("Wait …", "Hold on...", "Hold on …"),
        ("Is it late?", "It is late.", "It is late."),
        ("It is late.", "Is it late?", "Is it late?"),
        ("She said “go.”", 'She said "leave."', "She said “leave.”"),
        ("He left (early).", "He went (early)", "He went (early)."),
        ('He left "early".', 'He called it "early"', 'He called it "early".'),
        # The first letter.
        ("he met the man", "The man was met by him", "the man was met by him"),
        ("we saw Berlin", "Berlin was seen by us", "Berlin was seen by us"),
        ("He met her.", "he ran into her.", "He ran into her."),
        ("“Yes”, he said.", '"sure", he said.', "“Sure”, he said."),
        ("3 men left.", "three men went.", "three men went."),
        ("Anything.", "", ""),
    ],
)
def test_the_form_follows_the_anchor(anchor, text, expected):
    assert in_form_of(anchor, text) == expected


marks = st.text(alphabet="ab 12,AB'\"’“”‘—–-.!?…() ", max_size=30).map(str.strip)


@given(marks, marks)
def test_only_typography_changes(anchor, text):
    def letters(value):
        return re.sub(r"\W", "", value).lower()

    assert letters(in_form_of(anchor, text)) == letters(text)


@given(marks)
def test_an_anchor_is_in_its_own_form(anchor):
    assert in_form_of(anchor, anchor) == anchor


@given(marks, marks)
def test_once_is_enough(anchor, text):
    once = in_form_of(anchor, text)
    assert in_form_of(anchor, once) == once
