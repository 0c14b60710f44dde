"""Layers that multiply 8-bit integers, for processors on which torch multiplies bytes.

Products of integers are exact in any order of summation, so a row's result does not depend on the
other rows. Exact layers also overflow where Firefox's do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.engines.marian.container import Int8s, Matrix
from pipeline.translation.engines.marian.groups import ChosenOfGroups
from pipeline.translation.engines.marian.operations import (
    LARGEST,
    Affine,
    Chosen,
    ChosenOfAll,
    FeedForward,
    Ids,
    Layer,
    OfBatch,
    OutputLayer,
    Vocabulary,
    in_bytes,
    rounded,
)
from pipeline.translation.engines.marian.overflow import HIGHEST, Overflow

CELLS = 2**15
"""Up to this many outputs in all, a plain product and a pass over it are faster than `qlinear`,
which takes 25 microseconds to start. This holds with VNNI; without it, plain products are slow."""


class Packed:
    """Weights packed for torch's product of bytes, `qlinear`."""

    PLAIN: tuple[Any, ...] = (1.0, 0, torch.float32, "none", [], "")
    """Results as they are: step, zero point, type, and what is done to them afterwards."""

    def __init__(self, weight: Tensor) -> None:
        """Pack weights, (outputs, inputs)."""
        self._weight: Tensor = torch.ops.onednn.qlinear_prepack(weight, None)
        self._zeros = torch.zeros(len(weight), dtype=torch.int64)

    def __call__(
        self,
        rows: Tensor,
        unit: Tensor,
        bias: Tensor | None = None,
        made_as: tuple[Any, ...] = PLAIN,
    ) -> Tensor:
        """Products with rows of bytes, times the units, plus the bias."""
        made: Tensor = torch.ops.onednn.qlinear_pointwise(
            *(rows, 1.0, 0, self._weight, unit, self._zeros, bias), *made_as
        )
        return made


class Int8Affine:
    """A layer with one bias and one factor for each output."""

    def __init__(self, matrix: Matrix, *, exact: bool = False) -> None:
        """Pack the weights.

        Args:
            exact: whether its products overflow where Firefox's do.
        """
        self._weight = matrix.weight
        self._overflow = overflow_of(matrix.weight) if exact else None
        plain = torch.tensor(matrix.weight)
        self._plain = plain.t()
        self._packed = Packed(plain)
        self._unit, self._bias = scale(matrix)
        self._tensors = [torch.from_numpy(array) for array in (self._unit, self._bias)]
        self.alpha = float(np.float32(matrix.alpha))
        self.step = inverse(np.float32(matrix.alpha))

    def __call__(self, x: Tensor) -> Tensor:
        """The layer's outputs."""
        return self.outputs(rounded(x, self.alpha))

    def outputs(self, inputs: Tensor) -> Tensor:
        """Outputs for rounded inputs."""
        rows = inputs.view(-1, inputs.shape[-1])
        few = has_plain() and len(rows) * len(self._bias) <= CELLS
        made = self._few(rows) if few else self._many(rows)
        return made.view(*inputs.shape[:-1], -1)

    def _few(self, rows: Tensor) -> Tensor:
        unit, bias = self._tensors
        sums = _plain_sums(rows, self._plain, self._overflow)
        return sums.to(torch.float32).mul_(unit).add_(bias)

    def _many(self, rows: Tensor, after: str = "none") -> Tensor:
        made = self._product(rows, 1.0, torch.float32, after)
        if found := self._overflowed(rows):
            cells, values = found
            made.numpy()[cells] = values.clip(min=0) if after == "relu" else values
        return made

    def positive(self, inputs: Tensor, following: Int8Affine) -> Tensor:
        """Outputs for rounded inputs, after ReLU and rounded for the following layer."""
        rows = inputs.view(-1, inputs.shape[-1])
        if following.step is None:
            made = in_bytes(self._many(rows, "relu").mul_(following.alpha))
        else:
            made = self._product(rows, following.step, torch.uint8, "relu").clamp_(max=LARGEST)
            if found := self._overflowed(rows):
                cells, values = found
                scaled = values * np.float32(following.alpha)
                made.numpy()[cells] = scaled.clip(0, LARGEST).round()
            made.add_(LARGEST)
        return made.view(*inputs.shape[:-1], -1)

    def _overflowed(
        self, rows: Tensor
    ) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], NDArray[np.float32]] | None:
        """The outputs whose sums overflow, as rows and columns, and their values."""
        lost = self._overflow and self._overflow.lost(rows.numpy())
        if not lost:
            return None
        at, columns, sums = lost.totals(rows.numpy(), self._weight)
        values = sums.astype(np.float32) * self._unit[columns] + self._bias[columns]
        return (at, columns), values

    def _product(self, rows: Tensor, step: float, dtype: torch.dtype, after: str) -> Tensor:
        """The outputs as floating-point numbers, or as multiples of a step."""
        unit, bias = self._tensors
        return self._packed(rows, unit, bias, (step, 0, dtype, after, [], ""))


