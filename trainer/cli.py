"""The `trainer` program: its commands are registered here.

Heavy modules are imported inside the commands, so that `--help` is fast.
"""

from __future__ import annotations

import typer

from schemas.console import Commands, Debug, Version
from trainer.commands import diagnose, fit, measure, recipes, release, sweep

app = typer.Typer(
    cls=Commands,
    name="trainer",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
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
