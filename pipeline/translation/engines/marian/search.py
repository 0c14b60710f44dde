"""Greedy and beam search, sampling and forced scores over a batch of sources.

The result for a source depends only on the source: every row has the same arithmetic in any batch,
and sums over words, whose number does depend on the batch, are computed in double precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from pipeline.translation.copies import Copies, Pieces
from pipeline.translation.decoding import Decoding, Output
from pipeline.translation.draws import chances, draw
from pipeline.translation.engines.marian.arithmetic import Layer
from pipeline.translation.engines.marian.network import Memory, Network

Ids = NDArray[np.int64]
Choose = Callable[[Tensor, Tensor, int], Tensor]
"""From scores (sources, rows, words), the numbers of the sources and the place to columns."""

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
        copies: penalties for words of the anchors.
    """

    network: Network
    memory: Memory
    layer: Layer
    ids: Tensor
    columns: Tensor
    missing: Tensor
    numbers: Tensor
    copies: Copies | None = None

    def discourage(self, pieces: Pieces, anchors: Sequence[Sequence[int]], alpha: float) -> None:
        """Make n-grams of the anchors, one of each source, less likely to be chosen."""
        ids = self.ids.cpu().numpy()
        filled = self.missing.isinf()[:, 0].cpu().numpy()

        def columns(source: int, wanted: Ids) -> Ids:
            words = ids[source, 1:][~filled[source, 1:]]
            place = np.minimum(np.searchsorted(words, wanted), len(words) - 1)
            return np.where(words[place] == wanted, place + 1, -1)

        wordings = [pieces.wording(anchor) for anchor in anchors]
        self.copies = Copies(pieces, wordings, alpha, columns)

    def choosable(self, scores: Tensor, said: Tensor) -> Tensor:
        """Scores as the choice of the next word sees them, (sources, rows of each, words).

        Args:
            scores: as the model gives them.
            said: the words so far, (sources, rows of each, steps).
        """
        if self.copies is None:
            return scores
        return self.copies.take(scores, said.to(scores.device), self.numbers)

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
        self.memory = self.memory.select(sources)
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
    union = np.unique(np.concatenate([*allowed, [end]]))
    width = max(map(len, allowed)) + 1
    ids = np.full((len(sources), width), end)
    missing = np.full((len(sources), 1, width), -np.inf, np.float32)
    for i, words in enumerate(allowed):
        words = words[words != end]
        ids[i, 1 : len(words) + 1] = words
        missing[i, 0, : len(words) + 1] = 0
    ids_, columns, missing_ = (
        torch.from_numpy(array).to(network.device)
        for array in (ids, np.searchsorted(union, ids), missing)
    )
    numbers = torch.arange(len(sources), device=network.device)
    memory, layer = network.encode(sources, places), network.output(union)
    return Batch(network, memory, layer, ids_, columns, missing_, numbers)


def translate(
    batch: Batch, decoding: Decoding, limit: int, keys: Sequence[int], *, score: bool
) -> list[list[Output]]:
    """Translations of each source, best first; see `engine.Engine`."""
    if decoding.beams > 1 and not decoding.sample:
        return _beam_search(batch, decoding, limit)
    if not decoding.sample:
        return _walk(batch, 1, limit, lambda scores, numbers, place: scores.argmax(-1), score)
    chance = chances(keys, decoding.candidates, limit).to(batch.network.device)

    def choose(scores: Tensor, numbers: Tensor, place: int) -> Tensor:
        flat = scores.flatten(0, 1) / decoding.temperature
        return draw(flat, chance[numbers, :, place].flatten(), decoding.top_p).view(
            scores.shape[:2]
        )

    return _walk(batch, decoding.candidates, limit, choose, score)


def score_targets(batch: Batch, targets: Sequence[Sequence[int]]) -> list[float]:
    """Mean log-probability per word of given translations, the end included.

    Args:
        batch: its words must include those of the targets.
        targets: ids without the end, one for each source.
    """
    steps = max(map(len, targets)) + 1
    columns = torch.full((len(targets), steps), END)
    for i, (row, target) in enumerate(zip(batch.ids.tolist(), targets, strict=True)):
        place = {word: column for column, word in reversed(list(enumerate(row)))}
        columns[i, : len(target)] = torch.tensor([place[word] for word in target])
    columns = columns.to(batch.network.device)
    found = _walk(
        batch, 1, steps + 1, lambda scores, numbers, at: columns[numbers, at, None], score=True
    )
    return [outputs[0].score for outputs in found]


