"""A damaged translation model is told before it translates."""

import json

import pytest
from safetensors.torch import load_file, save_file

from schemas.errors import UserError
from tests.translation_models import make_fsmt, opened


def change(file, **values):
    """Put values into a file; None removes one."""
    content = json.loads(file.read_text(encoding="utf-8")) | values
    content = {key: value for key, value in content.items() if value is not None}
    file.write_text(json.dumps(content), encoding="utf-8")


@pytest.fixture
def model(tmp_path):
    return make_fsmt(tmp_path / "en-de", ("en", "de"))


@pytest.mark.parametrize("engine", ["ctranslate2", "transformers"])
def test_a_sound_model_is_opened(model, engine):
    assert opened(str(model), engine).device == "cpu"


@pytest.mark.parametrize(
    ("file", "values", "said"),
    [
        ("vocab-src.json", {"<unk>": None}, "has no number for a character that it does not know"),
        ("vocab-src.json", {"t": {"a": 1}}, "numbers the token 't' {'a': 1}: its vocabulary is"),
        ("vocab-src.json", {"t": 9_999}, "tokens up to number 9,999, but the model has vectors"),
        ("tokenizer_config.json", {"unk_token": ["<unk>"]}, "is not a folder with a sequence"),
        ("generation_config.json", {"length_penalty": {}}, "cannot translate (TypeError: "),
        ("generation_config.json", {"decoder_start_token_id": 99_999}, "cannot translate (Index"),
    ],
)
def test_files_that_do_not_fit_together_are_told(model, file, values, said):
    change(model / file, **values)
    with pytest.raises(UserError) as told:
        opened(str(model), "transformers")
    assert said in str(told.value)


@pytest.mark.parametrize("engine", ["ctranslate2", "transformers"])
def test_weights_that_are_no_numbers_are_told(model, engine):
    weights = load_file(model / "model.safetensors")
    weights["model.encoder.layers.0.fc1.bias"][3] = float("nan")
    save_file(weights, model / "model.safetensors", {"format": "pt"})
    with pytest.raises(UserError, match=r"damaged: model\.encoder\.layers\.0\.fc1\.bias holds"):
        opened(str(model), engine)


def test_what_cannot_be_converted_is_told(model):
    change(model / "config.json", activation_function="tanh")
    assert opened(str(model), "transformers").device == "cpu"
    said = r"en-de cannot be converted for CTranslate2 \(KeyError: 'tanh'\): .*--engine trans"
    with pytest.raises(UserError, match=said):
        opened(str(model), "ctranslate2")
