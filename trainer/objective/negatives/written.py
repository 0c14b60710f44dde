"""Negations as negatives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.data.roles import Need, Role
from trainer.objective.negatives.source import Source
from trainer.settings.recipe import Recipe

if TYPE_CHECKING:
    from torch import Generator

    from trainer.objective.seen import Negatives, Seen


def written(recipe: Recipe, hidden: int) -> Source | None:
    """All negations of the batch, for every anchor, if the recipe uses them as negatives."""
    if recipe.negation != "negative":
        return None
    from trainer.objective.seen import Negatives

    def negatives(seen: Seen, draw: Generator) -> Negatives:
        return Negatives(seen.of[Role.NEGATION])

    return Source(negatives, [Need({Role.ANCHOR, Role.NEGATION})])
