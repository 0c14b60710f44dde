"""The files with which sentence-transformers describes what follows the transformer."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import nn

from schemas.errors import UserError, first_line
from schemas.files import write_json
from schemas.reading import as_file, is_pipe
from trainer.encoders.backbone import state_size
from trainer.encoders.encoder import Encoder
from trainer.encoders.prompts import Prompts
from trainer.encoders.templates import mask_name
from trainer.encoders.tensors import write_tensors
from trainer.settings.values import PoolingMode

_SUPPORTED = ("Transformer", "WordWeights", "Pooling", "Dense", "Normalize")
_TYPE = "sentence_transformers.models."
_ABOUT = "config_sentence_transformers.json"
_VECTOR = "sentence_embedding"
"""What a dense layer reads: the vector of a text."""
_ACTIVATIONS: dict[str, type[nn.Module]] = {
    kind.__name__: kind for kind in (nn.Identity, nn.Tanh, nn.ReLU, nn.GELU)
}
_LEGACY_KEYS: dict[str, PoolingMode] = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_mean_tokens": "mean",
}
_OTHER_KEYS = ("pooling_mode_max_tokens", "pooling_mode_mean_sqrt_len_tokens")
# Readers warn of a newer version than their own; this one is older than any reader.
_VERSIONS = {"sentence_transformers": "3.0.0", "transformers": "4.41.0", "pytorch": "2.3.0"}


@dataclass(frozen=True, slots=True)
class Modules:
    """What a folder states about itself.

    Attributes:
        backbone: folder of the transformer's files.
        pooling: None if the folder states none.
        max_tokens: longest input; None if the folder states none.
        normalize: whether embeddings are scaled to length 1.
        lower_case: whether texts are lower-cased before the tokenizer.
        dense: layers after pooling, if any.
        prompts: text to put before every text.
        similarity: name of the function for comparing embeddings.
        truncate_dim: how many dimensions of an embedding to return; None for all.
    """

    backbone: Path
    pooling: PoolingMode | None = None
    max_tokens: int | None = None
    normalize: bool = False
    lower_case: bool = False
    dense: nn.Sequential | None = None
    prompts: Prompts = field(default_factory=Prompts)
    similarity: str = "cosine"
    truncate_dim: int | None = None


def read_modules(folder: Path) -> Modules:
    """Read what a model folder states; little if sentence-transformers did not write it.

    Raises:
        UserError: it needs something that is not supported.
    """
    listing = folder / "modules.json"
    if not listing.is_file():
        return Modules(backbone=folder)
    entries = [(str(e["type"]).rsplit(".", 1)[-1], folder / e["path"]) for e in _json(listing)]
    unknown = [kind for kind, _ in entries if kind not in _SUPPORTED]
    if unknown:
        raise UserError(
            f"{listing} has the module {unknown[0]}; only {', '.join(_SUPPORTED)} are supported."
        )
    kinds = [kind for kind, _ in entries]
    if kinds != sorted(kinds, key=_SUPPORTED.index):
        raise UserError(
            f"{listing} has the modules {', '.join(kinds)} in this order; the supported order is"
            f" {', '.join(_SUPPORTED)}."
        )
    paths = dict(entries)
    about = _json(folder / _ABOUT, absent={})
    backbone = paths.get("Transformer", folder)
    reading = _json(backbone / "sentence_bert_config.json", absent={})
    return Modules(
        backbone=backbone,
        pooling=_read_pooling(paths),
        max_tokens=_stated_count(backbone / "sentence_bert_config.json", reading, "max_seq_length")
        or _tokenizer_limit(backbone),
        normalize="Normalize" in paths,
        lower_case=bool(reading.get("do_lower_case", False)),
        dense=_read_dense([path for kind, path in entries if kind == "Dense"]),
        prompts=_read_prompts(folder, about, paths),
        similarity=about.get("similarity_fn_name") or "cosine",
        truncate_dim=_stated_count(folder / _ABOUT, about, "truncate_dim"),
    )


def _read_prompts(folder: Path, about: dict[str, Any], paths: dict[str, Path]) -> Prompts:
    texts = {name: text or "" for name, text in (about.get("prompts") or {}).items()}
    default = about.get("default_prompt_name")
    if default is not None and default not in texts:
        raise UserError(
            f"{folder} has no prompt named {default}; its prompts are"
            f" {', '.join(texts) or 'none'}. Correct {_ABOUT}."
        )
    pooling = _json(paths["Pooling"] / "config.json") if "Pooling" in paths else {}
    return Prompts(texts, default, bool(pooling.get("include_prompt", True)))


def _stated_count(file: Path, content: dict[str, Any], key: str) -> int | None:
    count = content.get(key)
    if count is None:
        return None
    if type(count) is not int or count < 1:
        raise UserError(
            f"{file} has the {key} {count!r}; it should be a whole number of at least 1."
        )
    return count


def _tokenizer_limit(backbone: Path) -> int | None:
    """Longest input in the tokenizer's settings, the only place where version 6 stores it."""
    limit = _json(backbone / "tokenizer_config.json", absent={}).get("model_max_length")
    # Tokenizers without a limit state a huge number.
    return int(limit) if limit is not None and limit < 1_000_000 else None


