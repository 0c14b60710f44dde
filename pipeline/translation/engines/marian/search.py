"""Greedy search and sampling over a batch of sources: one word per step in each row."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from pipeline.translation.decoding import Decoding, Output
from pipeline.translation.draws import chances, draw
from pipeline.translation.engines.marian.batch import (
    CROWDED,
    END,
    Batch,
    likeliest,
    log_chance,
    rows_of,
    single,
)
from pipeline.translation.engines.marian.beams import beam_search, rank

Choose = Callable[[Tensor, Tensor, int], Tensor]
"""From scores (sources, rows, words), the numbers of the sources and the place to columns."""


def translate(
    batch: Batch, decoding: Decoding, limit: int, keys: Sequence[int], *, score: bool
) -> list[list[Output]]:
    """Translations of each source, best first; see `engine.Engine`."""
    if decoding.beams > 1 and not decoding.sample:
        return beam_search(batch, decoding, limit)
    if not decoding.sample:
        return _walk(batch, 1, limit, lambda scores, *_: likeliest(scores), score)
    chance = chances(keys, decoding.candidates, limit).to(batch.network.device)

    def choose(scores: Tensor, numbers: Tensor, place: int) -> Tensor:
        flat = scores.flatten(0, 1) / decoding.temperature
        return draw(flat, chance[numbers, :, place].flatten(), decoding.top_p).view(
            scores.shape[:2]
        )

    return _walk(batch, decoding.candidates, limit, choose, score)


def _walk(batch: Batch, width: int, limit: int, choose: Choose, score: bool) -> list[list[Output]]:
    """Choose one word per step in each row, until all rows have ended."""
    steps, count, device = max(limit - 1, 1), len(batch.ids), batch.network.device
    words = torch.zeros(count, width, steps, dtype=torch.long, device=device)
    lengths = torch.zeros(count, width, dtype=torch.long, device=device)
    total = torch.zeros(count, width, dtype=torch.double, device=device)
    going = torch.ones(count, width, dtype=torch.bool, device=device)
    found: list[list[Output]] = [[] for _ in range(count)]

    def finish(rows: Tensor) -> None:
        parts = (x[rows].tolist() for x in (batch.numbers, words, lengths, total))
        for number, *every in zip(*parts, strict=True):
            outputs = [_output(*row, scored=score) for row in zip(*every, strict=True)]
            found[number] = sorted(outputs, key=rank) if score else outputs

    last, states = None, batch.network.start(count * width)
    for place in range(steps):
        tops, states = batch.network.step(last, place, states, batch.memory)
        scores = batch.output.scores(tops)
        column = choose(batch.choosable(scores, words[..., :place]), batch.numbers, place)
        last = batch.words(column)
        words[..., place] = last
        if score:
            total += log_chance(scores, column).where(going, 0.0)
        going &= column != END
        lengths += going
        left = going.any(1)
        if not (remaining := int(left.sum())):
            break
        if remaining <= CROWDED * len(left):
            finish((~left).nonzero()[:, 0])
            rows = left.nonzero()[:, 0]
            batch.keep(rows)
            states = [rows_of(state, rows, width) for state in states]
            last, words, lengths = last[rows], words[rows], lengths[rows]
            total, going = total[rows], going[rows]
        last = last.flatten()
    finish(torch.arange(len(words), device=device))
    return found


def _output(words: list[int], length: int, total: float, *, scored: bool) -> Output:
    """One row of a walk; it is unfinished if it is as long as the walk."""
    finished = length < len(words)
    mean = single(total / (length + finished)) if scored else math.nan
    return Output(words[:length], mean, finished)
