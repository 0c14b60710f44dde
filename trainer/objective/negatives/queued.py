"""Positives of past batches as negatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.data.roles import Role
from trainer.objective.negatives.source import Source
from trainer.settings.recipe import Recipe

if TYPE_CHECKING:
    from torch import Generator

    from trainer.objective.seen import Negatives, Seen


def queued(recipe: Recipe, hidden: int) -> Source | None:
    """The queue of the momentum copy's positives."""
    if not recipe.momentum.queue:
        return None
    from trainer.objective.negatives.vector_queue import VectorQueue
    from trainer.objective.seen import Negatives

    queue = VectorQueue(recipe.momentum.queue, hidden)

    def negatives(seen: Seen, draw: Generator) -> Negatives:
        return Negatives(queue.vectors())

    def remember(seen: Seen) -> None:
        queue.put(seen.of[Role.POSITIVE])

    return Source(negatives, remember=remember, state=queue)
