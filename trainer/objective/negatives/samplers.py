"""Negatives drawn from a batch's statistics, a mixture, an auto-encoder or past batches."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Generator, Tensor, nn

from trainer.data.roles import Role
from trainer.objective.negatives.distributions import (
    AutoEncoder,
    ascend,
    draw_from_batch,
    draw_from_mixture,
    fit_mixture,
    standard_normal,
)
from trainer.objective.negatives.noise import Noise, NoiseSource
from trainer.objective.negatives.vector_queue import VectorQueue
from trainer.objective.seen import Negatives, Seen


class Sampler(nn.Module):
    """Draws a number of negatives for each anchor and, if asked to, moves them up the loss (DCLR).

    Args:
        settings: how many, with which deviation, and how far they move.
        temperature: of the loss that they move up.
        hidden: dimensions of a vector.
    """

    def __init__(self, settings: Noise, temperature: float, hidden: int) -> None:
        super().__init__()
        self.settings, self.hidden = settings, hidden
        self._temperature = temperature

    def forward(self, seen: Seen, draw: Generator) -> Negatives:
        """Vectors without gradient; none for a single anchor, which has no statistics."""
        anchor, settings = seen.of[Role.ANCHOR], self.settings
        if len(anchor) < 2:
            return Negatives(anchor.new_zeros(0, self.hidden))
        count = max(1, round(settings.ratio * len(anchor)))
        vectors, loss = self.sample(anchor, count, draw)
        if settings.ascent_steps and len(vectors):
            steps, rate = settings.ascent_steps, settings.ascent_rate
            vectors = ascend(vectors, anchor, self._temperature, steps=steps, rate=rate)
        return Negatives(vectors, loss=loss)

    def sample(self, anchor: Tensor, count: int, draw: Generator) -> tuple[Tensor, Tensor | None]:
        """Draw from a Gaussian fitted to the batch; other distributions override this.

        Args:
            anchor: `(rows, hidden)`, at least 2 rows.

        Returns:
            `(at most count, hidden)`, and the loss of whatever learns to draw them, if anything
            does.
        """
        settings = self.settings
        return draw_from_batch(anchor, count, settings.source, settings.deviation, draw), None

    def remember(self, seen: Seen) -> None:
        """Keep nothing of a batch; distributions over past batches override this."""


class FromMemory(Sampler):
    """Anchors of past batches."""

    def __init__(self, settings: Noise, temperature: float, hidden: int) -> None:
        super().__init__(settings, temperature, hidden)
        self.memory = VectorQueue(settings.memory, hidden)

    def sample(self, anchor: Tensor, count: int, draw: Generator) -> tuple[Tensor, Tensor | None]:
        """Some of the stored anchors."""
        held = self.memory.vectors()
        chosen = torch.randperm(len(held), generator=draw)[:count]
        return held[chosen.to(anchor.device)], None

    def remember(self, seen: Seen) -> None:
        """Store the batch's anchors."""
        self.memory.put(seen.of[Role.ANCHOR])


class FromMixture(FromMemory):
    """A Gaussian mixture fitted to anchors of past batches and of this one."""

    def sample(self, anchor: Tensor, count: int, draw: Generator) -> tuple[Tensor, Tensor | None]:
        """Draw from a mixture whose initial means are some of those anchors."""
        settings = self.settings
        known = torch.cat([self.memory.vectors(), anchor.detach()])[-settings.memory :]
        order = torch.randperm(len(known), generator=draw)[: settings.components]
        mixture = fit_mixture(known, known[order.to(known.device)])
        return draw_from_mixture(mixture, count, settings.deviation, draw), None


class FromAutoEncoder(Sampler):
    """Standard normal draws, decoded by an auto-encoder that is trained alongside.

    It draws before it learns from a batch, so that only past batches have shaped its draws.
    """

    def __init__(self, settings: Noise, temperature: float, hidden: int) -> None:
        super().__init__(settings, temperature, hidden)
        self.auto_encoder = AutoEncoder(hidden, settings.latent)

    def sample(self, anchor: Tensor, count: int, draw: Generator) -> tuple[Tensor, Tensor | None]:
        """Decoded draws, and the auto-encoder's bound on the anchors."""
        latent = self.auto_encoder.latent
        loss: Tensor = self.auto_encoder(anchor, standard_normal(len(anchor), latent, anchor, draw))
        code = self.settings.deviation * standard_normal(count, latent, anchor, draw)
        return self.auto_encoder.decode(code).detach(), loss


SAMPLERS: dict[NoiseSource, Callable[[Noise, float, int], Sampler]] = {
    "standard": Sampler,
    "mean": Sampler,
    "deviation": Sampler,
    "gaussian": Sampler,
    "covariance": Sampler,
    "correlated": Sampler,
    "anchor": Sampler,
    "mixture": FromMixture,
    "vae": FromAutoEncoder,
    "memory": FromMemory,
}