@dataclass(frozen=True, slots=True)
class Int8FeedForward:
    """Two such layers with ReLU between them; the states between them stay bytes."""

    up: Int8Affine
    down: Int8Affine

    def __call__(self, x: Tensor) -> Tensor:
        """The outputs of the second layer."""
        return self.down.outputs(self.up.positive(rounded(x, self.up.alpha), self.down))


def int8_layers(*, exact: bool) -> tuple[Affine, FeedForward, Vocabulary]:
    """The first three operations of an `Arithmetic`; exact ones overflow where Firefox's do."""
    affine = partial(Int8Affine, exact=exact)
    return (
        affine,
        lambda up, down: Int8FeedForward(affine(up), affine(down)),
        partial(_vocabulary, exact=exact),
    )


def _vocabulary(matrix: Matrix, *, exact: bool) -> OfBatch:
    """The output layer of a whole vocabulary, of which a batch uses a part."""
    units, bias = scale(matrix)
    overflow = overflow_of(matrix.weight) if exact else None

    def of_batch(ids: Ids, real: NDArray[np.bool_]) -> OutputLayer:
        if has_plain():
            chosen: Chosen = ChosenOfGroups.of(matrix, overflow, ids, real)
        else:
            words, columns = union_of(ids, len(matrix.weight))
            summed = _sums(matrix.rows(words), overflow and overflow.within(words))
            chosen = ChosenOfAll(summed, torch.from_numpy(columns))
        offsets = np.where(real, bias[ids], np.float32(-np.inf))[:, None]
        return OutputLayer(chosen, torch.from_numpy(offsets), float(units[0]))

    return of_batch


def _sums(matrix: Matrix, overflow: Overflow | None) -> Layer:
    """From states to the sums of their products with weights, as they overflow."""
    packed, ones = Packed(torch.from_numpy(matrix.weight)), torch.ones(len(matrix.weight))

    def sums(states: Tensor) -> Tensor:
        rows = rounded(states, matrix.alpha).view(-1, states.shape[-1])
        return _corrected(packed(rows, ones), rows, overflow)

    return sums


def _plain_sums(rows: Tensor, weight: Tensor, overflow: Overflow | None) -> Tensor:
    """The sums of products of bytes, corrected by what overflows."""
    return _corrected(torch._int_mm(rows, weight), rows, overflow)


def _corrected(sums: Tensor, rows: Tensor, overflow: Overflow | None) -> Tensor:
    if overflow and (lost := overflow.lost(rows.numpy())):
        lost.add_to(sums.numpy())
    return sums


def scale(matrix: Matrix) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A layer's factors and biases of the sums for inputs that are shifted to bytes.

    The bias subtracts what the shift adds, as in Marian.
    """
    unit = np.float32(1) / (np.float32(matrix.alpha) * matrix.multiplier)
    shift = matrix.weight.sum(1, dtype=np.int32).astype(np.float32)
    return unit, matrix.bias - np.float32(LARGEST) * unit * shift


def inverse(alpha: np.float32) -> float | None:
    """A step whose inverse in single precision is alpha: torch divides, Marian multiplies."""
    step = np.float32(1) / alpha
    for near in (step, np.nextafter(step, np.float32(0)), np.nextafter(step, np.float32(np.inf))):
        if np.float32(1) / near == alpha:
            return float(near)
    return None


def union_of(ids: Ids, count: int) -> tuple[Ids, Ids]:
    """The words that occur among ids below a count, ascending, and the place of each among them."""
    places = np.zeros(count, np.int64)
    places[ids] = 1
    words = np.flatnonzero(places)
    places[words] = np.arange(len(words))
    return words, places[ids]


def overflow_of(weight: Int8s) -> Overflow | None:
    """Where products of weights overflow in Firefox, if they do not on this processor anyway."""
    return None if products() == "saturating" else Overflow.of(weight)


@cache
def has_plain() -> bool:
    """Whether the plain product of bytes is faster: with VNNI, if torch accepts unsigned ones.

    Torch 2.11 does not.
    """
    if products() != "exact":
        return False
    rows, sides = torch.ones(32, 64, dtype=torch.uint8), torch.ones(64, 32, dtype=torch.int8)
    try:
        return bool((torch._int_mm(rows, sides) == 64).all())
    except RuntimeError:
        return False


@cache
def products() -> Literal["exact", "saturating"] | None:
    """How this processor adds up the products of bytes, if torch has them here.

    With VNNI they are exact; without, each pair of them saturates to 16 bits, as in Firefox.
    """
    inputs, outputs = 64, 16
    sides = np.full((outputs, inputs), LARGEST, np.int8)
    matrix = Matrix(sides, np.ones(outputs, np.float32), 1.0, np.zeros(outputs, np.float32))
    rows = torch.full((4, inputs), 2 * LARGEST, dtype=torch.uint8)
    try:
        found = Int8Affine(matrix)._many(rows)
    except (AttributeError, RuntimeError):
        return None
    if (found == inputs * LARGEST**2).all():
        return "exact"
    lost = 2 * LARGEST * 2 * LARGEST - HIGHEST
    saturated = inputs * LARGEST**2 - inputs // 2 * lost
    return "saturating" if (found == saturated).all() else None
