"""The contrastive term: an anchor finds its positive among all candidates."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.batch import Need, Role
from trainer.encoders.encoder import Encoder
from trainer.losses import info_nce
from trainer.objective.seen import Seen
from trainer.objective.terms.term import Term
from trainer.objective.weighting import Complementary, load_complementary
from trainer.recipes.settings import Recipe


def contrastive(recipe: Recipe, encoder: Encoder) -> Term | None:
    """InfoNCE over the batch, its further negatives and, where wanted, negations as positives."""
    if not recipe.contrastive_weight:
        return None
    needs = [Need({Role.ANCHOR, Role.POSITIVE})]
    if negations := recipe.negation == "positive":
        needs.append(Need({Role.ANCHOR, Role.NEGATION}))
    value = Contrast(
        recipe.temperature, recipe.label_smoothing, negations, load_complementary(recipe)
    )
    return Term(recipe.contrastive_weight, needs, value)


@dataclass(frozen=True, slots=True)
class Contrast:
    """The contrastive term of a batch.

    Attributes:
        temperature: of the similarities.
        smoothing: share of the target that is spread over all candidates.
        negations: whether anchors are contrasted with their negations as positives too.
        complementary: weighs the batch's negatives; None for equal weights.
    """

    temperature: float
    smoothing: float
    negations: bool
    complementary: Complementary | None

    def __call__(self, seen: Seen) -> Tensor:
        """Mean over all pairs, a scalar."""
        anchor, positive = seen.of[Role.ANCHOR], seen.of[Role.POSITIVE]
        own = info_nce(
            anchor,
            positive,
            self.temperature,
            negatives=seen.negatives.vectors if seen.negatives else None,
            weights=self._weights(seen),
            smoothing=self.smoothing,
        )
        if not self.negations or not seen.anchors[Role.NEGATION]:
            return own
        negated, negation = seen.together(Role.ANCHOR, Role.NEGATION)
        other = info_nce(negated, negation, self.temperature)
        pairs = len(anchor) + len(negated)
        return (len(anchor) * own + len(negated) * other) / pairs

    def _weights(self, seen: Seen) -> Tensor | None:
        """Weights of the candidates `(rows, rows + negatives)`; None where all are 1."""
        anchor, negatives = seen.of[Role.ANCHOR], seen.negatives
        further = negatives.weights if negatives else None
        if self.complementary is not None:
            texts = [triple.anchor for triple in seen.triples]
            own = self.complementary.weights(texts, anchor.device)
        elif further is not None:
            own = anchor.new_ones(len(anchor), len(anchor))
        else:
            return None
        if further is not None:
            return torch.cat([own, further], dim=1)
        return functional.pad(own, (0, len(negatives.vectors)), value=1.0) if negatives else own
