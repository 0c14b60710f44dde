"""The network's primitive operations: what an implementation of them provides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from pipeline.translation.engines.marian.container import Matrix

LARGEST = 127
MANY = 2_000
"""Number of outputs from which packing a layer's weights takes longer than it saves in a batch."""
EPSILON = 1e-6
"""Added to the variance, as Marian does."""

Layer = Callable[[Tensor], Tensor]
"""From (..., inputs) to (..., outputs)."""


class Context(Protocol):
    """Keys and values of encoded sources, which the decoder attends to."""

    def attend(self, query: Tensor) -> Tensor:
        """What each query finds.

        Args:
            query: (sentences, heads, rows, width). Several heads of queries in a row may share one
                of the keys.
        """
        ...

    def __len__(self) -> int:
        """The number of sentences."""
        ...

    def select(self, sentences: Tensor) -> Context:
        """The context of some of the sentences."""
        ...


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Implementations of products, normalisation and attention.

    Attributes:
        affine: makes the layer of a matrix.
        feed_forward: makes the two layers of a feed-forward block, with ReLU between them.
        sigmoid: elementwise.
        normalise: states, scale and bias to normalised states.
        attend: queries, keys and values (batch, heads, places, width) and a mask of real places
            (batch, 1, 1, places) to (batch, heads, places, width); last the factor by which the
            next layer multiplies before it rounds.
        remember: makes the decoder's context of keys, values and a mask.
    """

    affine: Callable[[Matrix], Layer]
    feed_forward: Callable[[Matrix, Matrix], Layer]
    sigmoid: Layer
    normalise: Callable[[Tensor, Tensor, Tensor], Tensor]
    attend: Callable[[Tensor, Tensor, Tensor, Tensor, float], Tensor]
    remember: Callable[[Tensor, Tensor, Tensor], Context]


def packed(weight: Tensor) -> Tensor:
    """Bytes (outputs, inputs) in the form that oneDNN's products take."""
    if len(weight) < MANY:
        made: Tensor = torch.ops.onednn.qlinear_prepack(weight, None)
        return made
    return weight.t().to_mkldnn()
