"""Changes of a sentence's tokens, which make a positive for the contrastive term.

A share of the tokens is rounded to a whole number of them.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Generator

from trainer.settings.values import TokenChange

Change = Callable[[list[int], float, Generator], list[int]]
"""The tokens of a sentence, a share of them and randomness in; its new tokens out."""


def shuffled(tokens: list[int], share: float, draw: Generator) -> list[int]:
    """Exchange the places of a share of the tokens, at least of two (ConSERT's token shuffling)."""
    count = min(len(tokens), max(2, round(share * len(tokens)))) if share else 0
    if count < 2:
        return tokens
    places = torch.randperm(len(tokens), generator=draw)[:count].tolist()
    moved = torch.randperm(count, generator=draw).tolist()
    result = list(tokens)
    for place, source in zip(places, moved, strict=True):
        result[place] = tokens[places[source]]
    return result


def cropped(tokens: list[int], share: float, draw: Generator) -> list[int]:
    """Keep one run of tokens: cut off a share of the sentence, in part before and after it."""
    kept = len(tokens) - _cut(tokens, share)
    start = int(torch.randint(len(tokens) - kept + 1, (), generator=draw))
    return tokens[start : start + kept]


def deleted(tokens: list[int], share: float, draw: Generator) -> list[int]:
    """Leave out a random share of the tokens; at least one stays."""
    gone = set(torch.randperm(len(tokens), generator=draw)[: _cut(tokens, share)].tolist())
    return [token for place, token in enumerate(tokens) if place not in gone]


def reordered(tokens: list[int], share: float, draw: Generator) -> list[int]:
    """Exchange two runs of tokens, each as long as a share of the sentence.

    A run has at least one token and at most half of the sentence.
    """
    length = min(len(tokens) // 2, max(1, round(share * len(tokens)))) if share else 0
    if not length:
        return tokens
    # Drawn as if each run had one token, so that every pair of places is equally likely.
    free = len(tokens) - 2 * (length - 1)
    early, late = sorted(torch.randperm(free, generator=draw)[:2].tolist())
    first, second = early, late + length - 1
    between = tokens[first + length : second]
    moved = [*tokens[second : second + length], *between, *tokens[first : first + length]]
    return [*tokens[:first], *moved, *tokens[second + length :]]


CHANGES: dict[TokenChange, Change] = {
    "shuffle": shuffled,
    "crop": cropped,
    "delete": deleted,
    "reorder": reordered,
}
"""The changes of the text itself; cut-offs change its embeddings instead."""


def _cut(tokens: list[int], share: float) -> int:
    return min(round(share * len(tokens)), max(0, len(tokens) - 1))
