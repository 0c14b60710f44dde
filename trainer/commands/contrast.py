"""The command that measures encoders on contrast sets."""

from __future__ import annotations

from typing import Annotated

import typer

from schemas.console import Json, with_old_names
from trainer.commands.measuring import Measuring, measuring, print_scores
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
    """Measure how often a paraphrase outranks a contradiction, in triples that no rule made.

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
    print_scores(score_contrast(rows, outcomes), contrast_table, as_json=as_json)
