"""The network's primitive operations: what an implementation of them provides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.engines.marian.container import Matrix

LARGEST = 127
EPSILON = 1e-6
"""Added to the variance, as Marian does."""

Ids = NDArray[np.int64]
Layer = Callable[[Tensor], Tensor]
"""From (..., inputs) to (..., outputs)."""


class Context(Protocol):
    """Keys and values of encoded sources, which the decoder attends to."""

    def attend(self, query: Tensor) -> Tensor:
        """The attention output of each query.

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


class Chosen(Protocol):
    """The products of states with the words that each source of a batch may use."""

    def __call__(self, states: Tensor) -> Tensor:
        """The sums of each source's words.

        Args:
            states: rows of them, (sources * rows of each, width) or (sources, rows of each, width).

        Returns:
            (sources, rows of each, words); any number for padding. The caller may change them.
        """
        ...

    def select(self, sources: Tensor) -> Chosen:
        """The products for some of the sources, in the same order."""
        ...


@dataclass(frozen=True, slots=True)
class ChosenOfAll:
    """Sums of all words of a batch, of which each source takes its own.

    Attributes:
        sums: from states to the sums of all words of the batch, (rows, all words).
        columns: the places of each source's words among these, (sources, words).
    """

    sums: Layer
    columns: Tensor

    def __call__(self, states: Tensor) -> Tensor:
        """The sums of each source's words."""
        sums = self.sums(states)
        every = sums.view(len(self.columns), -1, sums.shape[-1])
        return every.gather(2, self.columns[:, None].expand(-1, every.shape[1], -1))

    def select(self, sources: Tensor) -> ChosenOfAll:
        """The sums of some of the sources."""
        return replace(self, columns=self.columns[sources])


@dataclass(frozen=True, slots=True)
class OutputLayer:
    """The output layer for the words that each source of a batch may use.

    Attributes:
        chosen: from states to the sums of each source's words.
        offsets: what to add to their sums, (sources, 1, words); -inf for padding.
        unit: what the sums are first multiplied by; None if they are scores already.
    """

    chosen: Chosen
    offsets: Tensor
    unit: float | None = None

    def scores(self, states: Tensor) -> Tensor:
        """Scores of the words before the softmax, -inf for padding; see `Chosen`."""
        sums = self.chosen(states)
        if self.unit is not None:
            sums = sums.to(torch.float32).mul_(self.unit)
        return sums.add_(self.offsets)

    def select(self, sources: Tensor) -> OutputLayer:
        """The output layer for some of the sources, in the same order."""
        return replace(self, chosen=self.chosen.select(sources), offsets=self.offsets[sources])


OfBatch = Callable[[Ids, NDArray[np.bool_]], OutputLayer]
"""From the words of each source, and whether each is real or padding, both (sources, words), to the
output layer of a batch."""


Affine = Callable[[Matrix], Layer]
FeedForward = Callable[[Matrix, Matrix], Layer]
Vocabulary = Callable[[Matrix], OfBatch]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Implementations of products, normalisation and attention.

    Attributes:
        affine: makes the layer of a matrix.
        feed_forward: makes the two layers of a feed-forward block, with ReLU between them.
        output: takes the matrix of the whole vocabulary, whose outputs have one multiplier.
        sigmoid: elementwise.
        normalise: states, scale and bias to normalised states.
        attend: queries, keys and values (batch, heads, places, width) and a mask of real places
            (batch, 1, 1, places) to (batch, heads, places, width); the last argument is the factor
            by which the next layer multiplies before it rounds.
        remember: makes the decoder's context of keys, values and a mask.
        join: puts contexts from `remember`, of sources with different padded lengths, into one;
            None where padding might change the attention output.
    """

    affine: Affine
    feed_forward: FeedForward
    output: Vocabulary
    sigmoid: Layer
    normalise: Callable[[Tensor, Tensor, Tensor], Tensor]
    attend: Callable[[Tensor, Tensor, Tensor, Tensor, float], Tensor]
    remember: Callable[[Tensor, Tensor, Tensor], Context]
    join: Callable[[Sequence[Any]], Context] | None = None


def rounded(x: Tensor, alpha: float) -> Tensor:
    """Inputs as bytes in which 127 stands for zero, as Marian shifts them."""
    return in_bytes(x * alpha)


def in_bytes(scaled: Tensor) -> Tensor:
    """Numbers, which are overwritten, as bytes in which 127 stands for zero."""
    whole = scaled.clamp_(-LARGEST, LARGEST).round_()
    # Torch converts to signed bytes several times as fast as to unsigned ones.
    return whole.to(torch.int8).view(torch.uint8).add_(LARGEST)
