"""Beam search over a batch of sources."""

from __future__ import annotations

import math

import torch

from pipeline.translation.decoding import Decoding, Output
from pipeline.translation.engines.marian.batch import (
    CROWDED,
    END,
    Batch,
    log_softmax,
    rows_of,
    single,
)


def beam_search(batch: Batch, decoding: Decoding, limit: int) -> list[list[Output]]:
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
        gained = log_softmax(batch.scores(tops))
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
            score = single(float(likely[row, beam]) / (place + 1))
            output = Output(said[row, beam, :place].tolist(), score, True)
            weight = single(float(live[row, beam]) / (place + 1))
            found[int(batch.numbers[row])].append((output, weight))
        live = live.masked_fill(ended, -math.inf)
        room -= ended.sum(1, keepdim=True)
        left = room[:, 0] > 0
        if not left.any():
            break
        if left.sum() <= CROWDED * len(left):
            kept = left.nonzero()[:, 0]
            batch.keep(kept)
            states = [rows_of(state, kept, beams) for state in states]
            live, likely, said, last, room = (x[kept] for x in (live, likely, said, last, room))
        last = last.flatten()
    rest = zip(*(x.tolist() for x in (batch.numbers, said, likely, live)), strict=True)
    for number, *beams_left in rest:
        found[number] += [
            (Output(words, single(total / steps), False), single(weight / steps))
            for words, total, weight in zip(*beams_left, strict=True)
            if weight > -math.inf
        ]
    return [_best(row, decoding.candidates) for row in found]


def _best(found: list[tuple[Output, float]], candidates: int) -> list[Output]:
    """Those that the search weighs most, likeliest first."""
    found.sort(key=lambda pair: (not pair[0].finished, -pair[1]))
    return sorted((output for output, _ in found[:candidates]), key=rank)


def rank(output: Output) -> tuple[bool, float]:
    """Finished ones first, then by score."""
    return not output.finished, -output.score
