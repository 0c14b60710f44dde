"""Weights of the candidates among which an anchor must find its positive.

Instance weights of a batch's negatives come from another encoder or from the trained one (DCLR,
eqs. 5-6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.roles import Role
from trainer.data.triples import Triple
from trainer.encoders.folder import Unstated, load_encoder
from trainer.losses import cosine_matrix
from trainer.objective.seen import Seen
from trainer.objective.weighting_settings import Weighting

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
    """The function that weights the negatives of a batch, without gradient; None if not wanted.

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


def variants_of_one(triples: Sequence[Triple]) -> list[tuple[int, int]]:
    """Pairs of indices in a batch, in both orders, that are variants of one sentence."""
    places: dict[tuple[int, str], list[int]] = {}
    for place, triple in enumerate(triples):
        places.setdefault((triple.id, triple.anchor), []).append(place)
    return [pair for same in places.values() for pair in permutations(same, 2)]


def candidate_weights(seen: Seen, judge: Judge | None) -> Tensor | None:
    """Weights of the candidates `(rows, rows + negatives)`; None if all are 1.

    The positive of another variant of a sentence says the same as the anchor, so it is not a
    negative: its weight is 0.
    """
    anchor, negatives = seen.of[Role.ANCHOR], seen.negatives
    same = variants_of_one(seen.triples)
    further = negatives.weights if negatives else None
    if judge is not None:
        own = judge(seen)
    elif further is not None or same:
        own = anchor.new_ones(len(anchor), len(anchor))
    else:
        return None
    if same:
        own = own.clone()
        rows, candidates = zip(*same, strict=True)
        own[list(rows), list(candidates)] = 0.0
    if further is not None:
        return torch.cat([own, further], dim=1)
    return functional.pad(own, (0, len(negatives.vectors)), value=1.0) if negatives else own
