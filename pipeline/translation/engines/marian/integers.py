"""Layers that multiply 8-bit integers, for processors on which torch multiplies bytes.

Products of integers are exact in any order of summation, so a row's result does not depend on the
other rows. Exact layers also overflow where Firefox's do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.engines.marian.container import Int8s, Matrix
from pipeline.translation.engines.marian.operations import LARGEST, Ids, Output
from pipeline.translation.engines.marian.overflow import HIGHEST, Overflow

CELLS = 2**15
"""Up to so many outputs of all rows, a plain product and a pass over it are faster than `qlinear`,
which takes 25 microseconds to start."""


class Int8Affine:
    """A layer with one bias and one factor for each output."""

    def __init__(self, matrix: Matrix, *, overflow: Overflow | None = None) -> None:
        """Pack the weights.

        Args:
            matrix: the layer.
            overflow: the overflows of its products to repeat; by default none.
        """
        self._weight, self._overflow = matrix.weight, overflow
        plain = torch.tensor(matrix.weight)
        self._plain = plain.t()
        self._packed: Tensor = torch.ops.onednn.qlinear_prepack(plain, None)
        self._unit, self._bias = scale(matrix)
        self._tensors = [torch.from_numpy(array) for array in (self._unit, self._bias)]
        self._zeros = torch.zeros(len(plain), dtype=torch.int64)
        self.alpha = float(np.float32(matrix.alpha))
        self.step = inverse(np.float32(matrix.alpha))

    def __call__(self, x: Tensor) -> Tensor:
        """The layer's outputs."""
        return self.outputs(rounded(x, self.alpha))

    def outputs(self, inputs: Tensor) -> Tensor:
        """Outputs for rounded inputs."""
        rows = inputs.view(-1, inputs.shape[-1])
        made = self._few(rows) if len(rows) * len(self._bias) <= CELLS else self._many(rows)
        return made.view(*inputs.shape[:-1], -1)

    def _few(self, rows: Tensor) -> Tensor:
        sums = torch._int_mm(rows, self._plain)
        if self._overflow and (lost := self._overflow.lost(rows.numpy())):
            lost.add_to(sums.numpy())
        unit, bias = self._tensors
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
        made: Tensor = torch.ops.onednn.qlinear_pointwise(
            *(rows, 1.0, 0, self._packed, unit, self._zeros, bias),
            *(step, 0, dtype, after, [], ""),
        )
        return made


@dataclass(frozen=True, slots=True)
class Int8FeedForward:
    """Two such layers with ReLU between them; the states between them stay bytes."""

    up: Int8Affine
    down: Int8Affine

    def __call__(self, x: Tensor) -> Tensor:
        """The outputs of the second layer."""
        return self.down.outputs(self.up.positive(rounded(x, self.up.alpha), self.down))


class Int8Vocabulary:
    """The output layer of a whole vocabulary, of which a batch uses a part."""

    def __init__(self, matrix: Matrix, *, overflow: Overflow | None = None) -> None:
        """Prepare it.

        Args:
            matrix: the layer, whose outputs have one multiplier.
            overflow: the overflows of its products to repeat; by default none.
        """
        unit, self._bias = scale(matrix)
        self._weight, self._unit, self._alpha = matrix.weight, float(unit[0]), matrix.alpha
        self._overflow = overflow

    def __call__(self, ids: Ids, real: NDArray[np.bool_]) -> Output:
        """The output layer of a batch; see `Arithmetic.output`."""
        words, columns = union_of(ids, len(self._weight))
        overflow = self._overflow and self._overflow.within(words)
        weight = torch.from_numpy(self._weight[words]).t()
        offsets = np.where(real, self._bias[ids], np.float32(-np.inf))[:, None]
        return Int8Output(
            *(weight, self._alpha, self._unit, overflow),
            *(torch.from_numpy(columns), torch.from_numpy(offsets)),
        )


@dataclass(frozen=True, slots=True)
class Int8Output:
    """The output layer of a batch.

    Attributes:
        weight: the weights of all of its words, (width, all words).
        alpha: the factor of the states before they are rounded.
        unit: the factor of the sums.
        overflow: the overflows of the sums to repeat; None for none.
        columns: the places of each source's words among these, (sources, words).
        offsets: what to add to their sums, (sources, 1, words); -inf for padding.
    """

    weight: Tensor
    alpha: float
    unit: float
    overflow: Overflow | None
    columns: Tensor
    offsets: Tensor

    def scores(self, states: Tensor) -> Tensor:
        """Scores of the words before the softmax; see `Output`."""
        rows = rounded(states, self.alpha).view(-1, states.shape[-1])
        sums = torch._int_mm(rows, self.weight)
        if self.overflow and (lost := self.overflow.lost(rows.numpy())):
            lost.add_to(sums.numpy())
        every = sums.view(len(self.columns), -1, sums.shape[-1])
        chosen = every.gather(2, self.columns[:, None].expand(-1, every.shape[1], -1))
        return chosen.to(torch.float32).mul_(self.unit).add_(self.offsets)

    def select(self, sources: Tensor) -> Int8Output:
        """The output layer for some of the sources."""
        return Int8Output(
            *(self.weight, self.alpha, self.unit, self.overflow),
            *(self.columns[sources], self.offsets[sources]),
        )


def scale(matrix: Matrix) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A layer's factors and biases of the sums for inputs that are shifted to bytes.

    The bias subtracts what the shift adds, as in Marian.
    """
    unit = np.float32(1) / (np.float32(matrix.alpha) * matrix.multiplier)
    shift = matrix.weight.sum(1, dtype=np.int32).astype(np.float32)
    return unit, matrix.bias - np.float32(LARGEST) * unit * shift


def rounded(x: Tensor, alpha: float) -> Tensor:
    """Inputs as bytes in which 127 stands for zero, as Marian shifts them."""
    return in_bytes(x * alpha)


def in_bytes(scaled: Tensor) -> Tensor:
    """Numbers, which are overwritten, as bytes in which 127 stands for zero."""
    whole = scaled.clamp_(-LARGEST, LARGEST).round_()
    # Torch converts to signed bytes several times as fast as to unsigned ones.
    return whole.to(torch.int8).view(torch.uint8).add_(LARGEST)


def inverse(alpha: np.float32) -> float | None:
    """A step whose inverse in single precision is alpha; torch divides where Marian multiplies."""
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
    """Where the products of weights overflow in Firefox and not by themselves here."""
    return None if products() == "saturating" else Overflow.of(weight)


@cache
def products() -> Literal["exact", "saturating"] | None:
    """How this processor adds up the products of bytes, if torch has them here.

    With VNNI they are exact; without, each pair of them saturates to 16 bits.
    """
    inputs, outputs = 64, 16
    sides = np.full((outputs, inputs), LARGEST, np.int8)
    matrix = Matrix(sides, np.ones(outputs, np.float32), 1.0, np.zeros(outputs, np.float32))
    rows = torch.full((4, inputs), 2 * LARGEST, dtype=torch.uint8)
    try:
        layer = Int8Affine(matrix)
        found = torch.stack([layer._many(rows), layer._few(rows)])
    except (AttributeError, RuntimeError):
        return None
    if (found == inputs * LARGEST**2).all():
        return "exact"
    lost = 2 * LARGEST * 2 * LARGEST - HIGHEST
    saturated = inputs * LARGEST**2 - inputs // 2 * lost
    return "saturating" if (found == saturated).all() else None
