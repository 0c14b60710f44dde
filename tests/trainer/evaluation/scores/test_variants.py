from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from trainer.evaluation.data.contrast_rows import Contrast, ContrastTriple
from trainer.evaluation.scores import variants
from trainer.evaluation.scores.variants import Variant, judge_int8, measure_variant


def form(speed, ranking, correlation):
    return Variant("form", "file", 90.0, ranking, {"STSB": correlation}, speed)


def test_int8_that_does_what_is_aimed_at_is_said_in_a_line():
    said = judge_int8(form(100, 60.0, 80.0), form(250, 60.0, 79.75), 300)
    assert said == (
        "int8 is 2.5 times as fast as fp32 in sentence-transformers and loses at most 0.25 points"
        " (STSB)."
    )


def test_int8_that_gains_in_every_figure_loses_nothing():
    assert judge_int8(form(100, 60.0, 80.0), form(300, 61.0, 80.1), 300) == (
        "int8 is 3.0 times as fast as fp32 in sentence-transformers and loses no points."
    )


def test_int8_that_was_not_measured_on_sts_says_so():
    whole, small = (replace(form(speed, 60.0, 0.0), correlation={}) for speed in (100, 300))
    assert judge_int8(whole, small, 300) == (
        "int8 is 3.0 times as fast as fp32 in sentence-transformers and loses no points."
        " Its loss on STS was not measured."
    )


def test_slow_or_coarse_int8_says_why():
    slow = judge_int8(form(100, 60.0, 80.0), form(240, 60.0, 80.0), 300)
    assert "less than the target of 2.5 times: only the matrix products with the weights" in slow
    assert "0.3 points" not in slow
    coarse = judge_int8(form(100, 60.0, 80.0), form(300, 59.5, 80.0), 200)
    assert (
        "more than the target of 0.3 points: all activations of a tensor share one scale" in coarse
    )
    assert coarse.endswith("The loss is 1 of 200 triples; a single triple is 0.50 points.")
    half = judge_int8(form(100, 60.0, 80.0), form(300, 59.25, 80.0), 200)
    assert half.endswith("The loss is 1.5 of 200 triples; a single triple is 0.50 points.")


def test_a_clock_with_long_ticks_gives_a_speed_all_the_same(monkeypatch, tmp_path):
    """It goes on by 10 ms after each four of the passes; reading it costs nothing."""
    passes = []

    def encode(texts):
        passes.append(len(texts))
        return np.eye(len(texts), dtype=np.float32)

    clock = SimpleNamespace(process_time=lambda: len(passes) // 4 / 100)
    monkeypatch.setattr(variants, "time", clock)
    file = tmp_path / "model.onnx"
    file.write_bytes(bytes(1000))
    rows = Contrast([ContrastTriple("set", "", "A.", "It is A.", "It is not A.")], [])
    made = measure_variant("int8", [file], encode, rows, [])
    # Three texts in a quarter of a tick; the first pass warms up and is in no measurement.
    assert made.sentences_per_second == 1200


def test_the_speed_is_that_of_one_thread(tmp_path):
    """Two threads on a busy machine took twice the processor time of one."""
    seen = []

    def encode(texts):
        seen.append(torch.get_num_threads())
        return np.eye(len(texts), dtype=np.float32)

    file = tmp_path / "model.onnx"
    file.write_bytes(b"")
    rows = Contrast([ContrastTriple("set", "", "A.", "It is A.", "It is not A.")], [])
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        measure_variant("form", [file], encode, rows, [])
        assert {*seen} == {1}
        assert torch.get_num_threads() == 2
        with pytest.raises(ZeroDivisionError):
            measure_variant("form", [file], lambda _: 1 / 0, rows, [])
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
