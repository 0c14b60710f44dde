"""The fastest operations of a device, on 8-bit weights and inputs rounded to 8 bits.

Products of integers are exact in any order of summation, so a row's result does not depend on the
other rows. In single precision they are exact up to 2**24, which no sum comes close to. In 16
bits (bfloat16) the integers themselves are exact, and their sums are rounded once, to 8 bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from pipeline.translation.engines.marian.container import Matrix
from pipeline.translation.engines.marian.operations import (
    EPSILON,
    LARGEST,
    Arithmetic,
    Layer,
    packed,
)


def arithmetic(
    device: torch.device, *, integers: bool = True, dtype: torch.dtype = torch.float32
) -> Arithmetic:
    """The fastest operations for a device.

    Args:
        device: where the network runs.
        integers: whether integer products may be used on processors that support them.
        dtype: of the products where they are not; float32 or bfloat16.
    """
    if integers and device.type == "cpu" and has_integer_products():
        return Arithmetic(
            Int8Affine, Int8FeedForward, torch.sigmoid, normalise, attend, FloatContext
        )

    def affine(matrix: Matrix) -> Layer:
        return FloatAffine(matrix, device, dtype)

    def feed_forward(up: Matrix, down: Matrix) -> Layer:
        first, second = affine(up), affine(down)
        return lambda x: second(torch.relu_(first(x)))

    return Arithmetic(affine, feed_forward, torch.sigmoid, normalise, attend, FloatContext)


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

    def attend(self, query: Tensor) -> Tensor:
        """What each query finds; see `Context`."""
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
        self._scale = torch.from_numpy(1 / (np.float32(matrix.alpha) * matrix.multiplier))
        self._scale = self._scale.to(device)

    def __call__(self, x: Tensor) -> Tensor:
        """The layer's outputs."""
        rounded = (x * self._alpha).round_().clamp_(-LARGEST, LARGEST).to(self._dtype)
        products = functional.linear(rounded, self._weight).float()
        return products.mul_(self._scale).add_(self._bias)


class Int8Affine:
    """A layer that multiplies 8-bit integers, for processors with VNNI."""

    def __init__(self, matrix: Matrix) -> None:
        outputs = len(matrix.weight)
        self._packed = packed(torch.tensor(matrix.weight))
        self._scales = torch.from_numpy(1 / matrix.multiplier)
        self._zeros = torch.zeros(outputs, dtype=torch.int64)
        self._bias = torch.tensor(matrix.bias)
        self._alpha, self._middle = matrix.alpha, torch.tensor(LARGEST + 0.5)

    def __call__(self, x: Tensor) -> Tensor:
        """The layer's outputs."""
        return self.product(self.rounded(x))

    def rounded(self, x: Tensor) -> Tensor:
        """Inputs as bytes in which 127 stands for zero, as Marian shifts them."""
        # Half is added because conversion to bytes truncates; three passes instead of five.
        shifted = torch.add(self._middle, x, alpha=self._alpha)
        return shifted.clamp_(0, 2 * LARGEST + 0.5).to(torch.uint8)

    def product(self, rounded: Tensor, following: Int8Affine | None = None) -> Tensor:
        """Outputs for rounded inputs; with a following layer, after ReLU and rounded for it."""
        last = following is None
        made: Tensor = torch.ops.onednn.qlinear_pointwise(
            rounded,
            1 / self._alpha,
            LARGEST,
            self._packed,
            self._scales,
            self._zeros,
            self._bias,
            1.0 if following is None else 1 / following._alpha,
            0 if last else LARGEST,
            torch.float32 if last else torch.uint8,
            "none" if last else "relu",
            [],
            "",
        )
        return made if last else made.clamp_(max=2 * LARGEST)


class Int8FeedForward:
    """Two such layers; the states between them stay bytes."""

    def __init__(self, up: Matrix, down: Matrix) -> None:
        self._up, self._down = Int8Affine(up), Int8Affine(down)

    def __call__(self, x: Tensor) -> Tensor:
        """The outputs of the second layer."""
        return self._down.product(self._up.product(self._up.rounded(x), self._down))


@cache
def has_integer_products() -> bool:
    """Whether products of 8-bit integers are exact on this machine; without VNNI they overflow."""
    sides = np.full((16, 64), LARGEST, np.int8)
    matrix = Matrix(sides, np.ones(16, np.float32), 1.0, np.zeros(16, np.float32))
    try:
        made = Int8Affine(matrix)(torch.full((4, 64), float(LARGEST)))
    except (AttributeError, RuntimeError):
        return False
    return bool((made == 64 * LARGEST**2).all())
