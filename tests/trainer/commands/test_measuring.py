"""The options of measuring commands."""

from __future__ import annotations

import re
from dataclasses import asdict
from inspect import signature

import numpy as np
import pytest

from schemas.errors import UserError
from tests.sentence_models import TEXTS
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
    names = ["models", "pooling", "template", "prompt", "device", "precision", "cache", "as_json"]
    assert list(signature(made).parameters) == names
    shared = {"template": "{} is [MASK]", "prompt": "query", "device": "cpu"}
    shared |= {"precision": "fp32", "cache": None}
    made(models=["demo"], pooling="mask", **shared, as_json=True)
    assert calls == [(["demo"], Measuring(pooling="mask", **shared), True)]


def test_the_models_are_named_before_anything_is_loaded(command, capsys):
    made, calls = command
    made(models=["demo", "runs/a", "demo"], **asdict(Measuring(device="cpu", precision="fp32")))
    assert (len(calls), capsys.readouterr().err) == (1, "Loading demo, runs/a ...\n")


def test_a_template_without_pooling_is_refused_before_any_work(command):
    made, calls = command
    with pytest.raises(UserError, match="--template goes with --pooling mask"):
        made(models=[], **asdict(Measuring(template="x")))
    assert calls == []


def test_prompts_that_are_not_used_are_named_and_one_of_them_can_be(sentence_model, capsys):
    model, folder = sentence_model("prompts-named")
    _, other = sentence_model("mean")
    names = [str(folder), str(other)]
    capsys.readouterr()
    found = dict(Measuring(device="cpu").encoders(names))
    np.testing.assert_allclose(found[names[0]].encode(TEXTS), model.encode(TEXTS), atol=1e-5)
    assert capsys.readouterr().err == (
        f"Note: {folder} states the prompts document and query and no default, so none is used;"
        " `--prompt query` puts the prompt query before every text.\n"
    )
    found = dict(Measuring(device="cpu", prompt="document").encoders(names))
    expected = model.encode(TEXTS, prompt_name="document")
    np.testing.assert_allclose(found[names[0]].encode(TEXTS), expected, atol=1e-5)
    assert found[names[1]].settings.prompts.before == ""
    assert capsys.readouterr().err == ""


def test_a_prompt_that_no_model_states_is_refused(sentence_model, tiny_bert):
    names = [str(sentence_model("prompts")[1]), str(tiny_bert)]
    told = f"named passage: {names[0]} has document, query; {names[1]} has none."
    with pytest.raises(UserError, match=re.escape(told)):
        next(Measuring(prompt="passage").encoders(names))
