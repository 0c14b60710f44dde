"""The match error rate against hand counts, an independent alignment, and jiwer."""

import jiwer
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemas.mer import mer, mer_by, mer_of_tokens, mer_tokens

WORDS = st.lists(st.sampled_from("abcde"), max_size=9)


def align(a: list[str], b: list[str]) -> tuple[int, int]:
    """(edits, -substitutions) of the best alignment, by plain dynamic programming."""
    row = [(j, 0) for j in range(len(b) + 1)]
    for i, x in enumerate(a, 1):
        above, row = row, [(i, 0)]
        for j, y in enumerate(b, 1):
            changed = (above[j - 1][0] + 1, above[j - 1][1] - 1)
            edited = [(above[j][0] + 1, above[j][1]), (row[j - 1][0] + 1, row[j - 1][1])]
            row.append(min([above[j - 1] if x == y else changed, *edited]))
    return row[-1]


@pytest.mark.parametrize(
    ("anchor", "other", "expected"),
    [
        ("", "", 0.0),
        ("A man runs.", "a man runs.", 0.0),
        ("A man runs.", "", 1.0),
        ("A man runs.", "A man runs", 1 / 4),
        ("The tap is open.", "The tap is not open.", 1 / 6),
        ("She sold the car.", "He sold a car.", 2 / 5),
        ("a b", "b a", 1.0),  # two substitutions, not a deletion and an insertion
        ("a b", "c a", 1.0),
        ("I can't swim.", "I cannot swim.", 2 / 5),
        ("rain", "snow", 1.0),
    ],
)
def test_mer_by_hand(anchor, other, expected):
    assert mer(anchor, other) == pytest.approx(expected, abs=1e-12)


@given(WORDS, WORDS)
def test_mer_equals_an_independent_alignment(a, b):
    edits, negative = align(a, b)
    hits = (len(a) + len(b) - edits + negative) // 2
    assert mer_of_tokens(a, b) == (edits / (edits + hits) if edits else 0.0)


def test_the_rate_of_jiwer_splits_at_white_space_and_minds_case():
    anchor, other = "It rains, they say.", "it rains , they say."
    assert mer_by("jiwer", anchor, other) == jiwer.mer(anchor, other) == pytest.approx(3 / 5)
    assert mer_by("moses", anchor, other) == 0.0
    assert (mer_by("jiwer", "", "x"), mer_by("jiwer", "", "")) == (1.0, 0.0)


@given(WORDS, WORDS)
def test_mer_is_symmetric_and_in_range(a, b):
    assert mer_of_tokens(a, b) == mer_of_tokens(b, a)
    assert 0.0 <= mer_of_tokens(a, b) <= 1.0
    assert (mer_of_tokens(a, b) == 0.0) == (a == b)


@given(WORDS.filter(bool), WORDS.filter(bool))
def test_mer_has_the_edits_of_jiwer_and_never_less_than_its_mer(a, b):
    theirs = jiwer.process_words(" ".join(a), " ".join(b))
    edits = theirs.substitutions + theirs.deletions + theirs.insertions
    assert align(a, b)[0] == edits
    assert mer_of_tokens(a, b) >= theirs.mer - 1e-12


@settings(max_examples=50)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_has_a_mer(a, b):
    assert 0.0 <= mer(a, b) <= 1.0


def test_tokens_are_lower_cased_unescaped_moses_tokens():
    assert mer_tokens('He said: "Don\'t!" & left') == (
        "he", "said", ":", '"', "don", "'t", "!", '"', "&", "left",
    )  # fmt: skip
