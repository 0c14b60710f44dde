"""Folders that we write load elsewhere, and here again, with equal embeddings."""

from __future__ import annotations

import json
import os
import shutil
import stat

import numpy as np
import pytest
import torch
from torch import nn

from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder

TEXTS = [
    "the baker sells some bread today .",
    "A Nurse opens the green door",
    "our neighbour never paints two lamps !",
    "",
    "the [MASK] ferry <mask> moves .",
    "a gardener cleans " * 60,
    "words that no tokenizer has seen: zyx, Ærø 123",
]
MODELS = ["tiny_bert", "tiny_roberta"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
@pytest.mark.parametrize("pooling", ["cls", "mean", "mask"])
@pytest.mark.parametrize("model", MODELS)
def test_sentence_transformers_gives_the_same_embeddings(saved, tmp_path, model, pooling):
    from sentence_transformers import SentenceTransformer

    encoder, target = saved(model, pooling)
    expected = encoder.encode(TEXTS)
    theirs = SentenceTransformer(str(target), device="cpu")
    np.testing.assert_allclose(theirs.encode(TEXTS), expected, atol=1e-5)
    theirs.save(str(tmp_path / "again"))
    again = SentenceTransformer(str(tmp_path / "again"), device="cpu")
    np.testing.assert_allclose(again.encode(TEXTS), expected, atol=1e-5)
    np.testing.assert_allclose(
        load_encoder(str(tmp_path / "again")).encode(TEXTS), expected, atol=1e-5
    )


@pytest.mark.parametrize("pooling", ["cls", "mean", "mask"])
@pytest.mark.parametrize("model", MODELS)
def test_a_folder_says_all_that_it_needs(saved, model, pooling):
    encoder, target = saved(model, pooling)
    again = load_encoder(str(target))
    assert again.settings.pooling == pooling
    assert again.settings.max_tokens == 48
    np.testing.assert_array_equal(again.encode(TEXTS), encoder.encode(TEXTS))


@pytest.mark.parametrize(
    ("model", "pooling", "expected"),
    [
        ("tiny_roberta", "mask", {"add_prefix_space": True, "bos_token": "<s>"}),
        ("tiny_roberta", "cls", {"add_prefix_space": False, "eos_token": "</s>"}),
        ("tiny_bert", "mask", {"mask_token": "\ufdd0[MASK]"}),  # no text has that name
        ("tiny_bert", "mean", {"mask_token": "[MASK]"}),
    ],
)
def test_older_readers_find_what_they_go_by(saved, model, pooling, expected):
    """transformers 4 reads these from this file and not from tokenizer.json."""
    _, target = saved(model, pooling)
    config = json.loads((target / "tokenizer_config.json").read_text())
    assert config["tokenizer_class"] == "PreTrainedTokenizerFast"
    assert {key: config[key] for key in expected} == expected
    stored = json.loads((target / "tokenizer.json").read_text())
    assert (stored["truncation"], stored["padding"]) == (None, None)


def test_transformers_alone_applies_the_template(saved):
    from transformers import AutoModel, AutoTokenizer

    encoder, target = saved("tiny_bert", "mask")
    tokenizer = AutoTokenizer.from_pretrained(target)
    inputs = tokenizer(["the baker sells"], return_tensors="pt")
    assert tokenizer.decode(inputs["input_ids"][0]).count("[MASK]") == 1
    with torch.no_grad():
        states = AutoModel.from_pretrained(target)(**inputs).last_hidden_state[0]
    mask = inputs["input_ids"][0] == tokenizer.mask_token_id
    np.testing.assert_allclose(
        states[mask][0].numpy(), encoder.encode(["the baker sells"])[0], atol=1e-5
    )


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_dense_layers_and_normalisation_are_read_and_written(tiny_bert, tmp_path):
    from dataclasses import replace

    from sentence_transformers import SentenceTransformer

    plain = load_encoder(str(tiny_bert), pooling="mean")
    torch.manual_seed(1)
    dense = nn.Sequential(nn.Linear(32, 8), nn.Tanh())
    encoder = Encoder(
        plain.backbone, plain.tokenizer, replace(plain.settings, normalize=True), dense
    )
    save_encoder(encoder, tmp_path)
    expected = encoder.encode(TEXTS)
    assert expected.shape == (len(TEXTS), 8)
    np.testing.assert_allclose(np.linalg.norm(expected, axis=1), 1.0, atol=1e-6)
    np.testing.assert_array_equal(load_encoder(str(tmp_path)).encode(TEXTS), expected)
    theirs = SentenceTransformer(str(tmp_path), device="cpu")
    np.testing.assert_allclose(theirs.encode(TEXTS), expected, atol=1e-5)


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o027, 0o640)])
def test_saved_weights_can_be_read_by_whom_other_files_can_be(tiny_bert, tmp_path, umask, mode):
    plain = load_encoder(str(tiny_bert), pooling="mean")
    dense = nn.Sequential(nn.Linear(32, 8), nn.Tanh())
    before = os.umask(umask)
    try:
        save_encoder(Encoder(plain.backbone, plain.tokenizer, plain.settings, dense), tmp_path)
    finally:
        os.umask(before)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len([file for file in files if file.suffix == ".safetensors"]) == 2
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {mode}


def test_a_run_folder_stands_for_its_encoder(saved, tmp_path):
    encoder, target = saved("tiny_bert", "mean")
    run = tmp_path / "run"
    run.mkdir()
    shutil.move(target, run / "best")
    np.testing.assert_array_equal(load_encoder(str(run)).encode(TEXTS), encoder.encode(TEXTS))
