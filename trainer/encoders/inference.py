"""Embeddings of many rows of token ids, in batches of similar length."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from schemas.batching import token_batches

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]
"""`(texts, hidden)`, one embedding per row."""

TOKENS_PER_BATCH = 8192
"""Padded positions per batch in inference; memory hardly depends on text length."""
TOKENS_PER_CPU_BATCH = 2048
"""The same on a CPU, where larger batches are no faster and take four times the memory."""


def in_batches(
    ids: Sequence[Sequence[int]],
    embed: Callable[[list[Sequence[int]]], np.ndarray],
    *,
    dimensions: int,
    budget: int,
    advance: Callable[[int], None] | None = None,
) -> Vectors:
    """Embeddings of all rows, in their order.

    Args:
        ids: rows of token ids.
        embed: embeddings `(batch, dimensions)` of a few rows of similar length.
        budget: padded positions per batch.
        advance: called with the number of rows of each finished batch.
    """
    result = np.empty((len(ids), dimensions), dtype=np.float32)
    for rows in token_batches([len(row) for row in ids], budget):
        result[rows] = embed([ids[row] for row in rows])
        if advance is not None:
            advance(len(rows))
    return result
