"""A small part of `benchmarks/fuzz.py`: a damaged file gives one clear sentence."""

import random
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.errors import UserError

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import fuzz


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_a_damaged_file_is_an_error_for_people_or_of_use(tmp_path_factory, name):
    target, folder = fuzz.TARGETS[name], tmp_path_factory.mktemp("fuzz")
    sound = folder / "sound"
    sound.mkdir()
    target.make(sound)
    expected = target.read(sound)

    @settings(
        max_examples=target.examples, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(draw=st.randoms(use_true_random=True))
    def check(draw):
        assert fuzz.problem(target, sound, expected, folder / "damaged", draw) is None

    check()


@pytest.mark.parametrize(
    "name",
    [
        *(f"input {name}" for name in ("in.txt", "in.jsonl", "in.csv")),
        *(f"pairs .{name}" for name in ("csv", "tsv", "jsonl")),
        "contrast set", "families", "recipe", "metrics", "manifest", "manifest of judgements",
    ],
)  # fmt: skip
def test_lines_may_end_as_on_windows(tmp_path, name):
    target, there = fuzz.TARGETS[name], tmp_path / "there"
    (tmp_path / "here").mkdir()
    path = target.make(tmp_path / "here").relative_to(tmp_path / "here")
    shutil.copytree(tmp_path / "here", there)
    plain = (there / path).read_bytes()
    assert b"\n" in plain
    (there / path).write_bytes(plain.replace(b"\n", b"\r\n"))
    assert target.read(there) == target.read(tmp_path / "here")


def test_an_error_after_a_long_time_is_a_failure_too(tmp_path, monkeypatch):
    def read(path):
        raise UserError("This is no recipe.")

    target = fuzz.text_file("r.toml", "a = 1\n", read)
    (tmp_path / "sound").mkdir()
    given = target, tmp_path / "sound", None, tmp_path / "damaged"
    assert fuzz.problem(*given, random.Random(0)) is None
    monkeypatch.setattr(fuzz, "SLOW_S", -1.0)
    assert fuzz.problem(*given, random.Random(0)) == "took 0 s"
