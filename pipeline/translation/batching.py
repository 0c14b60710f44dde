"""Batches of similar length under a token budget."""

from __future__ import annotations

from collections.abc import Sequence


def token_batches(lengths: Sequence[int], budget: int, max_rows: int = 512) -> list[list[int]]:
    """Group rows, longest first, so that each batch stays within the token budget.

    Args:
        lengths: number of tokens of each row.
        budget: most tokens in a batch, padding included; a longer row gets a batch of its own.
        max_rows: most rows in a batch.

    Returns:
        Lists of row indices; each row is in exactly one. Rows of equal length keep their order, so
        the batches depend on the lengths alone.

    >>> token_batches([3, 9, 4, 8], budget=16)
    [[1], [3, 2], [0]]
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    batches: list[list[int]] = []
    for i in order:
        if batches and len(batches[-1]) < max_rows:
            longest = lengths[batches[-1][0]]
            if (len(batches[-1]) + 1) * longest <= budget:
                batches[-1].append(i)
                continue
        batches.append([i])
    return batches
