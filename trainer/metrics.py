"""The stream of a run's figures: one JSON object a line in `metrics.jsonl`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from schemas.files import write_text


class MetricsLog:
    """Appends lines; each has a `type` (`train` or `validation`) and a `step`.

    Args:
        path: the file; it is made with the first line.
        resumed_step: lines of later steps, which an interrupted run left and which will come
            again, are taken out.
    """

    def __init__(self, path: Path, resumed_step: int | None) -> None:
        self._path = path
        if path.exists():
            kept = [] if resumed_step is None else _up_to(path, resumed_step)
            write_text(path, "".join(line + "\n" for line in kept))

    def train(self, step: int, **figures: Any) -> None:
        """Note a training step."""
        self._append({"type": "train", "step": step, **figures})

    def validation(self, step: int, **figures: Any) -> None:
        """Note a validation after a step; step 0 is before the first."""
        self._append({"type": "validation", "step": step, **figures})

    def _append(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The lines of a metrics file; a last line that was cut off by an interruption is left out."""
    lines = []
    for text in path.read_text(encoding="utf-8").splitlines():
        try:
            lines.append(json.loads(text))
        except ValueError:
            break
    return lines


def _up_to(path: Path, step: int) -> list[str]:
    return [json.dumps(line) for line in read_metrics(path) if line["step"] <= step]
