"""What a run wrote, runs that are interrupted, and recipes without chance."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from pathlib import Path

from schemas.interrupts import interruptible
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


@contextmanager
def signalled_in_step(step, times, monkeypatch):
    """A program that gets Ctrl-C, once or more often, in the middle of a step, counted from 1."""
    calls = iter(range(1, 1000))
    real, handlers = Gradients.__call__, {n: signal.getsignal(n) for n in SIGNALS}

    def signalled(self, *asked, **named):
        for _ in range(times * (next(calls) == step)):
            signal.raise_signal(signal.SIGINT)
        return real(self, *asked, **named)

    with monkeypatch.context() as patch:
        patch.setattr(Gradients, "__call__", signalled)
        try:
            with interruptible():
                yield
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def weights(run: Path) -> bytes:
    return (run / "best" / "model.safetensors").read_bytes()


def without_dropout(recipe_for, model, **changes):
    """The recipe on a copy of the model whose configuration has no dropout."""
    from transformers import AutoConfig, AutoModel

    still = Path(model).with_name(f"{Path(model).name}-still")
    if not still.exists():
        config = AutoConfig.from_pretrained(model)
        config.hidden_dropout_prob = config.attention_probs_dropout_prob = 0.0
        AutoModel.from_pretrained(model, config=config).save_pretrained(still)
        for file in Path(model).glob("*tok*"):
            (still / file.name).write_bytes(file.read_bytes())
        (still / "vocab.txt").write_bytes((Path(model) / "vocab.txt").read_bytes())
    return recipe_for(still, **changes)
