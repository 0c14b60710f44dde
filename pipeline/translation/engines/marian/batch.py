"""A batch of sources under translation.

The result for a source depends only on the source: every row has the same arithmetic in any batch,
and sums over words, whose number does depend on the batch, are computed in double precision.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
import torch
from torch import Tensor

from pipeline.translation.copies import Change
from pipeline.translation.engines.marian.network import Memory, Network
from pipeline.translation.engines.marian.operations import Ids, OutputLayer

END = 0
"""Column of the end of the sentence."""
CROWDED = 0.75
"""A batch is compacted when at most this share of its sources is still being translated."""

LEAST = -80.0
"""Exponentials of lower numbers, such as -inf, count as this one's, 2e-35: beside that of 0 nothing
in double precision, and several times as fast to compute."""


@dataclass(slots=True)
class Batch:
    """Sources under translation, and the words that each translation may use.

    Attributes:
        memory: the encoded sources.
        output: the layer from states to the scores of the words.
        ids: the words of each source, the end first, (sources, words); rows are padded.
        numbers: numbers of the remaining sources, (sources,).
        known: the words of each initial source, sorted and without the end.
        changes: functions applied to the scores before the next word is chosen.
    """

    network: Network
    memory: Memory
    output: OutputLayer
    ids: Tensor
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

    def words(self, columns: Tensor) -> Tensor:
        """Ids of the words in columns, (sources, rows)."""
        return self.ids.gather(1, columns)

    def keep(self, sources: Tensor) -> None:
        """Continue with some of the sources."""
        self.memory = [context.select(sources) for context in self.memory]
        self.output = self.output.select(sources)
        self.ids, self.numbers = self.ids[sources], self.numbers[sources]


def begin(
    network: Network,
    sources: Sequence[Sequence[int]],
    allowed: Sequence[Ids],
    end: int,
    places: Sequence[int],
) -> Batch:
    """Encode sources.

    Args:
        sources: ids with the end of the sentence.
        allowed: the words that the translation of each source may use.
        end: id of the end of a translation.
        places: length that each source is padded to; they differ only if `Network.joins`.
    """
    known = [words[words != end] for words in allowed]
    width = max(map(len, known)) + 1
    ids = np.full((len(sources), width), end)
    real = np.zeros((len(sources), width), bool)
    for i, words in enumerate(known):
        ids[i, 1 : len(words) + 1] = words
        real[i, : len(words) + 1] = True
    numbers = torch.arange(len(sources), device=network.device)
    memory, output = _encoded(network, sources, places), network.output(ids, real)
    kept = torch.from_numpy(ids).to(network.device)
    return Batch(network, memory, output, kept, numbers, known)


def _encoded(network: Network, sources: Sequence[Sequence[int]], places: Sequence[int]) -> Memory:
    """The memory of sources, each encoded once however often it occurs."""
    groups: dict[int, dict[tuple[int, ...], None]] = defaultdict(dict)
    for source, length in zip(sources, places, strict=True):
        groups[length][tuple(source)] = None
    memory = network.encode({length: list(group) for length, group in groups.items()})
    numbers = {source: row for row, source in enumerate(chain(*groups.values()))}
    each = [numbers[tuple(source)] for source in sources]
    if each == list(range(len(numbers))):
        return memory
    chosen = torch.tensor(each, device=network.device)
    return [context.select(chosen) for context in memory]


def steps_of(limits: Sequence[int], device: torch.device) -> Tensor:
    """Maximum words of each translation with its end; the limits count the start as well."""
    return torch.tensor([max(limit - 1, 1) for limit in limits], device=device)


def single(score: float) -> float:
    """The score in single precision, which hides the order of the sums."""
    return float(np.float32(score))


def log_softmax(scores: Tensor) -> Tensor:
    """Log-probabilities of words, in double precision."""
    below = scores - scores.amax(-1, keepdim=True)
    return below - exp_summed(below.clone()).log()


def likeliest(scores: Tensor) -> Tensor:
    """The first column with the highest score in each row."""
    if scores.device.type == "cpu":  # where numpy is much faster than torch
        return torch.from_numpy(scores.numpy().argmax(-1))
    return scores.argmax(-1)


def log_chance(scores: Tensor, columns: Tensor) -> Tensor:
    """The value of `log_softmax` in one column of each row, without computing the others."""
    highest = scores.amax(-1, keepdim=True)
    total = exp_summed(scores - highest)
    return (scores.gather(-1, columns[..., None]) - highest - total.log())[..., 0]


def exp_summed(below: Tensor) -> Tensor:
    """Sums of exponentials of numbers, which are overwritten and of which the highest is 0."""
    return below.clamp_(min=LEAST).exp_().sum(-1, True, dtype=torch.double)


def rows_of(x: Tensor, sources: Tensor, width: int) -> Tensor:
    """The rows of some of the sources; each has `width` consecutive rows."""
    return x.view(-1, width, x.shape[-1])[sources].flatten(0, 1)
