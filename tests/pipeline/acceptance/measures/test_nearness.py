import pytest

from pipeline.acceptance.measures.nearness import nearly_same


@pytest.mark.parametrize(
    ("anchor", "paraphrase"),
    [
        ("The film starts at noon.", "The movie starts at noon."),
        ("Everybody saw the colours.", "Everyone saw the colours."),
        ("She had never seen the sea.", "She'd never seen the sea."),
        ("It was a calm, quiet bay.", "It was a calm and quiet bay."),
        ("The judge closed the case.", "The judge has closed the case."),
        ("She asked whether we were cold.", "She asked if we were cold."),
        ("She won't sell the film.", "She will not sell the movie."),
        ("In May, she sold the film.", "She sold the movie in May."),
        ("He is often in the hall.", "He often is in the hall."),
    ],
)
def test_a_listed_synonym_a_contraction_or_a_comma_makes_a_near_copy(anchor, paraphrase):
    assert nearly_same(anchor, paraphrase)


@pytest.mark.parametrize(
    ("anchor", "paraphrase"),
    [
        # Bad grammar, as the models write it.
        ("My sister wants a boat.", "My sister want a boat."),
        ("The number of boats is small.", "The number of boats are small."),
        ("The boat was hidden in the reeds.", "The boat was hid in the reeds."),
        ("We ran out of bread.", "We run out of bread."),
        # An article more or less, or another.
        ("Bees carry pollen.", "The bees carry pollen."),
        ("The spider in the bath is harmless.", "Spider in the bath is harmless."),
        ("She is watching a bird.", "She is watching the bird."),
        # The list has this pair the other way round: a hard question, not a hard mattress.
        ("The mattress was hard.", "The mattress was difficult."),
        # Only the wider list has these.
        ("The pears were picked today.", "The pears were chosen today."),
        ("The talks went well.", "The conversations went well."),
        # The same words in another order.
        ("She studied at the New York University.", "She studied at the University of New York."),
        ("The dog bit the man.", "The man bit the dog."),
        ("A red cup stands on a blue plate.", "A blue cup stands on a red plate."),
        ("Only she sold the boat.", "She sold only the boat."),
        ("The old man's young dog barked.", "The young man's old dog barked."),
        # The wrong form of the article.
        ("A girl is painting the fence.", "An girl is painting the fence."),
        ("She painted a fence for an hour.", "She painted an fence for an hour."),
        # A word more, or another preposition.
        ("The boat is small.", "The old boat is small."),
        ("She left by noon.", "She left at noon."),
    ],
)
def test_what_may_be_wrong_in_some_sentence_is_no_near_copy(anchor, paraphrase):
    assert not nearly_same(anchor, paraphrase)


def test_a_text_is_nearly_itself():
    assert nearly_same("Bees carry pollen to the hive.", "Bees carry pollen to the hive.")
