"""The command that mixes a run's initial and trained weights."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

commands = typer.Typer()


@commands.command("mix")
def mix_cli(
    run: Annotated[Path, typer.Argument(help="Folder of a run that was trained with final_mix.")],
    share: Annotated[
        float,
        typer.Option(
            min=0.0, max=1.0, help="Share of the trained weights; 0 is the initial model."
        ),
    ],
    output: Annotated[Path, typer.Option(help="Folder to write the encoder to.")],
) -> None:
    """Mix a run's initial and trained weights in a given ratio, without training.

    Example: trainer mix runs/demo-1 --share 0.4 --output encoder-0.4
    """
    from trainer.runs.mixing import write_mix

    write_mix(run, share, output)
    typer.echo(f"Encoder: {output}")
