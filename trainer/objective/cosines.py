"""Mean cosines of a batch: of its positive pairs, and of its unrelated pairs."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.roles import Role
from trainer.losses import cosine_matrix
from trainer.objective.seen import Seen

COSINES = ("positive_cosine", "negative_cosine")
"""Names of the two figures, in the order of display."""


@torch.no_grad()
def mean_cosines(seen: Seen) -> dict[str, Tensor]:
    """Mean cosines of a batch, by name: anchors with their own positives, and with all others.

    The vectors are those that the contrastive term compares, after head and perturbation. Empty
    without encoded positives, and for a single anchor, which has no others.
    """
    anchor, positive = seen.of[Role.ANCHOR], seen.of[Role.POSITIVE]
    if not 1 < len(anchor) == len(positive):
        return {}
    near = functional.cosine_similarity(anchor, positive if seen.own is None else seen.own)
    every = cosine_matrix(anchor, positive)
    others = (every.sum() - every.trace()) / (len(anchor) * (len(anchor) - 1))
    return dict(zip(COSINES, (near.mean(), others), strict=True))
