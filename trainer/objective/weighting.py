"""Instance weights of the negatives of a batch, from a frozen encoder (DCLR, eqs. 5-6)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import Unstated, load_encoder
from trainer.losses import cosine_matrix
from trainer.recipes.settings import Recipe


def instance_weights(similarity: Tensor, threshold: float) -> Tensor:
    """Weight of each negative (eq. 5): 0 if its similarity is at least `threshold`, otherwise 1.

    In eq. 6 the weight multiplies the negative's exponential, so 0 removes it from the sum.

    Args:
        similarity: `(rows, rows)`, cosine between the frozen encoder's vectors.
        threshold: phi.
    """
    return (similarity < threshold).to(similarity.dtype)


class Complementary:
    """The frozen encoder, in evaluation mode, not part of the trained model's state.

    Args:
        encoder: the encoder as loaded.
        threshold: phi.
        precision: `fp32` or `bf16`.
    """

    def __init__(self, encoder: Encoder, threshold: float, precision: str) -> None:
        self._encoder = encoder.eval().requires_grad_(False)
        self._threshold, self._precision = threshold, precision

    def weights(self, texts: Sequence[str], device: torch.device) -> Tensor:
        """Weights of the texts as each other's negatives, `(texts, texts)`."""
        if self._encoder.device != device:
            self._encoder.to(device)
        vectors = torch.from_numpy(self._encoder.encode(texts, precision=self._precision))
        return instance_weights(cosine_matrix(vectors, vectors), self._threshold).to(device)


def load_complementary(recipe: Recipe) -> Complementary | None:
    """The frozen encoder that weights negatives, if the recipe has one."""
    settings = recipe.weighting
    if not settings.model:
        return None
    frozen = load_encoder(settings.model, unstated=Unstated(settings.pooling))
    return Complementary(frozen, settings.threshold, recipe.precision)
