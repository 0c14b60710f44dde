"""Instance weights of the negatives of a batch, from another encoder or itself (DCLR, eqs. 5-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor

from trainer.data.roles import Role
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import Unstated, load_encoder
from trainer.losses import cosine_matrix
from trainer.objective.seen import Seen
from trainer.objective.terms.contrastive import Weighting

SELF: Final = "self"
"""Value of `weighting.model` for the encoder that is trained (DCLR's self instance weighting)."""

Judge = Callable[[Seen], Tensor]
"""A batch in, the weights of its anchors as each other's negatives `(rows, rows)` out."""


def instance_weights(similarity: Tensor, threshold: float) -> Tensor:
    """Weight of each negative (eq. 5): 0 if its similarity is at least `threshold`, otherwise 1.

    In eq. 6 the weight multiplies the negative's exponential, so 0 removes it from the sum.

    Args:
        similarity: `(rows, rows)`, cosine between the encoder's vectors.
        threshold: phi.
    """
    return (similarity < threshold).to(similarity.dtype)


def self_weights(threshold: float) -> Judge:
    """Weights from the encoder that is trained, as it is at the step, without gradient."""

    def judge(seen: Seen) -> Tensor:
        vectors = seen.encoded[Role.ANCHOR].detach()
        return instance_weights(cosine_matrix(vectors, vectors), threshold)

    return judge


def frozen_weights(encoder: Encoder, threshold: float, precision: str) -> Judge:
    """Weights from another encoder, in evaluation mode, not part of the trained model's state.

    Args:
        encoder: the encoder as loaded.
        threshold: phi.
        precision: `fp32` or `bf16`.
    """
    frozen = encoder.eval().requires_grad_(False)

    def judge(seen: Seen) -> Tensor:
        device = seen.of[Role.ANCHOR].device
        if frozen.device != device:
            frozen.to(device)
        texts = [triple.anchor for triple in seen.triples]
        vectors = torch.from_numpy(frozen.encode(texts, precision=precision))
        return instance_weights(cosine_matrix(vectors, vectors), threshold).to(device)

    return judge


def load_judge(settings: Weighting, precision: str) -> Judge | None:
    """What weights the negatives of a batch, if a recipe wants it.

    Args:
        settings: the recipe's.
        precision: `fp32` or `bf16`.
    """
    if not settings.model:
        return None
    if settings.model == SELF:
        return self_weights(settings.threshold)
    encoder = load_encoder(settings.model, unstated=Unstated(settings.pooling))
    return frozen_weights(encoder, settings.threshold, precision)
