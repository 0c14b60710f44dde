"""What the terms of the loss see of a batch: finished vectors by role, and further negatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
        encoded: vectors of each role as the encoder gives them, before denoising, head and
            perturbation: those of the encoder that is saved.
    """

    triples: Sequence[Triple]
    of: Mapping[Role, Tensor]
    anchors: Mapping[Role, Sequence[int]]
    negatives: Negatives | None = None
    encoded: Mapping[Role, Tensor] = field(default_factory=dict)

    def shared(self, *roles: Role) -> list[int]:
        """Those anchors that have every one of some roles, in their order."""
        return sorted(set.intersection(*(set(self.anchors[role]) for role in roles)))

    def together(self, *roles: Role, encoded: bool = False) -> list[Tensor]:
        """Vectors of those anchors that have every one of some roles.

        Args:
            roles: which ones.
            encoded: whether as the encoder gives them, rather than after the head.

        Returns:
            For each role `(anchors, hidden)`, in the order of `shared`.
        """
        vectors, shared = self.encoded if encoded else self.of, self.shared(*roles)
        places = [{anchor: row for row, anchor in enumerate(self.anchors[r])} for r in roles]
        return [
            vectors[role][[place[anchor] for anchor in shared]]
            for role, place in zip(roles, places, strict=True)
        ]
