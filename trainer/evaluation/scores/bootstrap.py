"""The bootstrap: rows drawn with replacement, and the interval of a score over the draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

SEED = 20231206
LEVEL = 0.95
LEAST_ROWS = 20
"""Fewer rows have no interval: their samples are too alike, so that it would be too narrow."""


def draws(rows: int, samples: int, *key: int) -> Iterator[np.ndarray]:
    """Indices of as many rows drawn with replacement, `(rows,)`, for each sample.

    Args:
        key: numbers that distinguish these draws from others.
    """
    random = np.random.default_rng([SEED, *key])
    for _ in range(samples):
        yield random.integers(0, rows, rows)


def interval(scores: np.ndarray | Sequence[float]) -> tuple[float, float]:
    """Ends of the 95 % percentile interval of a score, from its values on the samples.

    Samples on which the score is not a number are left out.
    """
    tail = 100 * (1 - LEVEL) / 2
    low, high = np.nanpercentile(scores, [tail, 100 - tail])
    return float(low), float(high)


def wilson(share: float, rows: int) -> tuple[float, float]:
    """Ends of Wilson's 95 % interval of a share, as shares.

    Unlike a bootstrap interval, it has a width where every row is alike.

    >>> [round(end, 3) for end in wilson(1.0, 30)]
    [0.886, 1.0]
    """
    from scipy.stats import binomtest

    found = binomtest(round(share * rows), rows).proportion_ci(LEVEL, method="wilson")
    return float(found.low), float(found.high)
