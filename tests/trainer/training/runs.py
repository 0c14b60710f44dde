"""What a run wrote, and runs that are interrupted."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path

from trainer.runs.metrics import read_metrics
from trainer.training.gradients import Gradients


def lines(run: Path, kind: str) -> list[dict]:
    return [line for line in read_metrics(run / "metrics.jsonl") if line["type"] == kind]


@contextmanager
def stopped_before_step(step, monkeypatch):
    """A run that is interrupted in the middle of a step, counted from 1."""
    calls = iter(range(1, 1000))
    with monkeypatch.context() as patch:
        real = Gradients.__call__

        def stopping(self, *asked, **named):
            if next(calls) == step:
                raise KeyboardInterrupt
            return real(self, *asked, **named)

        patch.setattr(Gradients, "__call__", stopping)
        yield


def weights(run: Path) -> bytes:
    return (run / "best" / "model.safetensors").read_bytes()
