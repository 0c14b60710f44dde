"""Where one of two, a rank or a frequency is left alone, and where it changes."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found, rules


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        # What the two are together, or what goes on about both.
        ("The dish is a mix of both tea and milk.", "one_of_both.v1"),
        ("It was for both Danes and Finns, with the Finns in front.", "one_of_both.v1"),
        ("She worked with tools both old and new.", "one_of_both.v1"),
        ("She read both books and sang, and they were merry.", "one_of_both.v1"),
        ("The road runs between both Odda and Sund.", "one_of_both.v1"),
        # They share what follows.
        ("She teaches both local and Danish history.", "one_of_both.v1"),
        ("Galina teaches both world and Danish film history.", "one_of_both.v1"),
        ("It funds mills both within and outside of Odda.", "one_of_both.v1"),
        ("She led all bakers with forty loaves.", "some_of_all.v1"),
        ("They were sold during the past six years.", "only_after.v1"),
        ("He is one of the oldest bakers.", "one_of_last.v1"),
        ("Both Anna and Ben were bakers.", "one_unlike_other.v1"),
        ("Both Anna and Ben sold their boats.", "one_unlike_other.v1"),
        ("They have a poem which not only names but praises him.", "only_one_of_not_only.v1"),
        # What only the first can be, a pair of ranks, and a title.
        ("She was one of the first bakers, who paved the way for others.", "one_of_last.v1"),
        ("She may be one of the first bakers in Odda.", "one_of_last.v1"),
        ("It was the first library.", "later_than_first.v1"),
        ("It was the city's first and only library.", "later_than_first.v1"),
        ("She is the first lady of the land.", "later_than_first.v1"),
        ("Her first novels, Moon and Sun, sold well.", "other_rank_of_named.v1"),
        ("Her first novel sold well, and so did her second novel, Moon.", "other_rank_of_named.v1"),
        ("The first mayor was a baker.", "last_for_first.v1"),
        # Another word tells how often.
        ("Often, but sometimes not at all, the mill stands still.", "rare_cases.v1"),
        ("It is made of wood, often or always painted red.", "seldom_beside.v1"),
        ("If the mill, which usually stands still, burns, we shall run.", "seldom_beside.v1"),
        # The whole of something, and what is like most.
        ("It is the largest of all ports.", "some_of_all.v1"),
        ("She looked on all sides.", "some_of_all.v1"),
        ("In all towns, the shops were closed.", "some_of_all.v1"),
        ("As in most towns, she painted most of the doors.", "few_of_most.v1"),
        ("She painted the most doors.", "few_of_most.v1"),
    ],
)
def test_what_may_be_true_as_well_is_not_made(sentence, rule):
    assert rule not in rules(sentence)


@pytest.mark.parametrize(
    ("sentence", "rule", "made"),
    [
        ("It was used both in churches and in halls.", "one_of_both.v1", "only in churches."),
        ("It was sold both in and outside Odda.", "one_of_both.v1", "only in Odda."),
        ("It showed both the size and the age of the hall.", "one_of_both.v1", "the size of the"),
        (
            "Both the mill and the barn were sold.",
            "one_unlike_other.v1",
            "The mill, unlike the barn,",
        ),
        ("She was among the first bakers in Odda.", "one_of_last.v1", "among the last bakers"),
        ("They were the first settlers in the valley.", "later_than_first.v1", "the last settlers"),
        ("She was elected as its last mayor.", "later_than_first.v1", "as its first mayor"),
        ("She sold the mill, often against advice.", "seldom_beside.v1", ", only occasionally"),
        ("She swam across most of the lake.", "few_of_most.v1", "across only a small part of"),
    ],
)
def test_what_the_sentence_excludes_is_made(sentence, rule, made):
    texts = [one.text for one in found(sentence) if one.rule == rule]
    assert len(texts) == 1
    assert made in texts[0]
