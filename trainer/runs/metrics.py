"""The metrics of a run: one JSON object per line in `metrics.jsonl`."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from schemas.files import sync_folder, write_text
from schemas.reading import as_file
from trainer.runs.tracking import Tracker

GRADIENT = "gradient_"
"""Prefix of the metrics that are lengths of gradients."""
VALIDATED = {
    "heldout_ranking": "share of held-out triples ranked correctly",
    "dev_spearman": "Spearman correlation with the scores of --dev",
}
"""What a validation measures, in words, by its name in the metrics and the record."""


class MetricsLog:
    """Appends lines; each has a `type` (`train` or `validation`) and a `step`.

    Args:
        path: the file, created with the first line; None writes nothing.
        resumed_step: lines of later steps, which an interrupted run left and the resumed one
            repeats, are removed.
        trackers: receive every line too.
    """

    def __init__(
        self, path: Path | None, resumed_step: int | None, trackers: Sequence[Tracker] = ()
    ) -> None:
        self._path, self._trackers = path, trackers
        if path is not None and path.exists():
            kept = []
            if resumed_step is not None:
                kept = [line for line in read_metrics(path) if line["step"] <= resumed_step]
            write_text(path, "".join(json.dumps(line) + "\n" for line in kept))

    def train(self, step: int, **figures: Any) -> None:
        """Write a training step."""
        self._append({"type": "train", "step": step, **figures})

    def validation(self, step: int, **figures: Any) -> None:
        """Write a validation after a step; step 0 is before the first."""
        self._append({"type": "validation", "step": step, **figures})

    def _append(self, line: dict[str, Any]) -> None:
        if self._path is None:
            return
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")
        for tracker in self._trackers:
            tracker.write(line)

    def sync(self) -> None:
        """Make the lines so far durable, before a checkpoint counts them as written.

        A resumed run continues after its checkpoint and would not write lost lines again.
        """
        if self._path is None or not self._path.exists():
            return
        with self._path.open("r+b") as file:
            os.fsync(file.fileno())
        sync_folder(self._path.parent)

    def close(self) -> None:
        """Let the trackers send their remaining data."""
        for tracker in self._trackers:
            tracker.close()


class StepLog:
    """Writes lines for training steps, with the speed since the previous line.

    They also have the share of that time in which a step waited for its batch.
    """

    def __init__(self, metrics: MetricsLog) -> None:
        self._metrics = metrics
        self._examples, self._seconds, self._waited = 0, 0.0, 0.0

    def wait(self, seconds: float) -> None:
        """Record that a batch was waited for."""
        self._waited += seconds

    def count(self, examples: int, seconds: float) -> None:
        """Record a step, whether or not its metrics are written."""
        self._examples += examples
        self._seconds += seconds

    def write(self, step: int, **figures: Any) -> None:
        """Write the line for a step."""
        speed = round(self._examples / max(self._seconds, 1e-9), 2)
        waiting = round(self._waited / max(self._seconds + self._waited, 1e-9), 4)
        self._examples, self._seconds, self._waited = 0, 0.0, 0.0
        self._metrics.train(step, **figures, examples_per_second=speed, waiting=waiting)


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The lines of a metrics file up to the first unreadable one, which an interruption may leave.

    Each has at least its `step`.
    """
    lines: list[dict[str, Any]] = []
    for text in as_file(path).read_bytes().splitlines():
        try:
            line = json.loads(text)
            if type(line["step"]) is not int:
                break
        except (ValueError, KeyError, TypeError, RecursionError):
            break
        lines.append(line)
    return lines
