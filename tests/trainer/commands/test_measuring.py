"""The options of measuring commands."""

from __future__ import annotations

from inspect import signature

import pytest

from schemas.errors import UserError
from trainer.commands.measuring import Measuring, measuring


@pytest.fixture
def command():
    """A command, and what it was called with."""
    calls = []

    @measuring
    def made(models: list[str], *, how: Measuring, as_json: bool = False) -> None:
        calls.append((models, how, as_json))

    return made, calls


def test_the_options_stand_where_the_parameter_stood(command):
    made, calls = command
    names = ["models", "pooling", "template", "device", "precision", "cache", "as_json"]
    assert list(signature(made).parameters) == names
    shared = {"template": "{} is [MASK]", "device": "cpu", "precision": "fp32", "cache": None}
    made(models=["demo"], pooling="mask", **shared, as_json=True)
    assert calls == [(["demo"], Measuring(pooling="mask", **shared), True)]


def test_the_models_are_named_before_anything_is_loaded(command, capsys):
    made, calls = command
    rest = {"pooling": None, "template": None, "device": "cpu", "precision": "fp32", "cache": None}
    made(models=["demo", "runs/a", "demo"], **rest)
    assert (len(calls), capsys.readouterr().err) == (1, "Loading demo, runs/a ...\n")


def test_a_template_without_pooling_is_refused_before_any_work(command):
    made, calls = command
    with pytest.raises(UserError, match="--template goes with --pooling mask"):
        made(models=[], pooling=None, template="x", device="auto", precision="auto", cache=None)
    assert calls == []
