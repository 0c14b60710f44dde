"""The `trainer` program: its commands are registered here.

Heavy modules are imported inside the commands, so that `--help` is fast.
"""

from __future__ import annotations

from schemas.console import Debug, Version, program
from trainer.commands import diagnose, fit, measure, recipes, release, sweep

app = program("trainer")
for group in (fit, sweep, release, measure, diagnose, recipes):
    app.add_typer(group.commands)


@app.callback()
def options(
    version: Version = False,
    debug: Debug = False,
) -> None:
    """Fine-tune sentence encoders on triples, and measure what they learned.

    Example: trainer fit --triples artifacts --model my-model --output runs/first

    Example: trainer contrast my-model runs/first
    """
