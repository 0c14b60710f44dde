"""Where a recipe's drawn negatives come from, with the state that some of the sources keep."""

from __future__ import annotations

import torch
from torch import Generator, Tensor, nn

from trainer.objective.negatives.distributions import (
    AutoEncoder,
    ascend,
    draw_from_batch,
    draw_from_mixture,
    fit_mixture,
    standard_normal,
)
from trainer.objective.negatives.vector_queue import VectorQueue
from trainer.recipes.settings import Noise


class Sampler(nn.Module):
    """Draws negatives for a batch.

    Args:
        settings: the distribution and how many.
        hidden: width of a vector.
    """

    def __init__(self, settings: Noise, hidden: int) -> None:
        super().__init__()
        self._settings = settings
        self.auto_encoder: AutoEncoder | None = None
        self.memory: VectorQueue | None = None
        if settings.source == "vae":
            self.auto_encoder = AutoEncoder(hidden, settings.latent)
        if settings.source == "memory":
            self.memory = VectorQueue(settings.memory, hidden)

    def forward(self, anchor: Tensor, temperature: float, draw: Generator) -> tuple[Tensor, Tensor]:
        """Negatives for a batch, and the loss of what has to learn in order to draw them.

        Args:
            anchor: `(rows, hidden)`; a single row has no statistics, nothing is drawn for it.
            temperature: of the loss that the negatives climb, where the recipe lets them.
            draw: randomness.

        Returns:
            `(count, hidden)`, without gradient, and a scalar, which is 0 for most sources.
        """
        settings = self._settings
        count = max(1, round(settings.ratio * len(anchor)))
        loss = anchor.new_zeros(())
        if len(anchor) < 2:
            return anchor.new_zeros(0, anchor.shape[1]), loss
        if self.auto_encoder is not None:
            latent = self.auto_encoder.latent
            loss = self.auto_encoder(anchor, standard_normal(len(anchor), latent, anchor, draw))
            drawn = settings.deviation * standard_normal(count, latent, anchor, draw)
            negatives = self.auto_encoder.decode(drawn).detach()
        elif self.memory is not None:
            held = self.memory.vectors()
            negatives = held[torch.randperm(len(held), generator=draw)[:count].to(held.device)]
        elif settings.source == "mixture":
            order = torch.randperm(len(anchor), generator=draw)[: settings.components]
            mixture = fit_mixture(anchor, anchor.detach()[order.to(anchor.device)])
            negatives = draw_from_mixture(mixture, count, settings.deviation, draw)
        else:
            negatives = draw_from_batch(anchor, count, settings.source, settings.deviation, draw)
        if settings.ascent_steps and len(negatives):
            steps, rate = settings.ascent_steps, settings.ascent_rate
            negatives = ascend(negatives, anchor, temperature, steps=steps, rate=rate)
        return negatives, loss

    def remember(self, vectors: Tensor) -> None:
        """Keep the vectors of a batch, where the source draws from past ones."""
        if self.memory is not None:
            self.memory.put(vectors)
