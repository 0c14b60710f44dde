"""A frozen copy of the initial encoder, whose vectors are computed once a run and cached."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress

import torch
from torch import Tensor, nn

from trainer.encoders.encoder import Encoder
from trainer.objective.vector_store import VectorStore
from trainer.runtime.devices import autocast
from trainer.runtime.mapped import MappedCopies
from trainer.runtime.processes import ALONE, Processes

ROWS, TOKENS = 8, 8192
"""Rows of a block on a CPU, few, so that a few texts waste little; tokens of a block on an
accelerator, many, to keep it busy."""


class FrozenEncoder:
    """A copy of an encoder in evaluation mode, not part of the trained model's state.

    The vector of a text depends on the text alone, to the last bit, not on the texts in the same
    block: a resumed run encodes texts in other blocks than an uninterrupted one, and must arrive at
    the same weights. The blocks therefore have a few fixed shapes.

    On a CPU its weights are in memory only while it encodes; in between, when a training step needs
    the most memory, they are in a temporary file. The tokenizer is that of the encoder.

    Args:
        max_sentence_tokens: longer sentences are cut to this; template and special tokens do not
            count. None cuts only to the encoder's own length.
        precision: `fp32` or `bf16`.
    """

    def __init__(self, encoder: Encoder, max_sentence_tokens: int | None, precision: str) -> None:
        self._mapped, self._encoder = _copied(encoder)
        (around,) = encoder.tokenization.ids([""], encoder.settings.positions)
        self._limit = encoder.settings.max_tokens
        if max_sentence_tokens is not None:
            self._limit = min(max_sentence_tokens + len(around), self._limit)
        self._precision = precision
        self._vectors = VectorStore()

    def vectors(self, texts: Sequence[str], device: torch.device) -> Tensor:
        """Vectors of texts, `(texts, hidden)`, float32, without gradient.

        Args:
            texts: any number, at least one.
        """
        self.cache(texts, device)
        return self._vectors.get(texts).to(device)

    def cache(
        self, texts: Sequence[str], device: torch.device, processes: Processes = ALONE
    ) -> None:
        """Compute and cache the vectors that are missing, cheapest for many texts at once.

        Args:
            processes: the processes that share the work; all must pass the same texts.
        """
        missing = self._vectors.missing(texts)
        if not missing:
            return
        if self._encoder.device != device:
            self._encoder.to(device)
        ids = self._encoder.tokenization.ids(missing, self._limit)
        shares = processes.shares([len(row) for row in ids])
        own = self._computed([ids[row] for row in shares[processes.rank]])
        if self._mapped is not None:
            self._mapped.drop()
        self._vectors.put(missing, processes.gather(own.to(device), shares).cpu())

    def _computed(self, rows: Sequence[list[int]]) -> Tensor:
        """Vectors of rows of token ids, `(rows, hidden)`, on the CPU."""
        by_width: dict[int, list[int]] = defaultdict(list)
        for row, ids in enumerate(rows):
            # Always with padding: without it, attention takes another path through the backbone.
            width = min(8 * (len(ids) // 8 + 1), self._encoder.settings.positions)
            by_width[width].append(row)
        made = torch.empty(len(rows), self._encoder.hidden_size)
        for width, same in by_width.items():
            size = ROWS if self._encoder.device.type == "cpu" else max(TOKENS // width, ROWS)
            for start in range(0, len(same), size):
                block = same[start : start + size]
                made[block] = self._encoded([rows[row] for row in block], size, width)
        return made

    @torch.no_grad()
    def _encoded(self, rows: Sequence[list[int]], size: int, width: int) -> Tensor:
        """Vectors of token ids in a block of `(size, width)`, with padding."""
        encoder = self._encoder
        block = [*rows, *[[encoder.tokenization.pad_id]] * (size - len(rows))]
        with autocast(encoder.device, self._precision):
            vectors: Tensor = encoder(*encoder.padded(block, width))
        return vectors[: len(rows)].float().cpu()


def _copied(encoder: Encoder) -> tuple[MappedCopies | None, Encoder]:
    """A frozen copy of an encoder, and its weights in a file.

    If the folder for temporary files has no room, they stay in memory; the results are the same.
    """
    memo: dict[int, object] = {id(encoder.tokenizer): encoder.tokenizer}
    weights, mapped = list(encoder.parameters()), None
    with suppress(OSError):
        mapped = MappedCopies(weights)
        memo |= {
            id(weight): nn.Parameter(copied, requires_grad=False)
            for weight, copied in zip(weights, mapped.tensors, strict=True)
        }
    return mapped, copy.deepcopy(encoder, memo).eval().requires_grad_(False)