def write_modules(encoder: Encoder, folder: Path, model_args: dict[str, bool]) -> None:
    """Write `modules.json` and the configuration of each module.

    Args:
        model_args: arguments to build the transformer with.
    """
    settings = encoder.settings
    reading: dict[str, Any] = {
        "max_seq_length": settings.max_tokens,
        "do_lower_case": settings.lower_case,
    }
    if model_args:
        reading["model_args"] = model_args
    write_json(folder / "sentence_bert_config.json", reading)
    about: dict[str, Any] = {
        "__version__": _VERSIONS,
        "prompts": settings.prompts.texts,
        "default_prompt_name": settings.prompts.default,
        "similarity_fn_name": settings.similarity,
    }
    if settings.truncate_dim is not None:  # a key that only newer readers have
        about["truncate_dim"] = settings.truncate_dim
    write_json(folder / _ABOUT, about)
    kinds = ["Transformer"]
    if settings.pooling == "mask":
        _write_word_weights(_subfolder(folder, kinds, "WordWeights"), encoder)
    _write_pooling(_subfolder(folder, kinds, "Pooling"), encoder)
    layers = list(encoder.dense)
    for linear, activation in zip(layers[::2], layers[1::2], strict=True):
        _write_dense(_subfolder(folder, kinds, "Dense"), linear, activation)
    if settings.normalize:
        _subfolder(folder, kinds, "Normalize")
    write_json(
        folder / "modules.json",
        [
            {"idx": i, "name": str(i), "path": f"{i}_{kind}" if i else "", "type": _TYPE + kind}
            for i, kind in enumerate(kinds)
        ],
    )


def _subfolder(folder: Path, kinds: list[str], kind: str) -> Path:
    """Create the folder of the next module."""
    path = folder / f"{len(kinds)}_{kind}"
    path.mkdir()
    kinds.append(kind)
    return path


def _read_pooling(paths: dict[str, Path]) -> PoolingMode | None:
    if "Pooling" not in paths:
        return None
    config = _json(paths["Pooling"] / "config.json")
    flags = [key for key, on in config.items() if key.startswith("pooling_mode_") and on]
    # sentence-transformers 6 states the mode by name, and ignores the flags of earlier versions.
    named = config.get("pooling_mode") or [_LEGACY_KEYS.get(flag) for flag in flags]
    found = [mode for mode in _LEGACY_KEYS.values() if named in (mode, [mode])]
    if not found:
        raise UserError(
            f"{paths['Pooling']} asks for a pooling that is not supported: only cls or mean alone"
            " is."
        )
    if "WordWeights" not in paths:
        return found[0]
    weights = _json(paths["WordWeights"] / "config.json")
    tokens = [token for token, weight in weights["word_weights"].items() if weight]
    if found != ["mean"] or len(tokens) != 1 or weights.get("unknown_word_weight") != 0:
        raise UserError(
            f"{paths['WordWeights']} weights words in a way that is not mask pooling; that is not"
            " supported."
        )
    return "mask"


