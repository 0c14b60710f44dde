"""Random negatives: from the batch's statistics, from a mixture, from an auto-encoder.

All draws come from a generator on the CPU, so that they are the same on every device and in every
process of a run. No gradient flows into the statistics behind a draw.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Generator, Tensor, nn
from torch.nn import functional

from trainer.losses import cosine_matrix
from trainer.objective.negatives.noise import NoiseSource

EM_ROUNDS = 10
_LEAST_DEVIATION = 1e-4


def draw_from_batch(
    vectors: Tensor, count: int, source: NoiseSource, deviation: float, draw: Generator
) -> Tensor:
    """Negatives from a Gaussian that the batch's vectors describe.

    With m and s the mean and the deviation of each dimension over the batch, and e standard
    normal: `standard` gives `f e`, `mean` gives `m + f e`, `deviation` gives `f s e`, `gaussian`
    gives `m + f s e`, `covariance` gives `(m + f s e) C` with the batch's covariance matrix C,
    `correlated` gives `m + f X^T e / sqrt(rows - 1)` with the centred batch X, which is a draw of
    covariance C, and `anchor` gives `h + f s e` around every anchor h in turn;
    f is `deviation`.

    Args:
        vectors: `(rows, hidden)`; at least 2 rows.
        source: one of those seven.
        deviation: f.

    Returns:
        `(count, hidden)`.
    """
    vectors = vectors.detach()
    rows, hidden = vectors.shape
    mean, spread = vectors.mean(0), vectors.std(0)
    centred = vectors - mean
    if source == "correlated":
        normal = standard_normal(count, rows, vectors, draw)
        return mean + deviation * (normal @ centred) / math.sqrt(rows - 1)
    normal = deviation * standard_normal(count, hidden, vectors, draw)
    if source == "covariance":
        # By way of the rows: C itself may be far larger than the batch.
        return (mean + spread * normal) @ centred.T @ centred / (rows - 1)
    if source == "anchor":
        around = torch.arange(count, device=vectors.device) % rows
        return vectors[around] + spread * normal
    centre = mean if source in ("mean", "gaussian") else torch.zeros_like(mean)
    scale = spread if source in ("deviation", "gaussian") else torch.ones_like(spread)
    return centre + scale * normal


class Mixture(NamedTuple):
    """A Gaussian mixture: `shares` `(k,)`, `means` and `deviations` `(k, hidden)`."""

    shares: Tensor
    means: Tensor
    deviations: Tensor


def fit_mixture(vectors: Tensor, first: Tensor, rounds: int = EM_ROUNDS) -> Mixture:
    """A mixture of Gaussians, independent in each dimension, by expectation maximisation.

    Args:
        vectors: `(rows, hidden)`.
        first: `(k, hidden)`, the initial means; the initial deviations are the batch's.
    """
    vectors = vectors.detach()
    components = len(first)
    means, shares = first, first.new_full((components,), 1 / components)
    deviations = vectors.std(0).clamp(min=_LEAST_DEVIATION).expand(components, -1)
    for _ in range(rounds):
        scaled = (vectors.unsqueeze(1) - means) / deviations
        logs = shares.log() - deviations.log().sum(1) - scaled.square().sum(2) / 2
        belongs = logs.softmax(1)
        weight = belongs.sum(0).clamp(min=1e-12)
        shares = weight / weight.sum()
        means = (belongs.T @ vectors) / weight.unsqueeze(1)
        spread = vectors.unsqueeze(1) - means
        variances = (belongs.unsqueeze(2) * spread.square()).sum(0) / weight.unsqueeze(1)
        deviations = variances.sqrt().clamp(min=_LEAST_DEVIATION)
    return Mixture(shares, means, deviations)


def draw_from_mixture(mixture: Mixture, count: int, deviation: float, draw: Generator) -> Tensor:
    """Negatives from a mixture, `(count, hidden)`; `deviation` scales its deviations."""
    which = torch.multinomial(mixture.shares.cpu(), count, replacement=True, generator=draw)
    which = which.to(mixture.means.device)
    normal = standard_normal(count, mixture.means.shape[1], mixture.means, draw)
    return mixture.means[which] + deviation * mixture.deviations[which] * normal


class AutoEncoder(nn.Module):
    """A variational auto-encoder of sentence vectors (Kingma and Welling, 2014), one layer per
    side.

    Args:
        hidden: dimensions of a sentence vector.
        latent: dimensions of the latent variable.
    """

    def __init__(self, hidden: int, latent: int) -> None:
        super().__init__()
        self.latent = latent
        self.encode = nn.Linear(hidden, 2 * latent)
        self.decode = nn.Linear(latent, hidden)

    def forward(self, vectors: Tensor, normal: Tensor) -> Tensor:
        """Negative evidence bound: squared error plus divergence from N(0, 1), mean over rows.

        Args:
            vectors: `(rows, hidden)`; no gradient flows back into them.
            normal: `(rows, latent)`, standard normal.
        """
        vectors = vectors.detach()
        mean, log_variance = self.encode(vectors).chunk(2, dim=1)
        rebuilt = self.decode(mean + (log_variance / 2).exp() * normal)
        error = (rebuilt - vectors).square().sum(1) / 2
        divergence = (mean.square() + log_variance.exp() - 1 - log_variance).sum(1) / 2
        bound: Tensor = (error + divergence).mean()
        return bound


def ascend(
    negatives: Tensor, anchor: Tensor, temperature: float, *, steps: int, rate: float
) -> Tensor:
    """Move drawn negatives towards where the anchors are least uniform (DCLR, eqs. 2-4).

    The non-uniformity loss of an anchor (eq. 2) has its positive in the numerator and only the
    drawn negatives in the denominator, so only that sum depends on them; its gradient is eq. 4. A
    step (eq. 3) adds `rate` times the gradient scaled to length 1, row by row.

    Args:
        negatives: `(count, hidden)`.
        anchor: `(rows, hidden)`; no gradient flows back into them.
        temperature: above 0.
        rate: beta of eq. 3.

    Returns:
        `(count, hidden)`, without gradient.
    """
    anchor = anchor.detach()
    for _ in range(steps):
        moved = negatives.detach().requires_grad_()
        with torch.enable_grad():
            loss = (cosine_matrix(anchor, moved) / temperature).logsumexp(1).mean()
            (gradient,) = torch.autograd.grad(loss, moved)
        negatives = moved.detach() + rate * functional.normalize(gradient, dim=-1)
    return negatives


def standard_normal(count: int, width: int, like: Tensor, draw: Generator) -> Tensor:
    """Standard normal draws `(count, width)` with the device and dtype of `like`."""
    return torch.randn(count, width, generator=draw).to(like)
