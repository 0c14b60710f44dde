"""Where a degree, a delay, a cause, an aim or the second of two things stays as it is."""

import pytest

from tests.pipeline.negation.kinds.contradicting import found

RULES = frozenset(
    "other_strength.v1 much_later.v1 other_cause.v1 other_aim.v1 instead_of.v1 in_whole.v1".split()
)


def made(sentence):
    return [one.text for one in found(sentence) if one.rule in RULES]


@pytest.mark.parametrize(
    "sentence",
    [
        # The rest shows the degree.
        "The train is very fast (less than an hour) on this line.",
        "The price rose considerably by 26 dollars.",
        "The town has a very rich club that ranks seventh.",
        "The mill has very short sails to fit the tower.",
        # No degree, or one of what is not said.
        "It was the very first ferry.",
        "The tower is not much taller than the church.",
        "The tower may be much taller than the church.",
        "The towns are so much alike that strangers lose their way.",
        "The club has slightly more than ten members.",
        "The village is well known as a port.",
        # What happens soon each time; a part of another phrase
        "The leaves soon turn red.",
        "She will soon leave the choir.",
        "He called her as soon as he arrived.",
        "Soon after he left for Paris.",
        "The mill stands immediately south of the bridge.",
        # Perhaps another cause as well, or no cause
        "The road was closed mainly due to snow.",
        "The delay may be due to snow.",
        "The ship is due to arrive on Monday.",
        "This is because it rained.",
        "It was because of her that he left.",
        "She is known for her songs.",
        "He was jailed for two years.",
        # The other part is told of, too, or it may be none.
        "The hall was partly rebuilt, while its tower was left as it was.",
        "It was at least partly closed.",
        "The hall may be partly closed.",
        "The first part of the play is short.",
        # No aim
        "She grew up to become a baker.",
        "The word came to mean a small boat.",
        "He went on to lead the club.",
        "It was too late to call a doctor.",
        "They must meet in order to vote.",
        # One thing, a list, or what needs both
        "It separates work and leisure.",
        "He plays drums, flutes and horns.",
        "The firm sells bread and butter.",
        "It was opened by W. and J. Berg.",
        "She met Anna and Bela danced.",
        "They toured Peru and Chile, and these were friendly.",
        "Anna as well as Bela is a baker.",
        "In addition to its port, it has a fort.",
        "He sings as well as his sister.",
        "The hall has eight rooms as well as two towers.",
        "They scored two goals and four points.",
    ],
)
def test_what_the_rest_relies_on_stays(sentence):
    assert made(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "contradiction"),
    [
        (
            "The hall has a much larger stage.",
            "The hall has only a slightly larger stage.",
        ),
        (
            "The climate is very different from that of the coast.",
            "The climate is only slightly different from that of the coast.",
        ),
        (
            "The valley became increasingly popular.",
            "The valley became less and less popular.",
        ),
        (
            "The council is directly elected.",
            "The council is only indirectly elected.",
        ),
        (
            "Shortly afterwards, the mayor resigned.",
            "Long afterwards, the mayor resigned.",
        ),
        (
            "The story is based in part on a song.",
            "The story is based entirely on a song.",
        ),
        (
            "The damage caused by the flood shocked Anna.",
            "The damage caused by the flood shocked Anna.",
        ),
    ],
)
def test_the_words_fit_their_place(sentence, contradiction):
    assert made(sentence) == [contradiction] * (sentence != contradiction)


def test_degrees_change_in_long_sentences_too():
    text = "The choir, which was founded by a baker who came from Turin, is very popular in Kent."
    assert made(text) == [text.replace("very", "only moderately")]
