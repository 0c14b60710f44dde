"""What back-translation refuses before it reads a table or a model."""

import pytest

from pipeline.stages.backtranslate import BacktranslateConfig, run_backtranslate
from pipeline.translation.decoding import Decoding
from pipeline.translation.roundtrip import RoundTripConfig
from schemas.errors import UserError


def test_every_problem_of_the_decoding_is_told_at_once(tmp_path):
    trip = RoundTripConfig(Decoding(beams=0, top_p=2))
    with pytest.raises(UserError, match=r"--beams must be at least 1\. .* --top-p must be in"):
        run_backtranslate(tmp_path, BacktranslateConfig((), trip), device="cpu")
