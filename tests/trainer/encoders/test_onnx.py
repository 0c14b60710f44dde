"""Graphs give what sentence-transformers gives, whatever a model states."""

from pathlib import Path

import numpy as np
import pytest

import trainer
from tests.sentence_models import KINDS, TEXTS
from trainer.encoders.folder import load_encoder
from trainer.encoders.onnx import OnnxEncoder, drop_notes, quantize, write_onnx


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


def test_graphs_name_no_folder_of_the_machine(sentence_model, tmp_path):
    encoder = load_encoder(str(sentence_model("mean")[1]))
    whole, small = tmp_path / "model.onnx", tmp_path / "model_int8.onnx"
    write_onnx(encoder, whole)
    quantize(whole, small)
    folders = (Path(trainer.__file__).parent, Path(np.__file__).parents[1], tmp_path)
    for graph in (whole, small):
        content = graph.read_bytes()
        assert b"sentence_embedding" in content
        assert [one for one in folders if str(one).encode() in content] == []
        assert b"stack_trace" not in content


def test_notes_are_dropped_from_all_parts_of_a_graph():
    import onnx
    from onnx import helper

    def noted(part):
        part.doc_string = "/home/anna/encoder.py"
        entry = part.metadata_props.add()
        entry.key, entry.value = "stack_trace", "/home/anna/encoder.py"
        return part

    def graph(name, node):
        made = noted(helper.make_graph([node], name, [], [], [noted(onnx.TensorProto(name="w"))]))
        made.value_info.append(noted(helper.make_tensor_value_info("v", 1, [2])))
        return made

    def model(note):
        inner = graph("inner", note(helper.make_node("Relu", ["a"], ["b"])))
        branch = helper.make_node("If", ["c"], ["d"], then_branch=inner)
        return helper.make_model(graph("outer", note(branch)), producer_name="torch")

    with_notes, wanted = noted(model(noted)), model(lambda node: node)
    for part in (wanted.graph, wanted.graph.node[0].attribute[0].g):
        for one in (part, *part.initializer, *part.value_info):
            one.ClearField("doc_string")
            one.ClearField("metadata_props")
    drop_notes(with_notes)
    assert with_notes == wanted
    assert b"anna" not in with_notes.SerializeToString()
