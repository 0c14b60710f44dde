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
    steps_of,
)
from pipeline.translation.engines.marian.beams import beam_search, rank

Choose = Callable[[Tensor, Tensor, int], Tensor]
"""From scores (sources, rows, words), the numbers of the sources and the place to columns."""


def translate(
    batch: Batch, decoding: Decoding, limits: Sequence[int], keys: Sequence[int], *, score: bool
) -> list[list[Output]]:
    """Translations of each source, best first; see `engine.Engine`.

    Args:
        batch: the sources.
        decoding: how to search.
        limits: of each source; see `Decoding.limit`.
        keys: seeds for sampling, one for each source.
        score: whether greedy translations need their scores.
    """
    if decoding.beams > 1 and not decoding.sample:
        return beam_search(batch, decoding, limits)
    if not decoding.sample:
        return _walk(batch, 1, limits, lambda scores, *_: likeliest(scores), score)
    chance = _chances(keys, decoding.candidates, limits).to(batch.network.device)

    def choose(scores: Tensor, numbers: Tensor, place: int) -> Tensor:
        flat = scores.flatten(0, 1) / decoding.temperature
        return draw(flat, chance[numbers, :, place].flatten(), decoding.top_p).view(
            scores.shape[:2]
        )

    return _walk(batch, decoding.candidates, limits, choose, score)


def _chances(keys: Sequence[int], candidates: int, limits: Sequence[int]) -> Tensor:
    """The uniform numbers of each key, (keys, candidates, words), as many words as the longest."""
    made = torch.zeros(len(keys), candidates, max(limits), dtype=torch.double)
    for row, key, limit in zip(made, keys, limits, strict=True):
        row[:, :limit] = chances([key], candidates, limit)[0]
    return made


def _walk(
    batch: Batch, width: int, limits: Sequence[int], choose: Choose, score: bool
) -> list[list[Output]]:
    """Choose one word per step in each row, until all rows have ended."""
    device = batch.network.device
    steps, count = steps_of(limits, device), len(batch.ids)
    words = torch.zeros(count, width, int(steps.max()), dtype=torch.long, device=device)
    lengths = torch.zeros(count, width, dtype=torch.long, device=device)
    total = torch.zeros(count, width, dtype=torch.double, device=device)
    going = torch.ones(count, width, dtype=torch.bool, device=device)
    found: list[list[Output]] = [[] for _ in range(count)]

    def finish(rows: Tensor) -> None:
        parts = (x[rows].tolist() for x in (batch.numbers, steps, words, lengths, total))
        for number, most, *every in zip(*parts, strict=True):
            outputs = [_output(most, *row, scored=score) for row in zip(*every, strict=True)]
            found[number] = sorted(outputs, key=rank) if score else outputs

    last, states = None, batch.network.start(count * width)
    for place in range(words.shape[2]):
        tops, states = batch.network.step(last, place, states, batch.memory)
        scores = batch.output.scores(tops)
        column = choose(batch.choosable(scores, words[..., :place]), batch.numbers, place)
        last = batch.words(column)
        words[..., place] = last
        if score:
            total += log_chance(scores, column).where(going, 0.0)
        going &= column != END
        lengths += going
        going &= place + 1 < steps[:, None]
        left = going.any(1)
        if not (remaining := int(left.sum())):
            break
        if remaining <= CROWDED * len(left):
            finish((~left).nonzero()[:, 0])
            rows = left.nonzero()[:, 0]
            batch.keep(rows)
            states = [rows_of(state, rows, width) for state in states]
            last, words, lengths = last[rows], words[rows], lengths[rows]
            total, going, steps = total[rows], going[rows], steps[rows]
        last = last.flatten()
    finish(torch.arange(len(words), device=device))
    return found


def _output(most: int, words: list[int], length: int, total: float, *, scored: bool) -> Output:
    """One row of a walk; it is unfinished if it has the maximum length without an end."""
    finished = length < most
    mean = single(total / (length + finished)) if scored else math.nan
    return Output(words[:length], mean, finished)
