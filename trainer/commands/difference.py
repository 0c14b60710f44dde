"""The command that writes a run's encoder as a small file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from schemas.progress import announce

commands = typer.Typer()


@commands.command("difference")
def difference_cli(
    run: Annotated[Path, typer.Argument(help="Folder of a finished run.")],
    output: Annotated[Path, typer.Option(help="File to write, ending in .safetensors.")],
    megabytes: Annotated[
        float, typer.Option(min=0.1, help="Megabytes to fill; scales and names add about 1 %.")
    ] = 4.0,
    note: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            help="Markdown file for the model card: data, figures, limits.",
        ),
    ] = None,
) -> None:
    """Write a run's encoder as its difference from the base model, in a few megabytes.

    Every command accepts such a file as an encoder, and loads the base model by its name.

    Example: trainer difference runs/first --output better.safetensors

    Example: trainer difference runs/first --output small.safetensors --megabytes 2
    """
    announce(f"Loading {run}")
    from schemas.errors import UserError
    from trainer.encoders.difference import SUFFIX
    from trainer.runs.difference import write_run_difference

    if output.suffix != SUFFIX:
        raise UserError(f"--output {output}: the name must end in {SUFFIX}.")
    try:
        text = note.read_text(encoding="utf-8") if note is not None else ""
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"--note {note} cannot be read as text in UTF-8: {error}.") from error
    share = write_run_difference(run, output, most=round(megabytes * 1e6), note=text)
    size = output.stat().st_size / 1e6
    typer.echo(f"{output}: {size:.1f} MB, which keep {share:.1%} of what training changed.")
