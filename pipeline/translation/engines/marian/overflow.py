"""Where products of bytes overflow in Firefox's engine.

On x86 it multiplies an unsigned by a signed byte and adds up two such products in 16 bits, which
saturate (`vpmaddubsw` of AVX2). Few pairs of weights are so large that this can happen.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from pipeline.translation.engines.marian.container import Int8s
from pipeline.translation.engines.marian.operations import LARGEST

LOWEST, HIGHEST = -(2**15), 2**15 - 1

Ints = NDArray[np.int64]


class Overflow:
    """The pairs of a matrix's weights whose products may not fit into 16 bits.

    Attributes:
        outputs: the output of each pair, ascending.
        inputs: the inputs of the two weights of each pair, (2, pairs).
        weights: the two weights, (2, pairs).
    """

    def __init__(self, outputs: Ints, inputs: Ints, weights: NDArray[np.int32]) -> None:
        """Store the pairs."""
        self.outputs, self.inputs, self.weights = outputs, inputs, weights
        # Both weights of a pair have the same sign: the largest inputs give the largest sum.
        self._sizes = np.abs(weights)
        self._signs = np.sign(weights[0])
        self._limits = np.where(weights[0] > 0, HIGHEST, -LOWEST).astype(np.int32)

    @classmethod
    def of(cls, weight: Int8s) -> Overflow:
        """The pairs in weights (outputs, inputs)."""
        contiguous = np.ascontiguousarray(weight)
        outputs, pairs = np.nonzero(_risky()[contiguous.view(np.uint16)])
        inputs = 2 * pairs + np.arange(2)[:, None]
        return cls(outputs, inputs, contiguous[outputs, inputs].astype(np.int32))

    def within(self, outputs: Ints) -> Overflow:
        """The pairs of some of the outputs, ascending, by their places among these."""
        places = np.searchsorted(outputs, self.outputs)
        found = outputs.take(places, mode="clip") == self.outputs
        return Overflow(places[found], self.inputs[:, found], self.weights[:, found])

    def lost(self, rounded: NDArray[np.uint8]) -> Lost | None:
        """How overflows change the sums for some inputs, (rows, inputs); None if they do not."""
        if not len(self.outputs):
            return None
        # Torch finds the largest of bytes several times as fast as numpy.
        largest = torch.from_numpy(rounded).amax(0).numpy()
        most = largest.take(self.inputs) * self._sizes
        (risky,) = (most[0] + most[1] > self._limits).nonzero()
        if not len(risky):
            return None
        limits = self._limits[risky]
        first, second = (rounded.take(inputs[risky], 1) for inputs in self.inputs)
        sums = first * self._sizes[0, risky]
        sums += second * self._sizes[1, risky]
        rows, pairs = (sums > limits).nonzero()
        if not len(rows):
            return None
        found = risky[pairs]
        amounts = (limits[pairs] - sums[rows, pairs]) * self._signs[found]
        return Lost(rows, self.outputs[found], amounts)


class Lost(NamedTuple):
    """Rows and columns of outputs, and what to add to their sums; an output may occur twice."""

    rows: Ints
    columns: Ints
    amounts: NDArray[np.int32]

    def add_to(self, sums: NDArray[Any]) -> None:
        """Correct sums, (rows, outputs)."""
        np.add.at(sums, (self.rows, self.columns), self.amounts)

    def totals(self, rounded: NDArray[np.uint8], weight: Int8s) -> tuple[Ints, Ints, Ints]:
        """The outputs concerned, each once: rows, columns and their whole sums as they overflow."""
        cells, cell_of = np.unique(self.rows * len(weight) + self.columns, return_inverse=True)
        rows, columns = np.divmod(cells, len(weight))
        # The products fit into 16 bits, numpy's type for those of unsigned and signed bytes.
        total = (rounded[rows] * weight[columns]).sum(1, dtype=np.int64)
        np.add.at(total, cell_of, self.amounts)
        return rows, columns, total


@cache
def _risky() -> NDArray[np.bool_]:
    """Whether a pair of weights may overflow, by its 16 bits."""
    pairs = np.arange(2**16, dtype=np.uint16).view(np.int8).reshape(-1, 2).astype(np.int32)
    most = 2 * LARGEST * pairs.clip(min=0).sum(1)
    least = 2 * LARGEST * pairs.clip(max=0).sum(1)
    made: NDArray[np.bool_] = (most > HIGHEST) | (least < LOWEST)
    return made
