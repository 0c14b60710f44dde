"""Negations as negatives."""

from __future__ import annotations

from torch import Generator

from trainer.data.batch import Need, Role
from trainer.objective.negatives.source import Source
from trainer.objective.seen import Negatives, Seen
from trainer.settings.recipe import Recipe


def written(recipe: Recipe, hidden: int) -> Source | None:
    """The batch's negations, if the recipe uses them as negatives."""
    return WrittenNegations() if recipe.negation == "negative" else None


class WrittenNegations(Source):
    """All negations of the batch, for every anchor."""

    needs = (Need({Role.ANCHOR, Role.NEGATION}),)

    def forward(self, seen: Seen, draw: Generator) -> Negatives:
        """The negations' vectors."""
        return Negatives(seen.of[Role.NEGATION])
