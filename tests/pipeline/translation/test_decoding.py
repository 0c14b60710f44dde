"""Names of precisions, and decodings that cannot be."""

import math

import pytest

from pipeline.translation.decoding import Decoding, parse_precision
from schemas.errors import UserError


def test_a_precision_that_there_is_not_is_refused_with_those_there_are():
    assert parse_precision("int8") == "int8"
    with pytest.raises(UserError, match="--precision 'fp8' is none of: auto, "):
        parse_precision("fp8")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beams": 2, "candidates": 3}, "--candidates 3 needs at least as many --beams"),
        ({"temperature": 0.0}, "--temperature must be above 0"),
        ({"temperature": math.inf}, "--temperature must be above 0, and finite"),
        ({"temperature": math.nan}, "--temperature must be above 0, and finite"),
        ({"top_p": 1.5}, "--top-p must be in"),
        ({"max_length": 1}, "--max-length"),
    ],
)
def test_impossible_decoding_is_named(settings, message):
    assert message in " ".join(Decoding(**settings).problems())


def test_more_draws_than_beams_are_possible():
    assert Decoding(beams=1, candidates=8, sample=True).problems() == []
