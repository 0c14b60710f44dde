"""Beam search over a batch of sources."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest

import torch
from torch import Tensor

from pipeline.translation.decoding import Decoding, Output
from pipeline.translation.engines.marian.batch import (
    CROWDED,
    END,
    Batch,
    log_softmax,
    rows_of,
    single,
    steps_of,
)

Found = list[tuple[Output, float]]
"""Translations, and their scores per word in the search."""


def beam_search(batch: Batch, decoding: Decoding, limits: Sequence[int]) -> list[list[Output]]:
    """Search as Marian does: a finished translation takes its beam with it, the others continue.

    At each step groups of beams choose one after the other, and each is discouraged from words that
    the groups before have just chosen (Vijayakumar et al., AAAI 2018, with Hamming diversity). This
    affects only the choice of words: translations are compared by their scores without it.

    Args:
        batch: the sources.
        decoding: beams, their groups and the number of candidates.
        limits: of each source; see `Decoding.limit`.
    """
    beams, groups, device = decoding.beams, decoding.beam_groups, batch.network.device
    count, each, steps = len(batch.ids), beams // groups, steps_of(limits, device)
    longest = int(steps.max())
    found: list[list[Found]] = [[[] for _ in range(groups)] for _ in range(count)]
    # All beams of a group start alike, so only the first may continue.
    live = torch.full((count, beams), -math.inf, dtype=torch.double, device=device)
    live[:, ::each] = 0
    # The scores of the model itself, without the penalties.
    likely = torch.zeros_like(live)
    said = torch.zeros(count, beams, longest, dtype=torch.long, device=device)
    room = torch.full((count, groups), each, device=device)
    last, states = None, batch.network.start(count * beams)
    for place in range(longest):
        tops, states = batch.network.step(last, place, states, batch.memory)
        gained = log_softmax(batch.output.scores(tops))
        weights = batch.choosable(gained, said[..., :place]) + live[..., None]
        live, flat = _chosen(weights, room, decoding.diversity)
        parents, columns = flat // gained.shape[2], flat % gained.shape[2]
        likely = likely.gather(1, parents) + gained.flatten(1).gather(1, flat)
        last = batch.words(columns)
        said = said.gather(1, parents[..., None].expand(-1, -1, longest))
        said[..., place] = last
        rows = torch.arange(len(live), device=device)[:, None]
        states = [state[(rows * beams + parents).flatten()] for state in states]
        finished = columns == END
        ended = (finished | (steps[:, None] == place + 1)) & live.isfinite()
        for row, beam in ended.nonzero().tolist():
            whole = bool(finished[row, beam])
            score = single(float(likely[row, beam]) / (place + 1))
            output = Output(said[row, beam, : place + 1 - whole].tolist(), score, whole)
            weight = single(float(live[row, beam]) / (place + 1))
            found[int(batch.numbers[row])][beam // each].append((output, weight))
        live = live.masked_fill(ended, -math.inf)
        room -= ended.view(-1, groups, each).sum(2)
        left = (room > 0).any(1)
        if not left.any():
            break
        if left.sum() <= CROWDED * len(left):
            kept = left.nonzero()[:, 0]
            batch.keep(kept)
            states = [rows_of(state, kept, beams) for state in states]
            live, likely, said, last, room = (x[kept] for x in (live, likely, said, last, room))
            steps = steps[kept]
        last = last.flatten()
    return [_best(row, decoding.candidates) for row in found]


def _chosen(weights: Tensor, room: Tensor, diversity: float) -> tuple[Tensor, Tensor]:
    """The best continuations within each group of beams.

    Args:
        weights: weights of all continuations, (sources, beams, words).
        room: translations that each group still searches for, (sources, groups).
        diversity: see `Decoding`.

    Returns:
        Their weights, -inf where there is no room, and their places among all, (sources, beams).
    """
    groups, words = room.shape[1], weights.shape[2]
    each = weights.shape[1] // groups
    said = torch.zeros_like(weights[:, 0])
    lives, places = [], []
    for group, own in enumerate(weights.chunk(groups, 1)):
        own = own.flatten(1)
        place = (own - diversity * said.repeat(1, each) if group else own).topk(each)[1]
        full = torch.arange(each, device=room.device) >= room[:, group, None]
        live = own.gather(1, place).masked_fill(full, -math.inf)
        said.scatter_add_(1, place % words, live.isfinite().to(said.dtype))
        lives.append(live)
        places.append(place + group * each * words)
    return torch.cat(lives, 1), torch.cat(places, 1)


def _best(found: list[Found], candidates: int) -> list[Output]:
    """The best of each group, then the second best and so on, each once; likeliest first."""
    for group in found:
        group.sort(key=lambda pair: (not pair[0].finished, -pair[1]))
    distinct: dict[tuple[int, ...], Output] = {}
    for output, _ in (pair for turn in zip_longest(*found) for pair in turn if pair):
        distinct.setdefault(tuple(output.ids), output)
    chosen = sorted(distinct.values(), key=lambda output: not output.finished)
    return sorted(chosen[:candidates], key=rank)


def rank(output: Output) -> tuple[bool, float]:
    """Finished ones first, then by score."""
    return not output.finished, -output.score
