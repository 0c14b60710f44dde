"""A batch of sources under translation.

The result for a source depends only on the source: every row has the same arithmetic in any batch,
and sums over words, whose number does depend on the batch, are computed in double precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.copies import Change
from pipeline.translation.engines.marian.network import Memory, Network
from pipeline.translation.engines.marian.operations import Layer

Ids = NDArray[np.int64]

END = 0
"""Column of the end of the sentence."""
CROWDED = 0.75
"""A batch is compacted when at most this share of its sources is still being translated."""


@dataclass(slots=True)
class Batch:
    """Sources under translation, and the words that each translation may use.

    Attributes:
        network: the model.
        memory: the encoded sources.
        layer: from states to the scores of the words that any of the sources may use.
        ids: the words of each source, the end first, (sources, words); rows are padded.
        columns: their columns in `layer`, (sources, words).
        missing: 0 for a word and -inf for padding, (sources, 1, words).
        numbers: of the remaining sources, (sources,).
        known: the words of each initial source, sorted and without the end.
        changes: functions applied to the scores before the next word is chosen.
    """

    network: Network
    memory: Memory
    layer: Layer
    ids: Tensor
    columns: Tensor
    missing: Tensor
    numbers: Tensor
    known: list[Ids]
    changes: list[Change] = field(default_factory=list)

    def columns_of(self, source: int, wanted: Ids) -> Ids:
        """Columns of words among those of a source, given by its place in the batch; -1 for none.

        Valid only before the first word, while all sources are present.
        """
        words, place = self.known[source], np.searchsorted(self.known[source], wanted)
        place = np.minimum(place, len(words) - 1)
        return np.where(words[place] == wanted, place + 1, -1)

    def choosable(self, scores: Tensor, said: Tensor) -> Tensor:
        """The scores by which the next word is chosen, (sources, rows of each, words).

        Args:
            scores: as the model gives them.
            said: the words so far, (sources, rows of each, steps).
        """
        for change in self.changes:
            scores = change(scores, said.to(scores.device), self.numbers)
        return scores

    def scores(self, states: Tensor) -> Tensor:
        """Scores of the words before the softmax, (sources, rows of each, words)."""
        scores = self.layer(states)
        every = scores.view(len(self.ids), -1, scores.shape[-1])
        return every.gather(2, _beside(self.columns, every)).add_(self.missing)

    def words(self, columns: Tensor) -> Tensor:
        """Ids of the words in columns, (sources, rows)."""
        return self.ids.gather(1, columns)

    def keep(self, sources: Tensor) -> None:
        """Continue with some of the sources."""
        self.memory = [context.select(sources) for context in self.memory]
        self.ids, self.columns = self.ids[sources], self.columns[sources]
        self.missing, self.numbers = self.missing[sources], self.numbers[sources]


def begin(
    network: Network,
    sources: Sequence[Sequence[int]],
    allowed: Sequence[Ids],
    end: int,
    places: int,
) -> Batch:
    """Encode sources.

    Args:
        network: the model.
        sources: ids with the end of the sentence.
        allowed: the words that the translation of each source may use.
        end: id of the end of a translation.
        places: length that the sources are padded to.
    """
    known = [words[words != end] for words in allowed]
    union = np.unique(np.concatenate([*known, [end]]))
    width = max(map(len, known)) + 1
    ids = np.full((len(sources), width), end)
    missing = np.full((len(sources), 1, width), -np.inf, np.float32)
    for i, words in enumerate(known):
        ids[i, 1 : len(words) + 1] = words
        missing[i, 0, : len(words) + 1] = 0
    ids_, columns, missing_ = (
        torch.from_numpy(array).to(network.device)
        for array in (ids, np.searchsorted(union, ids), missing)
    )
    numbers = torch.arange(len(sources), device=network.device)
    memory, layer = _encoded(network, sources, places), network.output(union)
    return Batch(network, memory, layer, ids_, columns, missing_, numbers, known)


def _encoded(network: Network, sources: Sequence[Sequence[int]], places: int) -> Memory:
    """The memory of sources, each encoded once however often it occurs."""
    rows = {tuple(source): None for source in sources}
    numbers = {source: row for row, source in enumerate(rows)}
    memory = network.encode(list(rows), places)
    if len(rows) == len(sources):
        return memory
    each = torch.tensor([numbers[tuple(source)] for source in sources], device=network.device)
    return [context.select(each) for context in memory]


def single(score: float) -> float:
    """The score in single precision, which hides the order of the sums."""
    return float(np.float32(score))


def log_softmax(scores: Tensor) -> Tensor:
    """Log-probabilities of words, in double precision."""
    highest = scores.amax(-1, keepdim=True)
    return scores - highest - (scores - highest).exp().sum(-1, True, dtype=torch.double).log()


def log_chance(scores: Tensor, columns: Tensor) -> Tensor:
    """What `log_softmax` has in some columns, one in each row, without the others."""
    highest = scores.amax(-1, keepdim=True)
    total = (scores - highest).exp_().sum(-1, True, dtype=torch.double)
    return (scores.gather(-1, columns[..., None]) - highest - total.log())[..., 0]


def rows_of(x: Tensor, sources: Tensor, width: int) -> Tensor:
    """The rows of some of the sources; each has `width` consecutive rows."""
    return x.view(-1, width, x.shape[-1])[sources].flatten(0, 1)


def _beside(columns: Tensor, scores: Tensor) -> Tensor:
    return columns[:, None].expand(-1, scores.shape[1], -1)
