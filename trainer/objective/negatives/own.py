"""An anchor's own contradiction as its hard negative."""

from __future__ import annotations

from torch import Generator

from trainer.data.batch import Need, Role
from trainer.objective.negatives.source import Source
from trainer.objective.seen import Negatives, Seen
from trainer.settings.recipe import Recipe


def own(recipe: Recipe, hidden: int) -> Source | None:
    """The hard negative, if the recipe gives it a weight."""
    weight = recipe.hard_negative_weight
    return OwnContradiction(weight) if weight else None


class OwnContradiction(Source):
    """Each anchor's own negation, for it alone, as in SNCSE (Wang et al., 2022, eq. 9).

    Args:
        weight: factor on its exponential; 1 is the paper's.
    """

    needs = (Need({Role.ANCHOR, Role.NEGATION}),)

    def __init__(self, weight: float) -> None:
        super().__init__()
        self._weight = weight

    def forward(self, seen: Seen, draw: Generator) -> Negatives:
        """The negations' vectors, each with a weight above 0 only for its own anchor."""
        vectors = seen.of[Role.NEGATION]
        weights = vectors.new_zeros(len(seen.of[Role.ANCHOR]), len(vectors))
        weights[seen.anchors[Role.NEGATION], range(len(vectors))] = self._weight
        return Negatives(vectors, weights)
