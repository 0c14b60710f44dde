"""How a threshold is read."""

import pytest

from pipeline.acceptance.measures.thresholds import Threshold, parse_threshold
from schemas.errors import UserError


@pytest.mark.parametrize("text", ["demo", "demo:high", ":0.5", "demo:3"])
def test_a_threshold_of_another_form_is_refused(text):
    with pytest.raises(
        UserError,
        match=r"--min-similarity .* is not MODEL:THRESHOLD with a threshold in \[-1, 1\], as in"
        r" demo:0.8",
    ):
        parse_threshold("--min-similarity", text, -1, "demo:0.8")


def test_a_threshold_may_have_colons_in_its_model():
    found = parse_threshold("--min-entailment", "C:/models/x:0.7", 0, "nli:0.8")
    assert found == Threshold("C:/models/x", 0.7)
