"""A configuration may not ask for more than the weights beside it can hold."""

import json

import pytest

from schemas.errors import UserError
from schemas.weights import without_code


@pytest.mark.parametrize(
    "config",
    [
        {"num_hidden_layers": 100_000},
        {"decoder_layers": 1001},
        {"text_config": {"hidden_size": 2**40}},
        {"vocab_size": 1e300},
        {"max_position_embeddings": 2**31},
        {"num_attention_heads": -1},
    ],
)
def test_sizes_that_its_weights_cannot_have_are_refused(tmp_path, config):
    (tmp_path / "model.safetensors").write_bytes(b"x" * 100)
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(UserError, match=r"config\.json says .* is damaged"):
        without_code(str(tmp_path))


@pytest.mark.parametrize("name", ["tokenizer.json", "vocab.txt", "spiece.model", "source.spm"])
def test_a_tokenizer_that_would_fill_memory_is_not_opened(tmp_path, name):
    with (tmp_path / name).open("wb") as file:
        file.truncate(2 << 30)  # of holes, which take no room on the disk
    with pytest.raises(UserError, match=rf"{name} has 2,147,483,648 bytes, more than 268,435,456"):
        without_code(str(tmp_path))


def test_usual_sizes_pass(tmp_path):
    config = {
        "num_hidden_layers": 48, "vocab_size": 250_002, "max_position_embeddings": 131_072,
        "rope_theta": 10_000_000, "pad_token_id": 1, "hidden_act": "gelu", "use_cache": True,
    }  # fmt: skip
    (tmp_path / "config.json").write_text(json.dumps(config))
    assert without_code(str(tmp_path)) == {"trust_remote_code": False}
