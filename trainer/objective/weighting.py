"""Instance weights of the negatives of a batch, from another encoder or itself (DCLR, eqs. 5-6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor

from trainer.data.roles import Role
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


def load_judge(settings: Weighting, precision: str) -> Judge | None:
    """What weights the negatives of a batch, if a recipe wants it; no gradient flows through it.

    Args:
        precision: `fp32` or `bf16`, for another encoder.
    """
    if not settings.model:
        return None
    if settings.model == SELF:

        def vectors(seen: Seen) -> Tensor:
            return seen.encoded[Role.ANCHOR].detach()

    else:
        loaded = load_encoder(settings.model, unstated=Unstated(settings.pooling))
        frozen = loaded.eval().requires_grad_(False)

        def vectors(seen: Seen) -> Tensor:
            device = seen.of[Role.ANCHOR].device
            if frozen.device != device:
                frozen.to(device)
            texts = [triple.anchor for triple in seen.triples]
            return torch.from_numpy(frozen.encode(texts, precision=precision))

    def judge(seen: Seen) -> Tensor:
        own = vectors(seen)
        weights = instance_weights(cosine_matrix(own, own), settings.threshold)
        return weights.to(seen.of[Role.ANCHOR].device)

    return judge
