from trainer.evaluation.scores.variants import Variant, judge_int8


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


def test_slow_or_coarse_int8_says_why():
    slow = judge_int8(form(100, 60.0, 80.0), form(240, 60.0, 80.0), 300)
    assert "less than the target of 2.5 times: only the matrix products with the weights" in slow
    assert "0.3 points" not in slow
    coarse = judge_int8(form(100, 60.0, 80.0), form(300, 59.5, 80.0), 200)
    assert (
        "more than the target of 0.3 points: all activations of a tensor share one scale" in coarse
    )
    assert coarse.endswith("One triple of 200 is 0.50 points.")
