"""The histogram of the match error rate: its bins, and its bars as text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from schemas.mer import MER_BINS

BAR_WIDTH = 40


def mer_bin(value: float) -> float:
    """Lower end of the histogram bin of a match error rate; bins are 0.05 wide, 1.0 in the last."""
    return min(math.floor(value * MER_BINS + 1e-9), MER_BINS - 1) / MER_BINS


def accepted_rates(settings: Mapping[str, Any]) -> tuple[float, float, float | None]:
    """Lower and upper end of the window in the settings of `triples`, and its upper end for
    candidates of which the judges are sure; None if that is the same."""
    return settings["min_mer"], settings["max_mer"], settings.get("max_mer_sure")


def mer_histogram(
    counts: Mapping[str, int], low: float, high: float, sure: float | None = None
) -> str:
    """Bars of the match error rate of all candidates; those inside the window are solid.

    Args:
        counts: candidates by bin, as in the manifest of `triples`: `mer 0.15` and so on.
        low, high: the window.
        sure: its upper end for candidates of which the judges are sure; None if that is the same.
    """
    bins = [(i / MER_BINS, counts.get(f"mer {i / MER_BINS:.2f}", 0)) for i in range(MER_BINS)]
    most = max((count for _, count in bins), default=0) or 1
    lines = [f"Match error rate of the candidates (solid: inside {low} to {high})"]
    for start, count in bins:
        inside = low <= start + 0.5 / MER_BINS <= high
        bar = ("█" if inside else "░") * round(BAR_WIDTH * count / most)
        lines.append(f"  {start:.2f} {bar} {count:,}")
    if sure is not None:
        lines.append(
            f"  Those above {high} are accepted up to {sure} if the judges are sure of them."
        )
    return "\n".join(lines)
