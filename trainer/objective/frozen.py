"""A frozen copy of the initial encoder, whose vectors are computed once and cached in memory."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice

import torch
from torch import Tensor

from trainer.encoders.encoder import Encoder, pad_rows
from trainer.runtime.devices import autocast

ROOM = 256 * 2**20
"""Bytes of cached vectors: some 170,000 texts with 384 dimensions."""


class FrozenEncoder:
    """A copy of an encoder in evaluation mode, not part of the trained model's state.

    The vector of a text depends on the text alone, to the last bit, not on the texts in the same
    block. A resumed run caches other vectors than an uninterrupted one, and must still arrive at
    the same weights. Texts are therefore encoded in blocks of a few fixed shapes.

    Args:
        encoder: what to copy.
        max_sentence_tokens: longer sentences are cut to this; template and special tokens do not
            count.
        precision: `fp32` or `bf16`.
        room: bytes of vectors to cache. The first ones stay: if the table does not fit, an epoch
            finds as many as there is room for, whereas it would find none if the last ones stayed.
    """

    def __init__(
        self, encoder: Encoder, max_sentence_tokens: int, precision: str, room: int = ROOM
    ) -> None:
        self._encoder = copy.deepcopy(encoder).eval().requires_grad_(False)
        (around,) = self._ids([""], encoder.positions)
        self._limit = min(max_sentence_tokens + len(around), encoder.settings.max_tokens)
        self._precision = precision
        self._room = room // (4 * encoder.hidden_size)
        self.held: dict[str, Tensor] = {}

    def vectors(self, texts: Sequence[str], device: torch.device) -> Tensor:
        """Vectors of texts, `(texts, hidden)`, float32, without gradient.

        Args:
            texts: any number, at least one.
            device: where to compute and return the vectors.
        """
        if self._encoder.device != device:
            self._encoder.to(device)
        found = {text: self.held[text] for text in texts if text in self.held}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        made = self._made(missing)
        found |= made
        # Copies, since a row of a block would keep the whole block in memory.
        kept = islice(made.items(), max(0, self._room - len(self.held)))
        self.held.update((text, vector.clone()) for text, vector in kept)
        return torch.stack([found[text] for text in texts]).to(device)

    def _made(self, texts: Sequence[str]) -> dict[str, Tensor]:
        """Vectors of distinct texts, on the CPU."""
        # Small blocks waste little on a few texts; large ones keep an accelerator busy.
        size = 8 if self._encoder.device.type == "cpu" else 32
        by_width: dict[int, list[tuple[str, list[int]]]] = defaultdict(list)
        for text, ids in zip(texts, self._ids(texts, self._limit), strict=True):
            # Always with padding: without it, attention takes another path through the backbone.
            width = min(8 * (len(ids) // 8 + 1), self._encoder.positions)
            by_width[width].append((text, ids))
        made: dict[str, Tensor] = {}
        for width, same in by_width.items():
            for start in range(0, len(same), size):
                block = same[start : start + size]
                vectors = self._encoded([ids for _, ids in block], size, width)
                made |= {text: row for (text, _), row in zip(block, vectors, strict=True)}
        return made

    @torch.no_grad()
    def _encoded(self, rows: Sequence[list[int]], size: int, width: int) -> Tensor:
        """Vectors of token ids in a block of `(size, width)`, with padding."""
        encoder, pad = self._encoder, self._encoder.pad_id
        shape = [*rows, *[[pad]] * (size - len(rows))]
        ids = pad_rows([[*row, *[pad] * (width - len(row))] for row in shape], pad)
        mask = pad_rows([[1] * len(row) + [0] * (width - len(row)) for row in shape], 0)
        with autocast(encoder.device, self._precision):
            vectors: Tensor = encoder(ids.to(encoder.device), mask.to(encoder.device))
        return vectors[: len(rows)].float().cpu()

    def _ids(self, texts: Sequence[str], limit: int) -> list[list[int]]:
        return self._encoder.tokenize_with(self._encoder.tokenizer, texts, limit)