def _walk(batch: Batch, width: int, limit: int, choose: Choose, score: bool) -> list[list[Output]]:
    """Choose one word a step in each row, until all rows have ended."""
    steps, count, device = max(limit - 1, 1), len(batch.ids), batch.network.device
    words = torch.zeros(count, width, steps, dtype=torch.long)
    lengths = torch.full((count, width), steps)
    total = torch.zeros(count, width, dtype=torch.double)
    going = torch.ones(count, width, dtype=torch.bool, device=device)
    last, states = None, batch.network.start(count * width)
    for place in range(steps):
        tops, states = batch.network.step(last, place, states, batch.memory)
        scores = batch.scores(tops)
        here = batch.numbers.cpu()
        column = choose(batch.choosable(scores, words[here, :, :place]), batch.numbers, place)
        last = batch.words(column)
        if score:
            gained = _log_softmax(scores).gather(2, column[..., None])[..., 0]
            total[here] += gained.where(going, 0.0).cpu()
        words[here, :, place] = last.cpu()
        ended = going & (column == END)
        lengths[here] = lengths[here].where(~ended.cpu(), place)
        going &= ~ended
        if not (left := going.any(1)).any():
            break
        if left.sum() <= CROWDED * len(left):
            rows = left.nonzero()[:, 0]
            batch.keep(rows)
            states = [_rows(state, rows, width) for state in states]
            last, going = last[rows], going[rows]
        last = last.flatten()
    found = zip(words.tolist(), lengths.tolist(), total.tolist(), strict=True)
    outputs = [[_output(*row, scored=score) for row in zip(*rows, strict=True)] for rows in found]
    return [sorted(row, key=_rank) if score else row for row in outputs]


def _output(words: list[int], length: int, total: float, *, scored: bool) -> Output:
    """One row of a walk; it is unfinished if it is as long as the walk."""
    finished = length < len(words)
    mean = _single(total / (length + finished)) if scored else math.nan
    return Output(words[:length], mean, finished)


def _beam_search(batch: Batch, decoding: Decoding, limit: int) -> list[list[Output]]:
    """Search as Marian does: a finished translation takes its beam with it, the others continue."""
    steps, beams = max(limit - 1, 1), decoding.beams
    count, device = len(batch.ids), batch.network.device
    found: list[list[tuple[Output, float]]] = [[] for _ in range(count)]
    # All beams start alike, so only the first may continue.
    live = torch.full((count, beams), -math.inf, dtype=torch.double, device=device)
    live[:, 0] = 0
    # What the model finds of the beams, whatever is discouraged.
    likely = torch.zeros_like(live)
    said = torch.zeros(count, beams, steps, dtype=torch.long, device=device)
    room = torch.full((count, 1), beams, device=device)
    last, states = None, batch.network.start(count * beams)
    for place in range(steps):
        tops, states = batch.network.step(last, place, states, batch.memory)
        gained = _log_softmax(batch.scores(tops))
        chosen = batch.choosable(gained, said[..., :place]) + live[..., None]
        live, flat = chosen.flatten(1).topk(beams)
        live = live.masked_fill(torch.arange(beams, device=device) >= room, -math.inf)
        parents, columns = flat // gained.shape[2], flat % gained.shape[2]
        likely = likely.gather(1, parents) + gained.flatten(1).gather(1, flat)
        last = batch.words(columns)
        said = said.gather(1, parents[..., None].expand(-1, -1, steps))
        said[..., place] = last
        rows = torch.arange(len(live), device=device)[:, None]
        states = [state[(rows * beams + parents).flatten()] for state in states]
        ended = (columns == END) & live.isfinite()
        for row, beam in ended.nonzero().tolist():
            score = _single(float(likely[row, beam]) / (place + 1))
            output = Output(said[row, beam, :place].tolist(), score, True)
            weight = _single(float(live[row, beam]) / (place + 1))
            found[int(batch.numbers[row])].append((output, weight))
        live = live.masked_fill(ended, -math.inf)
        room -= ended.sum(1, keepdim=True)
        left = room[:, 0] > 0
        if not left.any():
            break
        if left.sum() <= CROWDED * len(left):
            kept = left.nonzero()[:, 0]
            batch.keep(kept)
            states = [_rows(state, kept, beams) for state in states]
            live, likely, said, last, room = (x[kept] for x in (live, likely, said, last, room))
        last = last.flatten()
    rest = zip(*(x.tolist() for x in (batch.numbers, said, likely, live)), strict=True)
    for number, *beams_left in rest:
        found[number] += [
            (Output(words, _single(total / steps), False), _single(weight / steps))
            for words, total, weight in zip(*beams_left, strict=True)
            if weight > -math.inf
        ]
    return [_best(row, decoding.candidates) for row in found]


def _best(found: list[tuple[Output, float]], candidates: int) -> list[Output]:
    """Those that the search weighs most, likeliest first."""
    found.sort(key=lambda pair: (not pair[0].finished, -pair[1]))
    return sorted((output for output, _ in found[:candidates]), key=_rank)


def _rank(output: Output) -> tuple[bool, float]:
    """Finished ones first, then by score."""
    return not output.finished, -output.score


def _single(score: float) -> float:
    """The score in single precision, which hides the order of the sums."""
    return float(np.float32(score))


def _log_softmax(scores: Tensor) -> Tensor:
    highest = scores.amax(-1, keepdim=True)
    return scores - highest - (scores - highest).exp().sum(-1, True, dtype=torch.double).log()


def _rows(x: Tensor, sources: Tensor, width: int) -> Tensor:
    """The rows of some of the sources, which have `width` side by side."""
    return x.view(-1, width, x.shape[-1])[sources].flatten(0, 1)


def _beside(columns: Tensor, scores: Tensor) -> Tensor:
    return columns[:, None].expand(-1, scores.shape[1], -1)
