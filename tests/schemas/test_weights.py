from __future__ import annotations

import json
import math
import os
import re

import pytest
import torch

from schemas.errors import UserError
from schemas.weights import (
    check_tokens,
    check_values,
    check_whole,
    reading_weights,
    without_code,
)


@pytest.mark.parametrize("file", ["config.json", "tokenizer_config.json"])
def test_a_model_that_asks_for_code_of_its_own_is_refused(tmp_path, file):
    (tmp_path / file).write_text(json.dumps({"auto_map": {"AutoModel": "theirs.Model"}}))
    for read in (without_code, reading_weights):
        with pytest.raises(UserError, match=f"{file} asks to run code"):
            read(str(tmp_path))


def test_what_asks_for_no_code_runs_none(tmp_path):
    (tmp_path / "config.json").write_text("[1]")
    (tmp_path / "tokenizer_config.json").write_text("{half")
    for name in (str(tmp_path), "some/name"):
        assert reading_weights(name)["trust_remote_code"] is False


def test_weights_that_are_not_whole_are_refused():
    check_whole("x", {"missing_keys": set(), "mismatched_keys": set(), "unexpected_keys": {"a"}})
    with pytest.raises(UserError, match=r"weights of x are incomplete: a is .*, and 1 more"):
        check_whole("x", {"missing_keys": {"b", "a"}, "mismatched_keys": set()})
    with pytest.raises(UserError, match="c is missing or has another shape"):
        check_whole("x", {"missing_keys": set(), "mismatched_keys": {("c", (1, 2), (2, 1))}})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.timeout(30)
@pytest.mark.parametrize("file", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_pipe_in_a_models_folder_is_refused_and_not_waited_for(tmp_path, file):
    os.mkfifo(tmp_path / file)
    for read in (without_code, reading_weights):
        with pytest.raises(UserError, match=rf"{file} is a pipe or a device, not a file: remove"):
            read(str(tmp_path))


def test_a_length_that_is_no_number_is_refused(tmp_path):
    file = tmp_path / "tokenizer_config.json"
    sounds = ((512, True), (1e30, True), (None, True))
    for length, sound in (*sounds, ({}, False), ("512", False), (-1, False), (0, False)):
        file.write_text(json.dumps({"model_max_length": length}))
        if sound:
            assert without_code(str(tmp_path)) == {"trust_remote_code": False}
            continue
        with pytest.raises(UserError, match=r"config\.json says model_max_length = .* no number"):
            without_code(str(tmp_path))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 3e38, -3e38])
def test_weights_that_are_no_numbers_are_refused(value):
    model = torch.nn.Linear(3, 2)
    check_values("own", model)
    with torch.no_grad():
        model.weight[1, 2] = value
    with pytest.raises(UserError, match=r"The weights of own are damaged: weight holds values"):
        check_values("own", model)


@pytest.mark.parametrize("number", [None, "7", [7], 7.0, True, -7])
def test_a_token_without_a_number_is_refused(number):
    check_tokens("own", {"a": 0, "b": 7}, 8)
    said = re.escape(f"The tokenizer of own numbers the token 'b' {number!r}: its vocabulary is")
    with pytest.raises(UserError, match=said):
        check_tokens("own", {"a": 0, "b": number}, 8)
