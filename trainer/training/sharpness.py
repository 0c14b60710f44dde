"""Weights moved uphill temporarily: sharpness-aware minimisation and adversarial weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from trainer.settings.values import WeightChange


def ascent(
    parameters: Sequence[Tensor], gradients: Sequence[Tensor], change: WeightChange, radius: float
) -> list[Tensor]:
    """How far to move each weight.

    `sam` (Foret et al., 2021, eq. 2): `radius g / |g|`, with the norm over all weights together.
    `awp` (Wu et al., 2020, eq. 8): `radius |w| g / |g|`, with the norms of each matrix; vectors
    (biases, norms) do not move, as in its code.

    Args:
        parameters: the weights, of any shapes.
        gradients: of the loss, one for each weight.
        change: `sam` or `awp`.
        radius: rho, or gamma.
    """
    if change == "sam":
        norms = torch.stack(list(torch._foreach_norm(list(gradients))))
        scale = radius / norms.norm().clamp(min=1e-12)
        return [gradient * scale for gradient in gradients]
    return [
        radius * weight.norm() / gradient.norm().clamp(min=1e-12) * gradient
        if weight.dim() > 1
        else torch.zeros_like(weight)
        for weight, gradient in zip(parameters, gradients, strict=True)
    ]


@contextmanager
def uphill(
    parameters: Sequence[nn.Parameter], change: WeightChange, radius: float
) -> Iterator[None]:
    """Move the weights along `ascent` of their `.grad` in the body; restores them exactly.

    Gradients are cleared on entry, so those computed inside belong only to the moved weights.
    """
    moved = [parameter for parameter in parameters if parameter.grad is not None]
    before = [parameter.detach().clone() for parameter in moved]
    gradients = [parameter.grad for parameter in moved if parameter.grad is not None]
    steps = ascent([p.detach() for p in moved], gradients, change, radius)
    with torch.no_grad():
        torch._foreach_add_([p.data for p in moved], steps)
    for parameter in parameters:
        parameter.grad = None
    try:
        yield
    finally:
        with torch.no_grad():
            for parameter, first in zip(moved, before, strict=True):
                parameter.copy_(first)
