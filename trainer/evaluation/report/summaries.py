"""A run's outcome in words."""

from __future__ import annotations

from schemas.progress import duration
from trainer.training.fit import FitResult


def fit_summary(result: FitResult) -> str:
    """A run's outcome in a few lines."""
    counts = result.counts
    lines = [
        f"{result.steps:,} steps over {counts.training:,} rows in {duration(result.seconds)};"
        f" {counts.heldout:,} complete triples held out."
    ]
    if result.metric is None:
        lines.append("No --dev file and no held-out triples: the last weights are kept.")
    elif result.initial_score is not None and result.best_score is not None:
        lines.append(
            f"{result.metric}: {result.initial_score:.4f} before, {result.best_score:.4f} at step"
            f" {result.best_step:,}, whose weights are kept."
        )
        if result.best_score <= result.initial_score:
            lines.append("Training has not raised it: the model it started from is as good.")
    lines.append(f"Encoder: {result.output / 'best'}")
    return "\n".join(lines)
