"""A small share of `benchmarks/fuzz.py`: what is wrong with a file is said in a sentence."""

import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import fuzz


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_a_damaged_file_is_an_error_for_people_or_of_use(tmp_path_factory, name):
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "sound").mkdir()
    fuzz.TARGETS[name].make(folder / "sound")

    @settings(
        max_examples=fuzz.TARGETS[name].examples, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(draw=st.randoms(use_true_random=True))
    def check(draw):
        assert fuzz.problem(fuzz.TARGETS[name], folder / "sound", folder / "damaged", draw) is None

    check()
