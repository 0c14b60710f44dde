"""Commands of the trainer as tests run them."""

from __future__ import annotations

from typer.testing import CliRunner

from trainer.cli import app

SMALL = ["batch_size=4", "max_sentence_tokens=24", "max_eval_tokens=64", "heldout=0.2"]
SMALL += ["validate_every=10", "checkpoint_every=10", "log_every=1", "learning_rate=1e-3"]


def invoke(*arguments: object) -> str:
    """What a command prints on a terminal wide enough that no label wraps."""
    runner = CliRunner(env={"COLUMNS": "240"})
    result = runner.invoke(app, [str(a) for a in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def sets(*changes: str) -> list[str]:
    """Settings small enough for a tiny model, and changes to them."""
    return [part for change in (*SMALL, *changes) for part in ("--set", change)]
