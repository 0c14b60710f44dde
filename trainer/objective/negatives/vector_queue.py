"""Vectors of past batches, first in, first out, as part of the model's state."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class VectorQueue(nn.Module):
    """The most recent vectors, up to its size.

    Its content is in `state_dict`, so that a resumed run continues with the same vectors.

    Args:
        room: number of vectors.
        hidden: dimensions of a vector.
    """

    held: Tensor
    count: Tensor

    def __init__(self, room: int, hidden: int) -> None:
        super().__init__()
        self.register_buffer("held", torch.zeros(room, hidden))
        self.register_buffer("count", torch.zeros((), dtype=torch.long))

    def vectors(self) -> Tensor:
        """The vectors, oldest first, `(at most room, hidden)`, without gradient."""
        return self.held[len(self.held) - int(self.count) :].clone()

    @torch.no_grad()
    def put(self, vectors: Tensor) -> None:
        """Add vectors `(rows, hidden)`; the oldest are dropped."""
        joined = torch.cat([self.held, vectors.detach().to(self.held)])
        self.held.copy_(joined[-len(self.held) :])
        self.count.copy_((self.count + len(vectors)).clamp(max=len(self.held)))
