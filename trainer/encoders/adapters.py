"""Low-rank updates of an encoder (LoRA): small matrices trained beside frozen weights.

The format of their files is that of peft, so that sentence-transformers and `transformers` load
several of them beside one model.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor, nn

from schemas.errors import UserError, first_line
from schemas.reading import as_file
from trainer.encoders.encoder import Encoder
from trainer.encoders.tensors import write_tensors

FOLDER = "adapter"
"""Folder of an adapter inside that of the encoder that it was merged into."""
_WEIGHTS = "adapter_model.safetensors"
_CONFIG = "adapter_config.json"
_NAME = "default"
_PREFIX = "base_model.model."


def add_adapter(encoder: Encoder, rank: int) -> None:
    """Freeze an encoder and add a trainable low-rank update to every linear layer of its backbone.

    The update is zero at first, so that the encoder's vectors stay as they are.

    Args:
        encoder: changed in place.
        rank: rank of the updates; their scaling factor is 2, as is common.

    Raises:
        UserError: peft is not installed, or the backbone has no linear layers.
    """
    if find_spec("peft") is None:
        raise UserError("lora_rank needs the extra: pip install 'osscse[lora]'.")
    from peft import LoraConfig, inject_adapter_in_model

    backbone = encoder.backbone
    layers = [name for name, module in backbone.named_modules() if type(module) is nn.Linear]
    if not layers:
        raise UserError("This model has no linear layers to update; set lora_rank=0.")
    encoder.requires_grad_(False)
    config = LoraConfig(r=rank, lora_alpha=2 * rank, target_modules=layers)
    inject_adapter_in_model(config, backbone, _NAME)


def has_adapter(encoder: Encoder) -> bool:
    """Whether an encoder has a low-rank update beside its weights."""
    return hasattr(encoder.backbone, "peft_config")


def own_weights(encoder: Encoder) -> dict[str, Tensor]:
    """An encoder's weights by name, as they would be without its low-rank update."""
    return {
        name.replace(".base_layer.", "."): weight
        for name, weight in encoder.state_dict().items()
        if ".lora_" not in name
    }


def merged(encoder: Encoder) -> Encoder:
    """A copy whose weights include the low-rank update; it has no adapter any more."""
    from peft.tuners.lora import LoraLayer

    whole = copy.deepcopy(encoder)
    backbone: Any = whole.backbone
    for name, module in list(backbone.named_modules()):
        if isinstance(module, LoraLayer):
            module.merge()
            backbone.set_submodule(name, module.get_base_layer())
    del backbone.peft_config
    return whole


def write_adapter(encoder: Encoder, folder: Path) -> None:
    """Write the low-rank update of an encoder that has one to a new folder."""
    from peft import get_peft_model_state_dict

    backbone: Any = encoder.backbone
    config = copy.deepcopy(backbone.peft_config[_NAME])
    config.inference_mode = True
    # By now it is a set, whose order differs between processes, and so would the file.
    config.target_modules = sorted(config.target_modules)
    config.base_model_name_or_path = encoder.settings.base_model
    config.save_pretrained(folder)
    tensors = get_peft_model_state_dict(backbone, adapter_name=_NAME)
    plain = {_PREFIX + name: t.detach().cpu().contiguous() for name, t in tensors.items()}
    write_tensors(folder / _WEIGHTS, plain)


def scale_adapter(source: Path, share: float, folder: Path, parts: Mapping[str, float]) -> None:
    """Write a low-rank update scaled by a share, which equals a mix with the initial weights.

    Args:
        share: from 0 to 1.
        folder: to create.
        parts: beginning of names of weights in the model -> the share that they get instead.

    Raises:
        UserError: the files are missing or damaged.
    """
    try:
        config = as_file(source / _CONFIG).read_bytes()
        tensors = load_file(as_file(source / _WEIGHTS))
    except (OSError, SafetensorError) as error:
        raise UserError(f"{source} is not a low-rank update ({first_line(error)}).") from error
    folder.mkdir()
    (folder / _CONFIG).write_bytes(config)
    scaled = {}
    for name, tensor in tensors.items():
        own = next((part for block, part in parts.items() if f".{block}" in name), share)
        scaled[name] = tensor * own if ".lora_B." in name else tensor
    write_tensors(folder / _WEIGHTS, scaled)
