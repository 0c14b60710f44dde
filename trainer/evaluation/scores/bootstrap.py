"""The bootstrap: rows drawn with replacement, and the interval of a score over the draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

SEED = 20231206
LEVEL = 0.95


def draws(rows: int, samples: int, *key: int) -> Iterator[np.ndarray]:
    """Indices of as many rows drawn with replacement, `(rows,)`, for each sample.

    Args:
        key: numbers that tell these draws from others.
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