def _write_pooling(folder: Path, encoder: Encoder) -> None:
    settings, width = encoder.settings, state_size(encoder.backbone)
    mode = "mean" if settings.pooling == "mask" else settings.pooling
    flags = {key: own == mode for key, own in _LEGACY_KEYS.items()}
    config = {"word_embedding_dimension": width, **flags, **dict.fromkeys(_OTHER_KEYS, False)}
    if not settings.prompts.pooled:  # a key that the oldest readers do not have
        config["include_prompt"] = False
    write_json(folder / "config.json", config)


def _write_word_weights(folder: Path, encoder: Encoder) -> None:
    backbone: Any = encoder.backbone
    token = mask_name(encoder.tokenizer, encoder.settings.tokens)
    # Empty strings for all other ids have the same effect and keep the file small.
    vocabulary = [""] * int(backbone.get_input_embeddings().num_embeddings)
    vocabulary[encoder.tokenization.mask_id] = str(token)
    weights = {"word_weights": {token: 1.0}, "unknown_word_weight": 0.0}
    text = json.dumps({"vocab": vocabulary, **weights}, ensure_ascii=False)
    (folder / "config.json").write_text(text, encoding="utf-8", newline="\n")


def _read_dense(folders: list[Path]) -> nn.Sequential | None:
    layers: list[nn.Module] = []
    for folder in folders:
        config = _json(folder / "config.json")
        name = str(config.get("activation_function", "Identity")).rsplit(".", 1)[-1]
        weights = folder / "model.safetensors"
        if name not in _ACTIVATIONS or not weights.is_file():
            raise UserError(
                f"{folder} is a dense layer with activation {name}; supported are"
                f" {', '.join(_ACTIVATIONS)}, with weights in model.safetensors."
            )
        if config.get("use_residual") or config.get("module_input_name", _VECTOR) != _VECTOR:
            raise UserError(
                f"{folder} is a dense layer that adds its input or reads something else than the"
                " vector of a text, which is not supported."
            )
        try:
            tensors = load_file(as_file(weights))
            state = {key.removeprefix("linear."): t for key, t in tensors.items()}
            size = config["out_features"], config["in_features"]
            if size != state["weight"].shape:  # else memory of any size in the config is allocated
                raise ValueError(f"its config has the size {size}, its weights another")
            linear = nn.Linear(size[1], size[0], config.get("bias", True))
            linear.load_state_dict(state)
        except (SafetensorError, RuntimeError, KeyError, TypeError, ValueError, OSError) as error:
            raise UserError(f"{folder} is a damaged dense layer: {first_line(error)}") from error
        layers += [linear, _ACTIVATIONS[name]()]
    return nn.Sequential(*layers) if layers else None


def _write_dense(folder: Path, linear: Any, activation: nn.Module) -> None:
    config = {
        "in_features": linear.in_features,
        "out_features": linear.out_features,
        "bias": linear.bias is not None,
        "activation_function": f"{type(activation).__module__}.{type(activation).__name__}",
    }
    write_json(folder / "config.json", config)
    state = {f"linear.{key}": t.detach().contiguous() for key, t in linear.state_dict().items()}
    write_tensors(folder / "model.safetensors", state)


def _json(path: Path, absent: Any = None) -> Any:
    """Content of a JSON file; `absent`, where given, for one that does not exist."""
    if absent is not None and not path.is_file():
        return absent
    if is_pipe(path):
        raise UserError(f"{path} is a pipe or a device, not a file.")
    try:
        return json.loads(as_file(path).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UserError(f"{path} is missing; the model folder is incomplete.") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not valid JSON: {error}.") from error
