"""The probability that a paraphrase says the same."""

import math

import pytest

from pipeline.acceptance.measures.trust import Figures, trust

LIKELY = Figures(-0.05, -0.15, -0.3, -0.1, 0, 1, 8)


def test_trust_is_a_probability():
    assert 0.7 < trust(LIKELY) < 1


@pytest.mark.parametrize("name", ["returned", "outward", "recalled", "score"])
def test_a_less_likely_text_is_trusted_less(name):
    assert trust(LIKELY._replace(**{name: -1.5})) < trust(LIKELY)


def test_each_strange_word_lowers_it():
    # With one of them, nothing is plain.
    found = [trust(LIKELY._replace(strange=n, plain=int(n == 0))) for n in range(4)]
    assert found == sorted(found, reverse=True)
    assert found[3] < 0.6


def test_what_no_model_could_score_is_not_trusted():
    assert math.isnan(trust(LIKELY._replace(returned=math.nan)))
