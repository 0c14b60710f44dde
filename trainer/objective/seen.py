"""What the terms of the loss see of a batch: finished vectors by role, and further negatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from trainer.data.batch import Role
from trainer.data.triples import Triple


@dataclass(frozen=True, slots=True)
class Negatives:
    """Vectors that stand below every anchor's fraction, besides the other anchors' positives.

    Attributes:
        vectors: `(count, hidden)`.
        weights: `(rows, count)`, factor on each one's exponential by anchor; None for 1.
        loss: of what learns to make such vectors, a scalar; None where nothing does.
    """

    vectors: Tensor
    weights: Tensor | None = None
    loss: Tensor | None = None


def joined(parts: Sequence[Negatives], rows: int) -> Negatives | None:
    """The negatives of several sources as one; None where there is no source.

    Args:
        parts: of each source.
        rows: anchors of the batch.
    """
    if not parts:
        return None
    weights = None
    if any(part.weights is not None for part in parts):
        ones = [part.vectors.new_ones(rows, len(part.vectors)) for part in parts]
        pairs = zip(parts, ones, strict=True)
        weights = torch.cat([one if p.weights is None else p.weights for p, one in pairs], dim=1)
    losses = [part.loss for part in parts if part.loss is not None]
    loss = torch.stack(losses).sum() if losses else None
    return Negatives(torch.cat([part.vectors for part in parts]), weights, loss)


@dataclass(frozen=True, slots=True)
class Seen:
    """A batch as the terms see it.

    Attributes:
        triples: the batch as it was read.
        of: vectors of each role, `(rows of the role, hidden)`, float32, after head and
            perturbation.
        anchors: for each role, which anchor of the batch each of its rows belongs to.
        negatives: further negatives of the contrastive term; None where there are none.
    """

    triples: Sequence[Triple]
    of: Mapping[Role, Tensor]
    anchors: Mapping[Role, Sequence[int]]
    negatives: Negatives | None = None

    def together(self, *roles: Role) -> list[Tensor]:
        """Vectors of those anchors that have every one of some roles.

        Returns:
            For each role `(anchors, hidden)`, in the same order of anchors.
        """
        places = [{anchor: row for row, anchor in enumerate(self.anchors[r])} for r in roles]
        shared = sorted(set.intersection(*map(set, places)))
        return [
            self.of[role][[place[anchor] for anchor in shared]]
            for role, place in zip(roles, places, strict=True)
        ]
