"""Whether what came back from a pivot is English."""

import pytest

from pipeline.translation.direction import FEWEST, check_direction
from schemas.errors import UserError

GERMAN = "Die Bäckerei in unserer Straße ist am Sonntag geöffnet."
ENGLISH = "The bakery on our street is open on Sundays."


def test_models_the_wrong_way_round_are_refused():
    with pytest.raises(UserError, match="8 of the first 10 sentences that came back through de"):
        check_direction("de", [GERMAN] * 8 + [ENGLISH] * 2)


def test_a_few_or_half_of_the_candidates_prove_nothing():
    check_direction("de", [GERMAN] * (FEWEST - 1))
    check_direction("de", [GERMAN, ENGLISH] * 5)


def test_a_chain_in_the_wrong_order_is_refused():
    order = r"look like pt or de, not English.* --models pt\+de=EN-PT,PT-DE,DE-EN in this one"
    with pytest.raises(UserError, match=order):
        check_direction("pt>de", [GERMAN] * FEWEST)
    check_direction("de>en>de", [ENGLISH] * FEWEST)
