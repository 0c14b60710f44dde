"""Which words of a sentence the translation back may not use."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.translation.avoided import avoided

SENTENCE = "Anna quickly bought eleven old houses near the 2nd river-side inn, didn't she?"


def test_content_words_in_all_of_their_forms_and_nothing_else():
    found = avoided(SENTENCE, 1.0, 0)
    assert {"quickly", "bought", "buy", "buys", "houses", "house", "old", "older", "inn"} <= {
        *found
    }
    # Names, numbers, function words, and words that hang together.
    assert not {"Anna", "anna", "eleven", "near", "the", "she", "did", "river", "side"} & {*found}
    assert found == sorted(found)
    assert avoided(SENTENCE, 0.0, 0) == []
    assert avoided("Is it?", 1.0, 0) == []


KEYS = st.integers(0, 2**128 - 1)


@given(KEYS, st.floats(0, 1), st.floats(0, 1))
def test_a_greater_share_only_adds_words(key, one, other):
    few, many = (set(avoided(SENTENCE, share, key)) for share in sorted((one, other)))
    assert few <= many


def test_a_key_draws_the_same_words_everywhere():
    drawn = {"bought", "inn", "quickly"}
    assert drawn & set(avoided(SENTENCE, 0.3, 7)) == {"bought", "inn"}
    assert drawn & set(avoided(SENTENCE, 0.3, 2**100)) == {"bought", "quickly"}


def test_each_word_is_drawn_with_its_share():
    drawn = [set(avoided(SENTENCE, 0.3, key)) for key in range(400)]
    for word in ("quickly", "bought", "houses", "inn"):
        assert 0.22 < sum(word in found for found in drawn) / 400 < 0.38
    together = sum({"quickly", "inn"} <= found for found in drawn) / 400
    assert 0.04 < together < 0.15  # 0.09 if independent
