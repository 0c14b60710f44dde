"""The threshold of the similarity without its package or its model."""

import json
import shutil
import sys
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from pipeline.acceptance.measures.similarity import SentenceSimilarity
from schemas.errors import UserError
from tests.sentence_models import make_sentence_model


def test_without_sentence_transformers_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(UserError, match=r"pip install 'osscse\[similarity\]'"):
        SentenceSimilarity("demo", "cpu")


def test_a_model_that_cannot_be_loaded_is_named(monkeypatch):
    def missing(*_, **__):
        raise OSError("no such folder.\nIf it is a private repository, log in.")

    fake = SimpleNamespace(SentenceTransformer=missing)
    monkeypatch.setitem(sys.modules, "sentence_transformers", fake)
    said = r"models/none of --min-similarity cannot be loaded: no such folder\. Give a folder"
    with pytest.raises(UserError, match=said):
        SentenceSimilarity("models/none", "cpu")


def test_what_the_library_raises_of_another_type_is_told_too(monkeypatch):
    def damaged(*_, **__):
        raise RuntimeError("header too large")  # as safetensors and tokenizers do

    fake = SimpleNamespace(SentenceTransformer=damaged)
    monkeypatch.setitem(sys.modules, "sentence_transformers", fake)
    with pytest.raises(UserError, match="cannot be loaded: header too large"):
        SentenceSimilarity("models/none", "cpu")


@pytest.fixture(scope="module")
def dense(tiny_bert, tmp_path_factory):
    folder = tmp_path_factory.mktemp("similarity") / "own"
    make_sentence_model(tiny_bert, "dense", folder)
    return folder


def damaged(folder, target, file, change):
    own = shutil.copytree(folder, target / "own")
    if file.endswith(".safetensors"):
        weights = load_file(own / file)
        change(weights)
        save_file(weights, own / file, {"format": "pt"})
    else:
        content = json.loads((own / file).read_text(encoding="utf-8"))
        change(content)
        (own / file).write_text(json.dumps(content), encoding="utf-8")
    return str(own)


def test_a_sound_encoder_measures(dense):
    pairs = [("Rain fell.", "Rain fell."), ("Rain fell.", "The nurse opens a door.")]
    same, other = SentenceSimilarity(str(dense), "cpu").cosines(pairs)
    assert same == pytest.approx(1, abs=1e-5)
    assert -1 <= other < 0.999


def without_pooler(weights):
    for key in [key for key in weights if key.startswith("pooler.")]:
        del weights[key]


def test_a_pooler_that_nothing_reads_may_be_missing(dense, tmp_path):
    own = damaged(dense, tmp_path, "model.safetensors", without_pooler)
    assert len(SentenceSimilarity(own, "cpu").cosines([("Rain fell.", "It rained.")])) == 1


QUERY = "encoder.layer.0.attention.self.query.weight"


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        ("model.safetensors", lambda w: w.pop(QUERY), f"are incomplete: {QUERY} is missing"),
        ("model.safetensors", lambda w: w[QUERY].fill_(torch.nan), "values that are no numbers"),
        ("2_Dense/model.safetensors", lambda w: w["linear.bias"].fill_(3e38), "no numbers, or be"),
        ("modules.json", lambda c: c.pop(0), "no attribute 'tokenize'"),
        ("2_Dense/config.json", lambda c: c.update(module_input_name="odd"), "loaded: 'odd'"),
        ("tokenizer_config.json", lambda c: c.update(model_max_length=-1), "no number of tokens"),
        ("tokenizer_config.json", lambda c: c.update(unk_token=""), "loaded: WordPiece error"),
    ],
)
def test_a_damaged_encoder_is_told_before_it_measures(dense, tmp_path, file, change, said):
    with pytest.raises(UserError) as told:
        SentenceSimilarity(damaged(dense, tmp_path, file, change), "cpu")
    assert said in str(told.value)


def test_vectors_that_are_no_numbers_are_not_compared(dense, monkeypatch):
    judge = SentenceSimilarity(str(dense), "cpu")
    monkeypatch.setattr(judge._encoder, "encode", lambda *_, **__: np.full((1, 8), np.nan))
    with pytest.raises(UserError, match="gives vectors that are no numbers: its weights are damag"):
        judge.cosines([("Rain fell.", "Rain fell.")])
