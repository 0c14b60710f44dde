"""Chooses which layers of an encoder are trained."""

from __future__ import annotations

from typing import Any

from torch import nn

from schemas.errors import UserError
from trainer.encoders.encoder import Encoder


def train_front(encoder: Encoder, count: int) -> None:
    """Freeze all weights except the input embeddings and the first blocks.

    Args:
        encoder: changed in place.
        count: number of blocks that stay trainable.

    Raises:
        UserError: the backbone has fewer blocks, or its blocks cannot be found.
    """
    blocks = _blocks(encoder.backbone)
    if blocks is None:
        raise UserError("The blocks of this model cannot be found; set train_layers=0.")
    if count > len(blocks):
        raise UserError(
            f"train_layers is {count}, but the model has {len(blocks)} layers; set at most that, or"
            " 0 to train all."
        )
    encoder.requires_grad_(False)
    embeddings = getattr(encoder.backbone, "embeddings", encoder.table)
    for module in (embeddings, *blocks[:count]):
        if module is not None:
            module.requires_grad_(True)


def _blocks(backbone: nn.Module) -> nn.ModuleList | None:
    """The transformer's blocks, front to back."""
    config: Any = backbone.config
    for module in backbone.modules():
        if isinstance(module, nn.ModuleList) and len(module) == config.num_hidden_layers:
            return module
    return None
