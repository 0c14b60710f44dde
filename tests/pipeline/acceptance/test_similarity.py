"""How a semantic floor is read."""

import pytest

from pipeline.acceptance.similarity import SimilarityFloor, parse_floor
from schemas.errors import UserError


@pytest.mark.parametrize("text", ["demo", "demo:high", ":0.5", "demo:3"])
def test_a_floor_of_another_form_is_refused(text):
    with pytest.raises(UserError, match="MODEL:FLOOR"):
        parse_floor(text)


def test_a_floor_may_have_colons_in_its_model():
    assert parse_floor("C:/models/x:0.7") == SimilarityFloor("C:/models/x", 0.7)
