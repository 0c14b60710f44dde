"""Logits processors, which change the scores of pieces during `generate` of `transformers`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from pipeline.translation.copies import Change
from pipeline.translation.decoding import Decoding
from pipeline.translation.draws import chances, draw


def changing(take: Change, count: int, device: torch.device) -> Any:
    """A logits processor that changes the scores of the next piece, given the pieces so far."""
    numbers = torch.arange(count, device=device)

    def change(input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        # The rows of a source are adjacent; the start token precedes the first piece.
        rows, steps = len(input_ids) // count, input_ids.shape[1] - 1
        said = input_ids[:, 1:].reshape(count, rows, steps)
        return take(scores.view(count, rows, -1), said, numbers).flatten(0, 1)

    return change


def draws(keys: Sequence[int], candidates: int, limit: int, decoding: Decoding) -> list[Any]:
    """Logits processors that leave one token per row, sampled from the model's distribution."""
    from transformers.generation.logits_process import TemperatureLogitsWarper

    uniform = chances(keys, candidates, limit).flatten(0, 1)

    def leave_one(input_ids: torch.Tensor, scores: torch.Tensor) -> torch.Tensor:
        token = draw(scores, uniform[:, input_ids.shape[1] - 1], decoding.top_p)
        return torch.full_like(scores, -torch.inf).scatter(1, token.unsqueeze(1), 0.0)

    processors: list[Any] = []
    if decoding.temperature != 1:
        processors.append(TemperatureLogitsWarper(decoding.temperature))
    return [*processors, leave_one]
