"""The fastest operations of a device, on 8-bit weights and inputs rounded to 8 bits.

Products of integers are exact in any order of summation, so a row's result does not depend on the
other rows. In single precision they are exact up to 2**24, which no sum comes close to. In 16
bits (bfloat16) the integers themselves are exact, and their sums are rounded once, to 8 bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from pipeline.translation.engines.marian.container import Matrix
from pipeline.translation.engines.marian.integers import int8_layers, products, union_of
from pipeline.translation.engines.marian.operations import (
    EPSILON,
    LARGEST,
    Affine,
    Arithmetic,
    ChosenOfAll,
    FeedForward,
    Ids,
    Layer,
    OfBatch,
    OutputLayer,
    Vocabulary,
)


def arithmetic(
    device: torch.device, *, integers: bool = True, dtype: torch.dtype = torch.float32
) -> Arithmetic:
    """The fastest operations for a device.

    Args:
        device: where the network runs.
        integers: whether integer products may be used on processors that support them.
        dtype: type of other products; float32 or bfloat16.
    """
    whole = integers and device.type == "cpu" and products() == "exact"
    layers = int8_layers(exact=False) if whole else _float_layers(device, dtype)
    return Arithmetic(*layers, torch.sigmoid, normalise, attend, FloatContext.of)


def _float_layers(
    device: torch.device, dtype: torch.dtype
) -> tuple[Affine, FeedForward, Vocabulary]:
    """The first three operations of an `Arithmetic`, on floating-point numbers."""

    def affine(matrix: Matrix) -> Layer:
        return FloatAffine(matrix, device, dtype)

    def feed_forward(up: Matrix, down: Matrix) -> Layer:
        first, second = affine(up), affine(down)
        return lambda x: second(torch.relu_(first(x)))

    def output(matrix: Matrix) -> OfBatch:
        def of_batch(ids: Ids, real: NDArray[np.bool_]) -> OutputLayer:
            words, columns = union_of(ids, len(matrix.weight))
            missing = np.where(real, np.float32(0), np.float32(-np.inf))[:, None]
            places, offsets = (torch.from_numpy(a).to(device) for a in (columns, missing))
            return OutputLayer(ChosenOfAll(affine(matrix.rows(words)), places), offsets)

        return of_batch

    return affine, feed_forward, output


def normalise(x: Tensor, scale: Tensor, bias: Tensor) -> Tensor:
    """Layer normalisation over the last dimension."""
    return functional.layer_norm(x, (x.shape[-1],), scale, bias, EPSILON)


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor, _: float) -> Tensor:
    """Scaled dot-product attention, see `Arithmetic`."""
    return functional.scaled_dot_product_attention(query, key, value, mask)


@dataclass(frozen=True, slots=True)
class FloatContext:
    """Keys and values (sentences, heads, places, width), and a mask of real places."""

    key: Tensor
    value: Tensor
    mask: Tensor

    @classmethod
    def of(cls, key: Tensor, value: Tensor, mask: Tensor) -> FloatContext:
        """The context of keys, values and a mask."""
        return cls(key.contiguous(), value.contiguous(), mask)

    def attend(self, query: Tensor) -> Tensor:
        """The attention output of each query; see `Context`."""
        shared = query.shape[1] != self.key.shape[1]
        return functional.scaled_dot_product_attention(
            query, self.key, self.value, self.mask, enable_gqa=shared
        )

    def __len__(self) -> int:
        """The number of sentences."""
        return len(self.mask)

    def select(self, sentences: Tensor) -> FloatContext:
        """The context of some of the sentences."""
        return FloatContext(self.key[sentences], self.value[sentences], self.mask[sentences])


class FloatAffine:
    """A layer whose integers are stored as floating-point numbers, for any device."""

    def __init__(self, matrix: Matrix, device: torch.device, dtype: torch.dtype) -> None:
        self._weight = torch.tensor(matrix.weight, dtype=dtype, device=device)
        self._bias = torch.tensor(matrix.bias, device=device)
        self._alpha, self._dtype = matrix.alpha, dtype
        scale = 1 / (np.float32(matrix.alpha) * matrix.multiplier)
        self._scale = torch.tensor(scale, device=device)

    def __call__(self, x: Tensor) -> Tensor:
        """The layer's outputs."""
        rounded = (x * self._alpha).round_().clamp_(-LARGEST, LARGEST).to(self._dtype)
        products = functional.linear(rounded, self._weight).float()
        return products.mul_(self._scale).add_(self._bias)
