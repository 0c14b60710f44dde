"""Which articles make a difference."""

import pytest

from pipeline.acceptance.grammar.articles import article_changed, wrong_articles


@pytest.mark.parametrize(
    ("anchor", "paraphrase", "changed"),
    [
        ("Feed the cats.", "Feed cats.", True),
        ("We are out of milk.", "We're out of the milk.", True),
        ("The owls are calling.", "Owls are calling.", True),
        ("We saw a heron.", "We saw the heron.", True),
        ("We saw the roof of the house.", "We saw the house roof.", False),
        ("It snows in the winter.", "It snows in winter.", False),
        ("She plays the piano.", "She plays piano.", False),
        ("All the trains were late.", "All trains were late.", False),
        ("The Northern Line is shut.", "Northern Line is shut.", False),
        ("The cat saw the dog and a cat.", "A cat saw the dog and the cat.", False),
        ("Holm is a Director of the bank.", "Holm is Director of the bank.", True),
        ("Holm is a Director of the bank.", "Holm is the Director of the bank.", True),
        ("Holm is a Director of the bank.", "Holm is a bank Director.", False),
        ("All owls are birds.", "All the owls are birds.", True),
        ("All the owls are here.", "All of the owls are here.", False),
        ("Thus water is heavy.", "Thus, the water is heavy.", True),
        ("Thus water is heavy.", "The water, thus, is heavy.", True),
        ("She is absent because of illness.", "She is absent because of the disease.", True),
        ("She is absent because of the rain.", "She is absent because of the rainfall.", False),
        ("We drove out of town.", "We drove out of the city.", False),
        ("Keep it away from children.", "Keep it away from the kids.", False),
        ("Holm is a football player.", "Holm is soccer player.", True),
        ("Holm is a football player.", "Holm is a soccer player.", False),
        ("It was a success.", "It was successful.", False),
        ("Holm is a Norwegian.", "Holm is Norwegian.", False),
    ],
)
def test_articles(anchor, paraphrase, changed):
    assert article_changed(anchor, paraphrase) is changed


def test_the_form_of_an_article():
    assert wrong_articles("There was a earthquake, an fence and an hour.") == 2
    assert wrong_articles("a Estonian, an European, an NBA team and a Irish") == 3
    assert article_changed("There was an earthquake.", "A earthquake came.")
    assert not article_changed("There was a earthquake.", "There came a earthquake.")
