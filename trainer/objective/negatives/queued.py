"""Positives of past batches as negatives."""

from __future__ import annotations

from torch import Generator

from trainer.data.batch import Role
from trainer.objective.negatives.source import Source
from trainer.objective.negatives.vector_queue import VectorQueue
from trainer.objective.seen import Negatives, Seen
from trainer.settings.recipe import Recipe


def queued(recipe: Recipe, hidden: int) -> Source | None:
    """The queue of the momentum copy's positives."""
    return QueuedPositives(recipe.momentum.queue, hidden) if recipe.momentum.queue else None


class QueuedPositives(Source):
    """The positives of the last batches.

    Args:
        room: how many.
        hidden: dimensions of a vector.
    """

    def __init__(self, room: int, hidden: int) -> None:
        super().__init__()
        self.queue = VectorQueue(room, hidden)

    def forward(self, seen: Seen, draw: Generator) -> Negatives:
        """The content of the queue."""
        return Negatives(self.queue.vectors())

    def remember(self, seen: Seen) -> None:
        """Add the batch's positives."""
        self.queue.put(seen.of[Role.POSITIVE])
