"""Which weight files are read: safetensors, and pickles only on request.

Reading a pickle can run any code. Weights in `pytorch_model.bin` are pickles; if they are allowed,
torch's restricted unpickler (`weights_only`) reads them, which makes only tensors.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError  # the exception alone
from typing import TYPE_CHECKING, Any

from schemas.errors import UserError
from schemas.reading import as_file, is_pipe

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module

ALLOW_PICKLE = "OSSCSE_ALLOW_PICKLE"
"""Environment variable; 1 allows pickled weights, read by the restricted unpickler."""
PUBLISHED_PICKLED = frozenset(
    f"facebook/wmt19-{pair}" for pair in ("en-de", "de-en", "en-ru", "ru-en")
)
"""Names on the hub that count as permission: their authors published no safetensors."""


MAX_LAYERS = 1000
"""More layers than any encoder has."""
MAX_WEIGHT = 1e18
"""Far above any trained weight; the square of 1e20 is no number in single precision."""
MAX_TEXT = 1 << 28
"""In bytes: eight times the size of the largest tokenizers, which have 250,000 pieces."""
_READ_WHOLE = ("*.json", "vocab.*", "*.model", "*.spm", "merges.txt")
_ANY_SIZE = 1 << 20
_LAYERS = re.compile(r"(^n|num.*|coder|hidden|_n)_layers?$")
_HEADS = re.compile(r"_heads?$")
_SIZE = re.compile(r"(_size|_heads?|_dim|_model|_positions|_embeddings|_experts|^n_\w+)$")


def reading_weights(name: str) -> dict[str, Any]:
    """Arguments for `from_pretrained` that decide which weights it reads, and that it runs no code.

    Args:
        name: a model's folder, or its name on the hub.

    Raises:
        UserError: it is a folder that has only pickled weights, which are not allowed, or that
            asks to run its own code, or that `without_code` refuses.
    """
    never = without_code(name)
    if os.environ.get(ALLOW_PICKLE) == "1" or name in PUBLISHED_PICKLED:
        return {"weights_only": True, **never}
    folder = Path(name)
    pickled = sorted(folder.glob("pytorch_model*.bin")) if folder.is_dir() else []
    if pickled and not any(folder.glob("*.safetensors")):
        raise UserError(
            f"{name} has its weights only in a pickle, {pickled[0].name}, which is not read by"
            f" default. Convert it to safetensors, or set {ALLOW_PICKLE}=1: torch's restricted"
            " unpickler then reads it, which runs no code from the file."
        )
    return {"use_safetensors": True, "weights_only": True, **never}


def without_code(name: str) -> dict[str, Any]:
    """Arguments for any `from_pretrained` that keep it from running code that comes with a model.

    Args:
        name: a model's folder, or its name on the hub.

    Raises:
        UserError: it is a folder with a pipe or a device in the place of a file, or whose
            configuration names code to run, sizes that its weights cannot have, or a length that
            is no number of tokens.
    """
    for path in sorted(Path(name).glob("*")):
        if is_pipe(path):  # whatever reads it could wait for ever
            raise UserError(
                f"{path} is a pipe or a device, not a file: remove it, or download the model again."
            )
    for path in [path for pattern in _READ_WHOLE for path in Path(name).glob(pattern)]:
        if (size := path.stat().st_size) > MAX_TEXT:
            raise UserError(
                f"{path} has {size:,} bytes, more than {MAX_TEXT:,}: no model's tokenizer or"
                " configuration is that large, so it is damaged or made to fill memory."
            )
    for file in ("config.json", "tokenizer_config.json"):
        try:
            config = json.loads(as_file(Path(name) / file).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            continue  # a hub name, or a file whose reader reports the problem
        if isinstance(config, dict) and file == "config.json":
            _check_sizes(Path(name), config)
        longest = config.get("model_max_length") if isinstance(config, dict) else None
        if longest is not None and not (isinstance(longest, int | float) and longest >= 1):
            raise UserError(
                f"{Path(name) / file} says model_max_length = {longest!r}, which is no number of"
                " tokens: it is damaged."
            )
        if isinstance(config, dict) and "auto_map" in config:
            raise UserError(
                f"{Path(name) / file} asks to run code that comes with the model (auto_map), which"
                " is never done here. Use a model of a type that transformers supports by"
                " itself."
            )
    return {"trust_remote_code": False}


def _check_sizes(folder: Path, config: Mapping[str, Any]) -> None:
    """Refuse sizes in a configuration that the weights beside it cannot have.

    A model is built from its configuration, layer by layer, before its weights are read.
    """
    files = [*folder.glob("*.safetensors"), *folder.glob("*.bin")]
    most = max(_ANY_SIZE, sum(file.stat().st_size for file in files))
    for key, value in _numbers(config):
        layers = _LAYERS.search(key)
        if _HEADS.search(key) and value < 0:
            raise UserError(f"{folder / 'config.json'} says {key} = {value:,.0f}: it is damaged.")
        if (layers and value > MAX_LAYERS) or (_SIZE.search(key) and value > most):
            limit = f"{MAX_LAYERS:,} layers" if layers else "what its weights can hold"
            raise UserError(
                f"{folder / 'config.json'} says {key} = {value:,.0f}, more than {limit}: it is"
                " damaged, or belongs to another model."
            )


def _numbers(config: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for key, value in config.items():
        if isinstance(value, dict):
            yield from _numbers(value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield str(key), value


def check_tokens(name: str, vocabulary: Mapping[str, int], vectors: int) -> None:
    """Refuse a tokenizer with tokens that its model has no vectors for.

    Args:
        name: of the model.
        vocabulary: token -> id.
        vectors: number of tokens that the model has vectors for.

    Raises:
        UserError: a token has none, or no number.
    """
    for token, number in vocabulary.items():
        if type(number) is not int or number < 0:
            raise UserError(
                f"The tokenizer of {name} numbers the token {token!r} {number!r}: its vocabulary is"
                " damaged. Download the model again."
            )
    highest = max(vocabulary.values(), default=0)
    if highest >= vectors:
        raise UserError(
            f"The tokenizer of {name} has tokens up to number {highest:,}, but the model has"
            f" vectors for {vectors:,} tokens only: their files do not belong together. Download"
            " the model again."
        )


def check_whole(name: str, report: Mapping[str, Any]) -> None:
    """Refuse a model some of whose weights were missing from its files and so are random.

    Args:
        name: the model's folder or name.
        report: what `from_pretrained` returns with `output_loading_info`.

    Raises:
        UserError: a weight is missing or has another shape.
    """
    shapes = [str(entry[0]) for entry in report.get("mismatched_keys", ())]
    missing = sorted([*map(str, report["missing_keys"]), *shapes])
    if missing:
        raise UserError(
            f"The weights of {name} are incomplete: {missing[0]} is missing or has another shape"
            + (f", and {len(missing) - 1} more" if len(missing) > 1 else "")
            + ". Download the model again, or use another."
        )


def check_values(name: str, model: Module) -> None:
    """Refuse a model with weights that are no numbers, or too large to calculate with.

    Args:
        name: the model's folder or name.
        model: with its weights.

    Raises:
        UserError: it has one.
    """
    import torch

    for key, weight in model.named_parameters():
        if weight.numel() and weight.is_floating_point():
            least, most = map(float, torch.aminmax(weight.detach()))
            if not -MAX_WEIGHT < least <= most < MAX_WEIGHT:
                raise UserError(
                    f"The weights of {name} are damaged: {key} holds values that are no numbers, or"
                    f" beyond {MAX_WEIGHT:.0e}. Download the model again, or use another."
                )


def weights_digest(weights: Mapping[str, Tensor]) -> str:
    """SHA-256 of the names and values of all weights, as they are in memory."""
    import torch

    digest = hashlib.sha256()
    for name in sorted(weights):
        digest.update(name.encode())
        values = weights[name].detach().cpu().contiguous().reshape(-1)
        digest.update(values.view(torch.uint8).numpy().data)
    return digest.hexdigest()


@contextmanager
def refusing_code(name: str) -> Iterator[None]:
    """Wrap the loading of a model; turn a refusal of the restricted unpickler into a message.

    Raises:
        UserError: pickled weights hold more than tensors.
    """
    try:
        yield
    except UnpicklingError as error:
        raise UserError(
            f"The pickled weights of {name} hold more than tensors, or are damaged, so they are"
            " not read. Use the model in safetensors."
        ) from error
