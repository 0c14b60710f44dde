"""Names of precisions; what is wrong with a decoding is tested with the engines."""

import pytest

from pipeline.translation.decoding import parse_precision
from schemas.errors import UserError


def test_a_precision_that_there_is_not_is_refused_with_those_there_are():
    assert parse_precision("int8") == "int8"
    with pytest.raises(UserError, match="--precision 'fp8' is none of: auto, "):
        parse_precision("fp8")
