"""How a step changes the weights: recall gradient, AdamW, linear decay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import torch
from torch import Tensor, nn

from trainer.recipes.settings import Recipe


class RecallTerm:
    """The recall loss of the encoder's weights, its gradient added by hand.

    Autograd through `losses.recall` costs a tenth of a step of a small encoder on a CPU, three
    passes and two temporaries for every weight. The gradient of eq. 4 is `gamma (theta - theta*)`,
    which two in-place sweeps add.

    Args:
        parameters: the encoder's trainable weights; their values now are theta*.
        gamma: strength; 0 turns the term off.
        form: `loss` goes through clipping and Adam's scaling; `decoupled` is a step of its own
            after Adam's, as weight decay is in AdamW and the pull in RecAdam (Chen et al., 2020).
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
        """Whether the term is a part of the loss that is differentiated."""
        return self._form == "loss"

    def add_gradient(self) -> None:
        """Add the term's gradient to `.grad`; call after backward and before clipping."""
        if not self._gamma or not self.in_loss:
            return
        rows = [
            (p.grad, p.detach(), first)
            for p, first in zip(self._parameters, self._initial, strict=True)
            # A weight without a gradient never moves, so its recall gradient is zero.
            if p.grad is not None
        ]
        gradients, now, initial = (list(column) for column in zip(*rows, strict=True))
        torch._foreach_add_(gradients, now, alpha=self._gamma)
        torch._foreach_add_(gradients, initial, alpha=-self._gamma)

    @torch.no_grad()
    def pull(self, rate: float) -> None:
        """In the decoupled form, move by `-rate gamma (theta - theta*)`; call after Adam's step."""
        if self._gamma and not self.in_loss:
            now: list[Tensor] = list(self._parameters)
            torch._foreach_lerp_(now, self._initial, min(1.0, rate * self._gamma))

    @torch.no_grad()
    def value(self) -> float:
        """Value of eq. 4 at the present weights."""
        if not self._gamma:
            return 0.0
        # By pieces: a difference as large as the word embeddings takes longer to allocate than to
        # compute.
        pairs = [
            pair
            for now, first in zip(self._parameters, self._initial, strict=True)
            for pair in zip(_pieces(now), _pieces(first), strict=True)
        ]
        norms = torch.stack([torch.dist(now, first) for now, first in pairs])
        return self._gamma / 2 * float((norms.double() ** 2).sum())


def _pieces(tensor: Tensor) -> tuple[Tensor, ...]:
    """A tensor's values in runs of at most a million."""
    return torch.split(tensor.detach().reshape(-1), 1 << 20)


def build_adamw(
    parameters: Sequence[Tensor], recipe: Recipe, sampler: Sequence[Tensor] = ()
) -> torch.optim.AdamW:
    """AdamW in its fused form, which is several times faster than the default one on a CPU.

    Args:
        parameters: of encoder and head.
        recipe: for rates and decays.
        sampler: what learns to draw negatives, at a rate of its own.
    """
    groups: list[dict[str, Any]] = [{"params": list(parameters), "times": 1.0}]
    if sampler:
        times = recipe.noise.latent_rate / recipe.learning_rate
        groups.append({"params": list(sampler), "times": times})
    return torch.optim.AdamW(
        groups,
        lr=recipe.learning_rate,
        betas=(recipe.adam_beta1, recipe.adam_beta2),
        eps=recipe.adam_epsilon,
        weight_decay=recipe.weight_decay,
        fused=True,
    )


def decayed_rate(initial: float, step: int, total_steps: int) -> float:
    """Learning rate of a step counted from 0: linear from `initial` to 0 at `total_steps`."""
    return initial * (1.0 - step / total_steps)


def set_rate(optimizer: torch.optim.Optimizer, rate: float) -> None:
    """Give every parameter group the learning rate `rate`, times its own factor."""
    for group in optimizer.param_groups:
        group["lr"] = rate * group["times"]
