"""Graphs give what sentence-transformers gives, whatever a model states."""

import numpy as np
import pytest

from tests.sentence_models import KINDS, TEXTS
from trainer.encoders.folder import load_encoder
from trainer.encoders.onnx import OnnxEncoder, quantize, write_onnx


@pytest.mark.parametrize("kind", KINDS)
def test_graphs_hold_pooling_dense_layers_and_normalisation(sentence_model, kind, tmp_path):
    model, folder = sentence_model(kind)
    encoder = load_encoder(str(folder))
    whole, small = tmp_path / "model.onnx", tmp_path / "model_int8.onnx"
    write_onnx(encoder, whole)
    wanted = model.encode(TEXTS)
    np.testing.assert_allclose(OnnxEncoder(encoder, whole).encode(TEXTS), wanted, atol=1e-4)
    quantize(whole, small)
    found = OnnxEncoder(encoder, small).encode(TEXTS)
    norms = np.linalg.norm(found, axis=1) * np.linalg.norm(wanted, axis=1)
    assert ((found * wanted).sum(axis=1) / norms > 0.95).all()
