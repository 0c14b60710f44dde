"""The batch as the terms of the loss see it: vectors by role, and further negatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import torch
from torch import Tensor

from trainer.data.roles import Role
from trainer.data.triples import Triple


@dataclass(frozen=True, slots=True)
class Negatives:
    """Vectors in every anchor's denominator, besides the other anchors' positives.

    Attributes:
        vectors: `(count, hidden)`.
        weights: `(rows, count)`, factor on the exponential of each by anchor; None for 1.
        loss: of whatever learns to make such vectors, a scalar; None if nothing does.
    """

    vectors: Tensor
    weights: Tensor | None = None
    loss: Tensor | None = None


def joined(parts: Sequence[Negatives], rows: int) -> Negatives | None:
    """The negatives of several sources combined; None if there is no source.

    Args:
        rows: number of anchors in the batch.
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
        triples: the triples of the batch.
        of: vectors of each role, `(rows of the role, hidden)`, float32, after head and
            perturbation.
        anchors: for each role, the index of the anchor of each of its rows.
        negatives: further negatives of the contrastive term; None if there are none.
        own: `(rows, hidden)`, each anchor's own positive in the contrastive term, if it is not its
            row of POSITIVE.
        encoded: vectors of each role from the encoder, before denoising, head and perturbation:
            those of the encoder that is saved.
    """

    triples: Sequence[Triple]
    of: Mapping[Role, Tensor]
    anchors: Mapping[Role, Sequence[int]]
    negatives: Negatives | None = None
    own: Tensor | None = None
    encoded: Mapping[Role, Tensor] = field(default_factory=dict)

    def first(self, dimensions: int) -> Seen:
        """The same batch with every vector cut to its first dimensions."""
        negatives = self.negatives
        if negatives is not None:
            negatives = replace(negatives, vectors=negatives.vectors[:, :dimensions])
        return replace(
            self,
            of={role: vectors[:, :dimensions] for role, vectors in self.of.items()},
            negatives=negatives,
            own=None if self.own is None else self.own[:, :dimensions],
            encoded={role: vectors[:, :dimensions] for role, vectors in self.encoded.items()},
        )

    def shared(self, *roles: Role) -> list[int]:
        """The anchors that have all of the given roles, in order."""
        return sorted(set.intersection(*(set(self.anchors[role]) for role in roles)))

    def together(self, *roles: Role, encoded: bool = False) -> list[Tensor]:
        """Vectors of the anchors that have all of the given roles.

        Args:
            encoded: whether to return the encoder's vectors instead of those after the head.

        Returns:
            For each role `(anchors, hidden)`, in the order of `shared`.
        """
        vectors, shared = self.encoded if encoded else self.of, self.shared(*roles)
        places = [{anchor: row for row, anchor in enumerate(self.anchors[r])} for r in roles]
        return [
            vectors[role][[place[anchor] for anchor in shared]]
            for role, place in zip(roles, places, strict=True)
        ]
