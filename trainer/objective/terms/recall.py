"""The recall term: weights stay close to their initial values.

It depends on the weights and not on a batch, so it is not in the table of terms.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import torch
from torch import Tensor, nn

_PIECE = 1 << 20
"""Values that are subtracted at once."""


class RecallTerm:
    """The recall loss of the encoder's weights, with its gradient computed by hand.

    Autograd through `losses.recall` costs a tenth of a step of a small encoder on a CPU: three
    passes and two temporaries for every weight. The gradient of eq. 4 is `gamma (theta - theta*)`,
    and the difference is taken first: adding `gamma theta` and subtracting `gamma theta*` would
    leave a rounding error at weights that have not moved, which Adam scales to a full step.

    Args:
        parameters: the encoder's trainable weights; their present values are theta*.
        gamma: strength; 0 turns the term off.
        form: `loss` goes through clipping and Adam's scaling; `decoupled` is a separate step after
            Adam's, like weight decay in AdamW and the pull in RecAdam (Chen et al., 2020).
    """

    def __init__(
        self,
        parameters: Iterable[nn.Parameter],
        gamma: float,
        form: Literal["loss", "decoupled"] = "loss",
    ) -> None:
        self._parameters = list(parameters)
        self._initial = [p.detach().clone() for p in self._parameters] if gamma else []
        self._gamma, self._form = gamma, form

    @property
    def in_loss(self) -> bool:
        """Whether the term is part of the loss that is differentiated."""
        return self._form == "loss"

    def add_gradient(self) -> None:
        """Add the term's gradient to `.grad`; call after backward and before clipping."""
        if not self._gamma or not self.in_loss:
            return
        for parameter, first in zip(self._parameters, self._initial, strict=True):
            # A weight without a gradient never moves, so its recall gradient is zero.
            if parameter.grad is None:
                continue
            parts = (_pieces(parameter.grad), _pieces(parameter.detach()), _pieces(first))
            for gradient, now, initial in zip(*parts, strict=True):
                gradient.add_(now - initial, alpha=self._gamma)

    @torch.no_grad()
    def pull(self, rate: float) -> None:
        """In the decoupled form, move by `-rate gamma (theta - theta*)`; call after Adam's step."""
        if self._gamma and not self.in_loss:
            now: list[Tensor] = list(self._parameters)
            torch._foreach_lerp_(now, self._initial, min(1.0, rate * self._gamma))

    @torch.no_grad()
    def value(self) -> float:
        """The value of eq. 4 for the present weights."""
        if not self._gamma:
            return 0.0
        pairs = [
            pair
            for now, first in zip(self._parameters, self._initial, strict=True)
            for pair in zip(_pieces(now.detach()), _pieces(first), strict=True)
        ]
        norms = torch.stack([torch.dist(now, first) for now, first in pairs])
        return self._gamma / 2 * float((norms.double() ** 2).sum())

    def release(self) -> None:
        """Free the initial weights, once the term is no longer used."""
        self._parameters, self._initial = [], []


def _pieces(tensor: Tensor) -> tuple[Tensor, ...]:
    """Views of a tensor's rows, of about a million values each.

    Allocating a difference as large as the word embeddings takes longer than computing it.
    """
    if tensor.numel() <= _PIECE:
        return (tensor,)
    return torch.split(tensor, max(1, _PIECE // tensor[:1].numel()))
