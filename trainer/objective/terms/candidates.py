"""Weights of the candidates among which an anchor must find its positive."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import torch
from torch import Tensor
from torch.nn import functional

from trainer.data.roles import Role
from trainer.data.triples import Triple
from trainer.objective.seen import Seen
from trainer.objective.weighting import Judge


def variants_of_one(triples: Sequence[Triple]) -> list[tuple[int, int]]:
    """Pairs of indices in a batch, in both orders, that are variants of one sentence."""
    places: dict[tuple[int, str], list[int]] = {}
    for place, triple in enumerate(triples):
        places.setdefault((triple.id, triple.anchor), []).append(place)
    return [pair for same in places.values() for pair in permutations(same, 2)]


def candidate_weights(seen: Seen, judge: Judge | None) -> Tensor | None:
    """Weights of the candidates `(rows, rows + negatives)`; None if all are 1.

    The positive of another variant says the same as the anchor: it is not a negative and gets
    weight 0.
    """
    anchor, negatives = seen.of[Role.ANCHOR], seen.negatives
    same = variants_of_one(seen.triples)
    further = negatives.weights if negatives else None
    if judge is not None:
        own = judge(seen)
    elif further is not None or same:
        own = anchor.new_ones(len(anchor), len(anchor))
    else:
        return None
    if same:
        own = own.clone()
        rows, candidates = zip(*same, strict=True)
        own[list(rows), list(candidates)] = 0.0
    if further is not None:
        return torch.cat([own, further], dim=1)
    return functional.pad(own, (0, len(negatives.vectors)), value=1.0) if negatives else own
