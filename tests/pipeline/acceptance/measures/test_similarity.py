"""The threshold of the similarity without its package or its model."""

import sys
from types import SimpleNamespace

import pytest

from pipeline.acceptance.measures.similarity import SentenceSimilarity
from schemas.errors import UserError


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
