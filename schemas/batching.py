"""Batches of similar length under a token budget."""

from __future__ import annotations

from collections.abc import Sequence


def token_batches(
    lengths: Sequence[int], budget: int, max_rows: int | None = None
) -> list[list[int]]:
    """Group rows, longest first, so that each batch stays within the token budget.

    Longest first shows at once whether memory is sufficient and how long it takes.

    Args:
        budget: most tokens in a batch, padding included; a longer row gets a batch of its own.
        max_rows: most rows in a batch; by default any number.

    Returns:
        Lists of row indices; each row is in exactly one. Rows of equal length keep their order, so
        the batches depend on the lengths alone.

    >>> token_batches([3, 9, 4, 8], budget=16)
    [[1], [3, 2], [0]]
    """
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    batches: list[list[int]] = []
    start = 0
    while start < len(order):
        size = max(budget // max(lengths[order[start]], 1), 1)
        size = size if max_rows is None else min(size, max_rows)
        batches.append(order[start : start + size])
        start += size
    return batches
