"""Chooses layers of an encoder: those that are trained, and the rear half."""

from __future__ import annotations

from schemas.errors import UserError
from trainer.encoders.backbone import blocks, word_table
from trainer.encoders.encoder import Encoder


def train_front(encoder: Encoder, count: int) -> None:
    """Freeze all weights except the input embeddings and the first blocks.

    Args:
        encoder: changed in place.
        count: number of blocks that stay trainable.

    Raises:
        UserError: the backbone has fewer blocks, or its blocks cannot be found.
    """
    found = blocks(encoder.backbone)
    if found is None:
        raise UserError("The blocks of this model cannot be found; set train_layers=0.")
    if count > len(found):
        raise UserError(
            f"train_layers is {count}, but the model has {len(found)} layers; set at most that, or"
            " 0 to train all."
        )
    encoder.requires_grad_(False)
    embeddings = getattr(encoder.backbone, "embeddings", word_table(encoder.backbone))
    for module in (embeddings, *found[:count]):
        if module is not None:
            module.requires_grad_(True)


def rear_blocks(encoder: Encoder) -> tuple[str, ...]:
    """What the names of weights in the rear half of the backbone's blocks begin with.

    Of 7 blocks these are the last 4.

    Raises:
        UserError: its blocks cannot be found.
    """
    found = blocks(encoder.backbone)
    if found is None:
        raise UserError(
            "The blocks of this model cannot be found, so its rear half cannot be mixed apart."
            " Leave out --rear, or train with `--set final_mix_rear=1.0 --set final_mix=0.7`."
        )
    (name,) = (name for name, module in encoder.backbone.named_modules() if module is found)
    return tuple(f"{name}.{number}." for number in range(len(found) // 2, len(found)))
