"""FSMT (the architecture of facebook/wmt19-*) in CTranslate2's model format.

CTranslate2 converts many architectures of `transformers`, but not this one. This module fills its
public model specification by hand: layer normalisation after each block, sinusoidal positions
from the padding index on, an untied output projection, and a vocabulary for each side. Tokens are
named by their ids, so that names are unique.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from filelock import FileLock

from pipeline.translation.checkpoint import Checkpoint
from schemas.errors import UserError, first_line
from schemas.files import sha256_file, sha256_json, write_json
from schemas.reading import as_file

if TYPE_CHECKING:
    from transformers import PreTrainedModel

FORMAT = 1
"""Raise whenever the conversion changes, so that old conversions are not reused."""
MAX_POSITIONS = 1024
DIGESTS = "sha256.json"
SETTINGS = (
    "encoder_layers", "decoder_layers", "encoder_attention_heads", "decoder_attention_heads",
    "activation_function", "d_model", "scale_embedding", "src_vocab_size", "tgt_vocab_size",
    "bos_token_id", "eos_token_id", "pad_token_id", "decoder_start_token_id",
)  # fmt: skip
"""What the conversion takes from the configuration besides the weights."""


def converted_folder(checkpoint: Checkpoint, model: PreTrainedModel) -> Path:
    """The model in CTranslate2's format; converted once, and cached by its weights and settings.

    The cache is `OSSCSE_CACHE`, or else the user's cache folder (`XDG_CACHE_HOME`). A folder whose
    files have changed is converted again: it would translate differently, and the manifest would
    name the original model.

    Raises:
        UserError: the cache cannot be written to.
    """
    import ctranslate2

    version = ctranslate2.__version__.split(".")[0]
    settings = sha256_json([getattr(model.config, name) for name in SETTINGS])
    name = f"{checkpoint.sha256[:24]}-{settings[:8]}-{version}-{FORMAT}"
    folder = cache_folder() / "ctranslate2" / name
    if _is_as_written(folder):
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Otherwise two processes that find the same damage could remove what the other has made.
        with FileLock(f"{folder}.lock", fallback_to_soft=False):
            if not _is_as_written(folder):
                _make(model, folder)
    except OSError as error:
        raise UserError(
            f"Cannot write the converted translation model to {folder.parent} ({error.strerror})."
            " Set OSSCSE_CACHE to a writable folder, or use --engine transformers."
        ) from error
    return folder


def _make(model: PreTrainedModel, folder: Path) -> None:
    with tempfile.TemporaryDirectory(
        prefix=f".{folder.name}.", dir=folder.parent, ignore_cleanup_errors=True
    ) as scratch:
        fresh = Path(scratch) / "fresh"
        _convert(model, fresh)
        write_json(fresh / DIGESTS, _digests(fresh))
        if folder.exists():
            # Moved, not removed, so that no other process loads half of it.
            folder.rename(Path(scratch) / "damaged")
        fresh.rename(folder)


def _is_as_written(folder: Path) -> bool:
    try:
        vouched = json.loads(as_file(folder / DIGESTS).read_text(encoding="utf-8"))
        return bool(vouched == _digests(folder))
    except (OSError, ValueError, RecursionError):
        return False


def _digests(folder: Path) -> dict[str, str]:
    return {
        file.name: sha256_file(file) for file in sorted(folder.iterdir()) if file.name != DIGESTS
    }


def cache_folder() -> Path:
    """Where files that can be made again are kept between runs."""
    if own := os.environ.get("OSSCSE_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "osscse"


def _convert(model: PreTrainedModel, folder: Path) -> None:
    from ctranslate2.converters import Converter

    class FSMTConverter(Converter):  # type: ignore[misc]
        def _load(self) -> Any:
            return _specification(model)

    try:
        FSMTConverter().convert(str(folder), force=True)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            f"{model.name_or_path} cannot be converted for CTranslate2 ({type(error).__name__}:"
            f" {first_line(error)}): its config.json is damaged, or asks for what CTranslate2 does"
            " not have. Use --engine transformers, or download the model again."
        ) from error


def _specification(model: Any) -> Any:
    from ctranslate2.specs import TransformerSpec, common_spec

    config = model.config
    if config.decoder_attention_heads != config.encoder_attention_heads:
        raise ValueError("encoder and decoder have different numbers of attention heads")
    spec = TransformerSpec.from_config(
        (config.encoder_layers, config.decoder_layers),
        config.encoder_attention_heads,
        pre_norm=False,
        activation={
            "relu": common_spec.Activation.RELU,
            "gelu": common_spec.Activation.GELU,
            "swish": common_spec.Activation.SWISH,
        }[config.activation_function],
    )
    encoder, decoder = model.model.encoder, model.model.decoder
    _embeddings(spec.encoder, spec.encoder.embeddings[0], encoder, config)
    _embeddings(spec.decoder, spec.decoder.embeddings, decoder, config)
    for target, layer in zip(spec.encoder.layer, encoder.layers, strict=True):
        _self_attention(target, layer)
        _feed_forward(target, layer)
    for target, layer in zip(spec.decoder.layer, decoder.layers, strict=True):
        _self_attention(target, layer)
        attention = layer.encoder_attn
        _linear(target.attention.linear[0], [attention.q_proj])
        _linear(target.attention.linear[1], [attention.k_proj, attention.v_proj])
        _linear(target.attention.linear[2], [attention.out_proj])
        _norm(target.attention.layer_norm, layer.encoder_attn_layer_norm)
        _feed_forward(target, layer)
    spec.decoder.projection.weight = _array(decoder.output_projection.weight)
    spec.register_source_vocabulary([str(i) for i in range(config.src_vocab_size)])
    spec.register_target_vocabulary([str(i) for i in range(config.tgt_vocab_size)])
    spec.config.bos_token = str(config.bos_token_id)
    spec.config.eos_token = str(config.eos_token_id)
    spec.config.unk_token = "3"  # FSMT's tokenizer has <s> <pad> </s> <unk> as ids 0 to 3
    spec.config.decoder_start_token = str(config.decoder_start_token_id)
    return spec


def _embeddings(target: Any, words: Any, part: Any, config: Any) -> None:
    target.scale_embeddings = float(part.embed_scale)
    words.weight = _array(part.embed_tokens.weight)
    positions = part.embed_positions
    saved, first = positions.weight, positions.padding_idx + 1
    # `transformers` computes more sinusoids for a text that is longer than the saved table.
    rows = max(len(saved), MAX_POSITIONS + first)
    sinusoids = positions.get_embedding(rows, config.d_model, positions.padding_idx)
    table = [_array(saved)[first:], _array(sinusoids)[len(saved) :]]
    target.position_encodings.encodings = np.concatenate(table)


def _self_attention(target: Any, layer: Any) -> None:
    attention = layer.self_attn
    joined = [attention.q_proj, attention.k_proj, attention.v_proj]
    _linear(target.self_attention.linear[0], joined)
    _linear(target.self_attention.linear[1], [attention.out_proj])
    _norm(target.self_attention.layer_norm, layer.self_attn_layer_norm)


def _feed_forward(target: Any, layer: Any) -> None:
    _linear(target.ffn.linear_0, [layer.fc1])
    _linear(target.ffn.linear_1, [layer.fc2])
    _norm(target.ffn.layer_norm, layer.final_layer_norm)


def _linear(target: Any, parts: Sequence[Any]) -> None:
    target.weight = np.concatenate([_array(part.weight) for part in parts])
    target.bias = np.concatenate([_array(part.bias) for part in parts])


def _norm(target: Any, layer: Any) -> None:
    target.gamma, target.beta = _array(layer.weight), _array(layer.bias)


def _array(tensor: Any) -> np.ndarray[Any, Any]:
    array: np.ndarray[Any, Any] = tensor.detach().float().cpu().numpy()
    return array
