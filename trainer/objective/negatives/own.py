"""Contradictions as negatives: of every anchor in the batch, or of their own alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic.dataclasses import dataclass

from trainer.data.roles import Need, Role
from trainer.objective.negatives.source import Source
from trainer.settings.recipe import Recipe
from trainer.settings.values import FINITE, NotNegative

if TYPE_CHECKING:
    from torch import Generator

    from trainer.objective.seen import Negatives, Seen


@dataclass(frozen=True, kw_only=True, config=FINITE)
class Own(Recipe):
    """The settings of `own`.

    Attributes:
        hard_negative_weight: weight of an anchor's own negation as one more negative of that anchor
            alone: the factor on its exponential in the denominator of the contrastive term; 1
            counts it as any other negative, 0 leaves it out.
    """

    hard_negative_weight: NotNegative = 0.0


def own(recipe: Own, hidden: int) -> Source | None:
    """Each anchor's own negation, for it alone, as in SNCSE (Wang et al., 2022, eq. 9)."""
    weight = recipe.hard_negative_weight
    if not weight:
        return None
    from trainer.objective.seen import Negatives

    def negatives(seen: Seen, draw: Generator) -> Negatives:
        vectors = seen.of[Role.NEGATION]
        weights = vectors.new_zeros(len(seen.of[Role.ANCHOR]), len(vectors))
        weights[seen.anchors[Role.NEGATION], range(len(vectors))] = weight
        return Negatives(vectors, weights)

    return Source(negatives, [Need({Role.ANCHOR, Role.NEGATION})])


def written(recipe: Recipe, hidden: int) -> Source | None:
    """All negations of the batch, for every anchor, if the recipe uses them as negatives."""
    if recipe.negation != "negative":
        return None
    from trainer.objective.seen import Negatives

    def negatives(seen: Seen, draw: Generator) -> Negatives:
        return Negatives(seen.of[Role.NEGATION])

    return Source(negatives, [Need({Role.ANCHOR, Role.NEGATION})])
