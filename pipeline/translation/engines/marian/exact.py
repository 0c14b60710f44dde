"""Operations that repeat the arithmetic of Firefox's own engine, on a CPU.

Every layer rounds its inputs to 8 bits. About once in a sentence, a difference of a millionth moves
one of them to the other side of a rounding, and then all later numbers differ. So these operations
add up in the order of Firefox's loops, and overflow where its products do. Attention has that order
only near an edge of rounding, so one translation in several hundred still differs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.engines.marian.integers import int8_layers, products
from pipeline.translation.engines.marian.operations import EPSILON, Arithmetic

Floats = NDArray[np.float32]

NEAR = 1e-3
"""At this distance from the edge of a rounding or more, torch's attention is taken as it is. In 60
sentences, it was farther from Firefox's once, by 1.0022e-3: so rarely that hardly any translation
differs."""
ERROR = 16 * 2**-24
"""Nearer to an edge, it is taken if both orders of sums differ less, by this many of the units of
`_doubtful`. In 7.7 million numbers of 325 sentences they differed by at most 5.3 * 2**-24."""
SIMILAR = 0.75
"""Two padded lengths share a part of the context if one is at least this share of the other."""


@cache
def exact_arithmetic() -> Arithmetic | None:
    """The operations, if torch multiplies bytes on this processor."""
    if products() is None:
        return None
    return Arithmetic(
        *int8_layers(exact=True), sigmoid, normalise, attend, ExactContext.of, ExactContexts.of
    )


def sigmoid(x: Tensor) -> Tensor:
    """Elementwise, with a correctly rounded exponential."""
    return x.double().neg_().exp_().float().add_(1).reciprocal_()


def normalise(x: Tensor, scale: Tensor, bias: Tensor) -> Tensor:
    """Layer normalisation over the last dimension."""
    rows = x.reshape(-1, x.shape[-1])
    width = np.float32(rows.shape[1])
    columns = rows.t().clone(memory_format=torch.contiguous_format)
    mean = torch.from_numpy(added(columns.numpy()) / width)
    columns.sub_(mean)
    variance = added(columns.mul_(columns).numpy()) / width
    deviation = torch.from_numpy(np.sqrt(variance + np.float32(EPSILON)))
    made = rows - mean[:, None]
    made.div_(deviation[:, None]).mul_(scale).add_(bias)
    return made.view(x.shape)


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, alpha: float) -> Tensor:
    """Attention in torch's order of sums, and in Firefox's where the next rounding may differ."""
    _, heads, places, width = query.shape
    queries, keys, values = (x.reshape(-1, places, width) for x in (query, key, value))
    shown = torch.zeros(mask.shape).masked_fill_(~mask, -math.inf)
    shown = shown.expand(-1, heads, -1, -1).reshape(-1, places, 1)
    # Torch's softmax over the last dimension is slow if that is short.
    scores = torch.baddbmm(shown, keys, queries.transpose(1, 2), alpha=1 / math.sqrt(width))
    weights = scores.softmax(1).transpose(1, 2)
    found = weights @ values
    lanes, rows, columns = _doubtful(queries, keys, values, weights, found * alpha, abs(alpha))
    if len(lanes):
        exact = _attend(
            _beside(keys[lanes]).swapaxes(0, 1),
            _beside(values[lanes, :, columns])[:, None],
            _beside(shown[lanes, :, 0]),
            _beside(queries[lanes, rows])[:, None],
        )
        found[lanes, rows, columns] = torch.from_numpy(exact[0, 0])
    return found.view(query.shape)


def _doubtful(
    queries: Tensor, keys: Tensor, values: Tensor, weights: Tensor, scaled: Tensor, alpha: float
) -> Sequence[Tensor]:
    """Lanes, rows and columns of attention that another order of sums may round differently.

    Of the outputs near an edge, most are not so near that their own error could matter. It grows
    with the lengths of the query and of the longest key, on which the errors of the products
    depend, and with the size of the values, as they are weighted.
    """
    away = scaled.sub_(scaled.round()).abs_().numpy()
    near = np.flatnonzero(away > 0.5 - NEAR)
    lanes, rows, columns = (torch.from_numpy(x) for x in np.unravel_index(near, away.shape))
    squares = values[lanes, :, columns].square_().mul_(weights[lanes, rows])
    longest = torch.linalg.vector_norm(keys, dim=2).amax(1)[lanes]
    lengths = torch.linalg.vector_norm(queries[lanes, rows], dim=1)
    size = lengths.mul_(longest).div_(math.sqrt(values.shape[2])).add_(1)
    error = size.mul_(squares.sum(1).sqrt_()).mul_(ERROR * alpha)
    left = torch.from_numpy(away.take(near)) > 0.5 - error
    return [x[left] for x in (lanes, rows, columns)]


@dataclass(frozen=True, slots=True)
class ExactContext:
    """A context whose lanes, a head of a sentence each, lie side by side.

    Attributes:
        key: (width, places, sentences, heads).
        value: (places, width, sentences, heads).
        mask: 0 for a real place and -inf for others, (places, sentences, heads).
    """

    key: Floats
    value: Floats
    mask: Floats

    @classmethod
    def of(cls, key: Tensor, value: Tensor, mask: Tensor) -> ExactContext:
        """The context of keys, values (sentences, heads, places, width) and a mask."""
        keys = key.permute(3, 2, 0, 1).contiguous().numpy()
        values = value.permute(2, 3, 0, 1).contiguous().numpy()
        shown = mask[:, 0].permute(2, 0, 1).expand(-1, -1, key.shape[1]).numpy()
        return cls(keys, values, np.where(shown, np.float32(0), np.float32(-np.inf)))

    @classmethod
    def padded(cls, contexts: Sequence[ExactContext]) -> ExactContext:
        """One context of several, padded to the longest; sums in order do not notice padding."""
        if len(contexts) == 1:
            return contexts[0]
        places = max(context.places for context in contexts)
        width, _, _, heads = contexts[0].key.shape
        sentences = sum(map(len, contexts))
        key = np.zeros((width, places, sentences, heads), np.float32)
        value = np.zeros((places, width, sentences, heads), np.float32)
        mask = np.full((places, sentences, heads), -np.inf, np.float32)
        start = 0
        for context in contexts:
            real, here = context.places, slice(start, start := start + len(context))
            key[:, :real, here] = context.key
            value[:real, :, here] = context.value
            mask[:real, here] = context.mask
        return cls(key, value, mask)

    def __len__(self) -> int:
        """The number of sentences."""
        return int(self.mask.shape[1])

    @property
    def places(self) -> int:
        """The length that the sentences are padded to."""
        return len(self.mask)

    def select(self, sentences: Tensor) -> ExactContext:
        """The context of some of the sentences."""
        kept = sentences.numpy()
        return ExactContext(
            self.key.take(kept, 2), self.value.take(kept, 2), self.mask.take(kept, 1)
        )

    def attend(self, query: Tensor) -> Tensor:
        """The attention output of each query; see `Context`."""
        sentences, heads = self.key.shape[2:]
        lanes = sentences * heads
        key, value = (x.reshape(*x.shape[:2], lanes) for x in (self.key, self.value))
        rows = query.reshape(sentences, heads, -1, query.shape[-1])
        queries = rows.permute(3, 2, 0, 1).reshape(len(key), -1, lanes).contiguous().numpy()
        found = _attend(key, value, self.mask.reshape(-1, lanes), queries)
        made = torch.from_numpy(found).view(len(key), -1, sentences, heads)
        return made.permute(2, 3, 1, 0).reshape(query.shape)


@dataclass(frozen=True, slots=True)
class ExactContexts:
    """Contexts of sentences with different padded lengths, in parts of similar ones.

    Reading keys and values takes most of the time, so that padding all to the longest is slow.

    Attributes:
        parts: the contexts of the parts.
        sentences: the numbers of each part's sentences among all.
    """

    parts: Sequence[ExactContext]
    sentences: Sequence[Tensor]

    @classmethod
    def of(cls, contexts: Sequence[ExactContext]) -> ExactContexts:
        """Contexts whose sentences are numbered one after the other."""
        sizes = list(map(len, contexts))
        numbers = torch.split(torch.arange(sum(sizes)), sizes)
        pairs = sorted(zip(contexts, numbers, strict=True), key=lambda pair: -pair[0].places)
        parts, sentences = [], []
        while pairs:
            least = SIMILAR * pairs[0][0].places
            size = sum(context.places >= least for context, _ in pairs)
            similar, its_numbers = zip(*pairs[:size], strict=True)
            parts.append(ExactContext.padded(similar))
            sentences.append(torch.cat(its_numbers))
            pairs = pairs[size:]
        return cls(parts, sentences)

    def __len__(self) -> int:
        """The number of sentences."""
        return sum(map(len, self.parts))

    def select(self, sentences: Tensor) -> ExactContexts:
        """The contexts of some of the sentences."""
        part_of, place_of = torch.empty(2, len(self), dtype=torch.long)
        for number, own in enumerate(self.sentences):
            part_of[own], place_of[own] = number, torch.arange(len(own))
        chosen = part_of[sentences]
        kept = [(chosen == number).nonzero()[:, 0] for number in range(len(self.parts))]
        left = [(part, own) for part, own in zip(self.parts, kept, strict=True) if len(own)]
        return ExactContexts(
            [part.select(place_of[sentences[own]]) for part, own in left], [own for _, own in left]
        )

    def attend(self, query: Tensor) -> Tensor:
        """The attention output of each query; see `Context`."""
        found = torch.empty_like(query)
        for part, own in zip(self.parts, self.sentences, strict=True):
            found[own] = part.attend(query[own])
        return found


def _beside(x: Tensor) -> Floats:
    """Lanes, the first dimension, side by side as the last."""
    columns: Floats = x.flatten(1).t().contiguous().numpy()
    return columns.reshape(*x.shape[1:], len(x))


def _attend(key: Floats, value: Floats, mask: Floats, query: Floats) -> Floats:
    """The attention output of queries, lane by lane.

    Args:
        key: (width, places, lanes).
        value: (places, width, lanes).
        mask: 0 for a real place and -inf for others, (places, lanes).
        query: (width, rows, lanes).

    Returns:
        (width, rows, lanes).
    """
    weights = products_added(key, query)
    weights *= np.float32(1 / math.sqrt(len(key)))
    weights += mask[:, None]
    weights -= weights.max(0)
    weights = np.exp(weights, dtype=np.float64).astype(np.float32)
    weights /= added(weights)
    return products_added(value, weights)


def added(columns: Floats) -> Floats:
    """Sums over the first dimension, in order."""
    if columns[0].size == 1:  # numpy adds several neighbouring numbers at once
        made: Floats = np.add.accumulate(columns)[-1]
    else:
        made = np.add.reduce(columns)
    return made


def products_added(first: Floats, second: Floats) -> Floats:
    """Sums of products over the first dimension, in order.

    Args:
        first: (numbers, columns, lanes).
        second: (numbers, rows, lanes).

    Returns:
        (columns, rows, lanes).
    """
    if _fuses():
        made: Floats = first[0][:, None] * second[0]
        for one, other in zip(first[1:], second[1:], strict=True):
            made += one[:, None] * other
        return made
    if first.shape[2] == 1:  # as numpy's sums, einsum adds several neighbours at once
        return added(np.multiply(first[:, :, None], second[:, None], order="C"))
    summed: Floats = np.einsum("ncl,nrl->crl", first, second)
    return summed


@cache
def _fuses() -> bool:
    """Whether `einsum` adds a product to a sum without rounding the product first."""
    near = np.float32(1 + 2**-12)
    rounded = near * near
    first, second = (np.repeat(np.array([[[-rounded]], [[near]]], np.float32), 37, 2) for _ in "12")
    second[0] = 1
    return bool(np.einsum("ncl,nrl->crl", first, second).any())
