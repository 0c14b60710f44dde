"""The output layer of a batch, whose sources have different words.

The lists of 256 sentences have twenty thousand words together, of which each may use a thousand.
Words that many sentences share are multiplied with the states of all of them, the others only with
those of a few neighbours: two fifths fewer products.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.engines.marian.container import Matrix
from pipeline.translation.engines.marian.operations import Ids, rounded
from pipeline.translation.engines.marian.overflow import Overflow

GROUPS = 32
"""Most groups of adjacent sources that share the products with their less common words: eight rows
each in a full batch, whatever the beams."""
COMMON = 0.25
"""Words are common if more than this share of the groups has them."""


class ChosenOfGroups:
    """Exact sums of the words of each source; see `Chosen`."""

    def __init__(
        self,
        alpha: float,
        blocks: Sequence[Tensor],
        columns: NDArray[np.int32],
        group_of: Ids,
        overflows: Overflows | None,
    ) -> None:
        """Store the parts.

        Args:
            alpha: factor of the states before they are rounded.
            blocks: the weights of the common words, then those of each group, (inputs, words).
            columns: of each source, the places of its words among the common ones or, after these,
                among those of its group, (sources, words).
            group_of: the group of each source, ascending.
            overflows: the products that may overflow.
        """
        self._alpha, self._blocks, self._columns = alpha, blocks, columns
        self._group_of, self._overflows = group_of, overflows
        self._sources_of = np.bincount(group_of, minlength=len(blocks) - 1).tolist()
        self._widths = [block.shape[1] for block in blocks]
        self._places: dict[int, Tensor] = {}

    @classmethod
    def of(
        cls, matrix: Matrix, overflow: Overflow | None, ids: Ids, real: NDArray[np.bool_]
    ) -> ChosenOfGroups:
        """Sums for the words of each source; words that are not real may get any sum."""
        size = -(-len(ids) // GROUPS)
        group_of = np.arange(len(ids)) // size
        has = np.zeros((group_of[-1] + 1, len(matrix.weight)), bool)
        has[group_of[:, None], ids] = True
        common = has.sum(0) > COMMON * len(has)
        words = [np.flatnonzero(common), *map(np.flatnonzero, has & ~common)]
        place_of, columns = np.zeros(len(common), np.int32), np.empty(ids.shape, np.int32)
        place_of[words[0]] = np.arange(len(words[0]))
        for group, own in enumerate(words[1:]):
            place_of[own] = len(words[0]) + np.arange(len(own))
            here = slice(group * size, (group + 1) * size)
            columns[here] = place_of[ids[here]]
        blocks = [torch.from_numpy(matrix.weight[chosen]).t() for chosen in words]
        overflows = Overflows.of(overflow, ids, real) if overflow else None
        return cls(matrix.alpha, blocks, columns, group_of, overflows)

    def __call__(self, states: Tensor) -> Tensor:
        """The sums of each source's words."""
        rows = rounded(states, self._alpha).view(-1, states.shape[-1])
        each = len(rows) // len(self._columns)
        counts = [each * sources for sources in self._sources_of]
        parts = [rows, *torch.split(rows, counts)]
        counts = [len(rows), *counts]
        sizes = [count * width for count, width in zip(counts, self._widths, strict=True)]
        sums = torch.empty(sum(sizes), dtype=torch.int32)
        products = torch.split(sums, sizes)
        for number, size in enumerate(sizes):
            if size:
                made = products[number].view(counts[number], -1)
                torch._int_mm(parts[number], self._blocks[number], out=made)
        if each not in self._places:
            self._places = {each: self._places_in(each, sizes)}
        found = sums.index_select(0, self._places[each]).view(len(self._columns), each, -1)
        if self._overflows:
            self._overflows.correct(found, rows)
        return found

    def _places_in(self, each: int, sizes: Sequence[int]) -> Tensor:
        """Where each source's sums are among all, (sources * rows of each * words,)."""
        widths = np.array(self._widths)
        group, numbers = self._group_of, np.arange(len(self._group_of))
        own_widths, rows = widths[1 + group], np.arange(each)
        first = np.searchsorted(group, group)
        starts = np.cumsum([0, *sizes])[1 + group] - widths[0]
        starts += (numbers - first) * each * own_widths
        common = (numbers[:, None] * each + rows) * widths[0]
        own = starts[:, None] + rows * own_widths[:, None]
        # With 32 bits, and a product for the choice, several times as fast as `where`.
        is_own = torch.from_numpy(self._columns >= widths[0])[:, None]
        places, further = (
            torch.from_numpy(x.astype(np.int32))[..., None] for x in (common, own - common)
        )
        made = (is_own * further).add_(places)
        return made.add_(torch.from_numpy(self._columns)[:, None]).flatten()

    def select(self, sources: Tensor) -> ChosenOfGroups:
        """The sums of some of the sources, in the same order."""
        kept = sources.numpy()
        return ChosenOfGroups(
            self._alpha,
            self._blocks,
            self._columns[kept],
            self._group_of[kept],
            self._overflows and self._overflows.select(kept),
        )


class Overflows:
    """How overflows change the sums of each source's words."""

    def __init__(self, overflow: Overflow, columns: Ids) -> None:
        """Store the parts.

        Args:
            overflow: the pairs of the words that may overflow.
            columns: the place of each of these words among those of a source; -1 if it lacks it.
        """
        self._overflow, self._columns = overflow, columns

    @classmethod
    def of(cls, overflow: Overflow, ids: Ids, real: NDArray[np.bool_]) -> Overflows | None:
        """The overflows of the words of each source; None if there are none."""
        words = np.intersect1d(overflow.outputs, np.flatnonzero(np.bincount(ids.ravel())))
        if not len(words):
            return None
        number_of = np.full(ids.max() + 1, -1)
        number_of[words] = np.arange(len(words))
        numbers = np.where(real, number_of[ids], -1)
        sources, places = np.nonzero(numbers >= 0)
        columns = np.full((len(ids), len(words)), -1)
        columns[sources, numbers[sources, places]] = places
        return cls(overflow.within(words), columns)

    def correct(self, sums: Tensor, rows: Tensor) -> None:
        """Correct the sums of each source's words, given the rounded inputs of all rows."""
        lost = self._overflow.lost(rows.numpy())
        if lost is None:
            return
        sources, row = np.divmod(lost.rows, sums.shape[1])
        columns = self._columns[sources, lost.columns]
        has = columns >= 0
        at = sources[has], row[has], columns[has]
        np.add.at(sums.numpy(), at, lost.amounts[has])

    def select(self, sources: Ids) -> Overflows:
        """The overflows of some of the sources."""
        return Overflows(self._overflow, self._columns[sources])
