"""Names of precisions, and decodings that cannot be."""

import math

import pytest

from pipeline.translation.decoding import Decoding, parse_precision
from pipeline.translation.engines.transformers_engine import TRANSFORMERS
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError


def test_a_precision_that_there_is_not_is_refused_with_those_there_are():
    assert parse_precision("int8") == "int8"
    with pytest.raises(UserError, match="--precision 'fp8' is not one of: auto, "):
        parse_precision("fp8")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beams": 0, "candidates": 0}, "--beams must be at least 1."),
        ({"candidates": 0}, "--candidates must be at least 1."),
        (
            {"beams": 2, "candidates": 3},
            "--candidates 3 needs at least as many --beams (now 2), or --sampling.",
        ),
        ({"beams": 10_001}, "--beams must be at most 10,000."),
        (
            {"candidates": 10**30, "sample": True},
            "--candidates must be at most 10,000.",
        ),
        ({"temperature": 0.0}, "--temperature must be above 0, and finite."),
        ({"temperature": math.inf}, "--temperature must be above 0, and finite."),
        ({"temperature": math.nan}, "--temperature must be above 0, and finite."),
        ({"top_p": 1.5}, "--top-p must be above 0 and at most 1."),
        ({"max_length": 1}, "--max-length must be at least 2."),
    ],
)
def test_impossible_decoding_is_named(settings, message):
    assert message in Decoding(**settings).problems()


def test_more_draws_than_beams_are_possible():
    assert Decoding(beams=1, candidates=8, sample=True).problems() == []


def test_exact_arithmetic_is_that_of_firefoxs_models():
    with pytest.raises(UserError, match="--precision exact works with Firefox's models only"):
        TRANSFORMERS.check(None, "cpu", "exact")


def test_more_pivot_texts_than_an_engine_can_search_are_refused():
    assert RoundTripConfig(pivot_candidates=10_000).problems() == []
    said = ["--pivot-candidates must be at most 10,000."]
    assert RoundTripConfig(pivot_candidates=10_001).problems() == said


def test_beams_find_the_pivot_texts_of_sampled_candidates():
    outward = RoundTripConfig(Decoding(beams=9, candidates=3, sample=True)).outward
    assert (outward.beams, outward.candidates, outward.sample) == (9, 1, False)
