"""The command that measures encoders on contrast sets."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from schemas.console import Json, print_json, show, with_old_names
from trainer.commands.measuring import Measuring, measuring
from trainer.commands.options import ContrastOption, ModelsArgument

commands = typer.Typer()


@commands.command("contrast", cls=with_old_names({"--most": "--limit"}))
@measuring
def contrast_cli(
    models: ModelsArgument,
    data: ContrastOption = None,
    limit: Annotated[
        int | None,
        typer.Option(
            min=1, help="Maximum number of rows per set, by default all; a larger set is sampled."
        ),
    ] = None,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Measure how often a paraphrase outranks a contradiction, in human-written triples.

    Prints the share of triples ranked correctly, and the average precision on labelled pairs.
    Human similarity scores rate a sentence and its negation as related, so the correlation with
    them on misleading pairs (Oppn. of `trainer splits`) may fall as these figures rise.

    Example: trainer contrast demo runs/demo-1

    Example: trainer contrast demo runs/demo-1 --data contrast --limit 400

    Example: trainer contrast demo --data scpp/data --data SemAntoNeg.jsonl
    """
    from trainer.evaluation.data.contrast_sets import BUNDLED, read_contrast
    from trainer.evaluation.report.contrast import contrast_table
    from trainer.evaluation.scores.contrast import judge, score_contrast

    rows = read_contrast(data or [BUNDLED], limit)
    outcomes = {
        name: judge(vectors, rows) for name, vectors in how.embedded(models, rows.texts, "contrast")
    }
    scores = score_contrast(rows, outcomes)
    if as_json:
        print_json({name: asdict(found) for name, found in scores.items()})
    else:
        show([contrast_table(scores)])
