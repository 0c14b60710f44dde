"""The alignment that people look at is the one that the match error rate counts."""

from itertools import groupby

import jiwer
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.inspection.alignment import aligned, changes, marked, spaced
from schemas.mer import mer
from schemas.moses import moses_tokens

PRINTABLE = st.text(st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(" .,'\"-/(@$"))
WORDS = st.lists(st.sampled_from("a b c d".split()), max_size=9).map(" ".join)


def kind(pair):
    one, two = pair
    if not one or not two:
        return "deleted" if one else "inserted"
    return "same" if one.lower() == two.lower() else "substituted"


def shown(anchor, other):
    runs = [(of, [*run]) for of, run in groupby(aligned(anchor, other), kind)]
    sides = [(of, *zip(*run, strict=True)) for of, run in runs]
    return [(of, " ".join(one).strip(), " ".join(two).strip()) for of, one, two in sides]


@pytest.mark.parametrize(
    ("anchor", "other", "pieces"),
    [
        ("", "", []),
        ("Rain.", "", [("deleted", "Rain .", "")]),
        ("", "Rain.", [("inserted", "", "Rain .")]),
        (
            "The tea was cold.",
            "the tea is very cold.",
            [
                ("same", "The tea", "the tea"),
                ("substituted", "was", "is"),
                ("inserted", "", "very"),
                ("same", "cold .", "cold ."),
            ],
        ),
        # Forms of a word stand opposite each other where that costs no edit more.
        (
            "He looked away.",
            "He did not look away.",
            [
                ("same", "He", "He"),
                ("inserted", "", "did not"),
                ("substituted", "looked", "look"),
                ("same", "away .", "away ."),
            ],
        ),
        (
            "Last year we met there.",
            "We met there last year.",
            [
                ("deleted", "Last year", ""),
                ("same", "we met there", "We met there"),
                ("inserted", "", "last year"),
                ("same", ".", "."),
            ],
        ),
    ],
)
def test_pieces(anchor, other, pieces):
    assert shown(anchor, other) == pieces


@given(WORDS, WORDS)
def test_the_edits_are_those_of_the_match_error_rate(anchor, other):
    pairs = aligned(anchor, other)
    edits = sum(kind(pair) != "same" for pair in pairs)
    assert (edits / len(pairs) if edits else 0.0) == pytest.approx(mer(anchor, other))
    assert [one for one, _ in pairs if one] == moses_tokens(anchor)
    assert [two for _, two in pairs if two] == moses_tokens(other)


@given(WORDS.filter(bool), WORDS)
def test_no_alignment_has_fewer_edits(anchor, other):
    found = jiwer.process_words(anchor, other)
    theirs = found.substitutions + found.deletions + found.insertions
    assert sum(kind(pair) != "same" for pair in aligned(anchor, other)) == theirs


@pytest.mark.parametrize(
    "text",
    [
        "It's late, isn't it?",
        "He paid 5% (too much).",
        "She said: go!",
        'He said "go" and left.',
        "One",
        "",
    ],
)
def test_tokens_become_running_text_again(text):
    assert spaced(moses_tokens(text)) == text


@given(PRINTABLE, PRINTABLE)
@example("(bob@example.com)", "https://example.com/a?b=c")
@example("Rock'n'roll, 24/7", "$5,000.50 👍🏽👨\u200d👩\u200d👧")
@example(" don''t... `x''", "a....b\xa0c ")
def test_the_pieces_of_each_text_make_up_the_text(anchor, other):
    found = changes(anchor, other)
    # Two texts without any word have no pieces.
    if anchor.strip() or other.strip():
        assert "".join(change.old for change in found) == anchor
        assert "".join(change.new for change in found) == other


def test_tokens_that_are_not_in_the_text_are_joined_as_running_text():
    # Moses drops control characters.
    found = changes("It's l\x01ate (too).", "It's early (too).")
    assert [change.old for change in found] == ["It's", " late", " (too)."]
    assert [change.new for change in found] == ["It's", " early", " (too)."]


@pytest.mark.parametrize(
    ("anchor", "other", "text"),
    [
        (
            "Ask him (bob@example.com).",
            "Ask her (bob@example.com).",
            "Ask -him- +her+ (bob@example.com).",
        ),
        ("It costs $5,000.50.", "It costs $6,000.50.", "It costs $-5,000.50-+6,000.50+."),
        ("Open 24/7.", "Open 24/6.", "Open 24/-7-+6+."),
        ("See https://a.org/b?c=d", "No https://a.org/b?c=d", "-See- +No+ https://a.org/b?c=d"),
        ("It rocks.", "Rock'n'roll rocks.", "-It- +Rock'n'roll+ rocks."),
        (
            "Fine 👨\u200d👩\u200d👧.",
            "Not fine 👨\u200d👩\u200d👧.",
            "+Not+ fine 👨\u200d👩\u200d👧.",
        ),
        ("It's late.", "It was late.", "It-'s- +was+ late."),
        ("He'd gone.", "He's gone.", "He-'d-+'s+ gone."),
        ("Last year we met in May.", "We met in May.", "-Last year- We met in May."),
        ("Walk (about 5 km).", "Walk (5 km).", "Walk (-about- 5 km)."),
        ("Well, he left.", "Well he left.", "Well-,- he left."),
        ("A bell rang .", "A bell rang.", "A bell rang."),
        ("Rain.", "", "-Rain.-"),
        ("", "Rain.", "+Rain.+"),
    ],
)
def test_a_marked_text_has_the_spaces_of_the_text(anchor, other, text):
    signs = {"": "", "del": "-", "ins": "+"}
    shown = "".join(signs[tag] + words + signs[tag] for tag, words in marked(anchor, other))
    assert shown == text
