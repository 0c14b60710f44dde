"""Where products of bytes overflow in Firefox's engine.

On x86 it multiplies an unsigned by a signed byte and adds up two such products in 16 bits, which
saturate (`vpmaddubsw` of AVX2). Few pairs of weights are so large that this can happen.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipeline.translation.engines.marian.operations import LARGEST

LOWEST, HIGHEST = -(2**15), 2**15 - 1


class Overflowed(NamedTuple):
    """The outputs that differ: their rows and columns, and the sums that Firefox gets."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    sums: NDArray[np.int64]


class Overflow:
    """The pairs of a matrix's weights whose products may not fit into 16 bits."""

    def __init__(self, weight: NDArray[np.int8]) -> None:
        """Find them in weights (outputs, inputs)."""
        self._weight = np.ascontiguousarray(weight)
        self._outputs, pairs = np.nonzero(_risky()[self._weight.view(np.uint16)])
        self._inputs = 2 * pairs[:, None] + np.arange(2)
        self._pairs = self._weight[self._outputs[:, None], self._inputs].astype(np.int32)
        # Both weights of such a pair have the same sign: the largest inputs give the largest sum.
        self._sizes = np.zeros((weight.shape[1], len(pairs)), np.float32)
        np.put_along_axis(self._sizes, self._inputs.T, np.abs(self._pairs.T), 0)

    def found(self, rounded: NDArray[np.uint8]) -> Overflowed | None:
        """The outputs for some inputs, (rows, inputs), that overflow; None if none do."""
        if not len(self._outputs):
            return None
        most = rounded.max(0).astype(np.float32) @ self._sizes
        if most.max() <= HIGHEST:
            return None
        risky = np.flatnonzero(most > HIGHEST)
        sums = (rounded[:, self._inputs[risky]] * self._pairs[risky]).sum(2)
        lost = sums.clip(LOWEST, HIGHEST) - sums
        rows, pairs = lost.nonzero()
        if not len(rows):
            return None
        every = rows * len(self._weight) + self._outputs[risky[pairs]]
        cells, cell_of = np.unique(every, return_inverse=True)
        rows_, columns = np.divmod(cells, len(self._weight))
        total = (rounded[rows_] * self._weight[columns].astype(np.int64)).sum(1)
        np.add.at(total, cell_of, lost[rows, pairs])
        return Overflowed(rows_, columns, total)


@cache
def _risky() -> NDArray[np.bool_]:
    """Whether a pair of weights may overflow, by its 16 bits."""
    pairs = np.arange(2**16, dtype=np.uint16).view(np.int8).reshape(-1, 2).astype(np.int32)
    most = 2 * LARGEST * pairs.clip(min=0).sum(1)
    least = 2 * LARGEST * pairs.clip(max=0).sum(1)
    made: NDArray[np.bool_] = (most > HIGHEST) | (least < LOWEST)
    return made
