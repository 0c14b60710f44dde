"""The commands that diagnose encoders: transform, failures, report, compare."""

from __future__ import annotations

from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import typer

from schemas.console import Json, print_json, say, show, with_old_names
from schemas.errors import UserError
from schemas.progress import announce
from trainer.commands.material import families_of, heldout_triples, scored_pairs
from trainer.commands.measuring import Measuring, measuring, print_scores
from trainer.commands.options import (
    CacheOption,
    ContrastOption,
    DeviceOption,
    HeldoutOption,
    LimitOption,
    ModelsArgument,
    OneTaskOption,
    OptionalStsOption,
    PrecisionOption,
    PromptOption,
    StsOption,
    TasksOption,
    TriplesOption,
    refuse_ignored,
)

commands = typer.Typer()
_NO_SCORES = "To compare scores, give --data DIR (STS) or --triples DIR (held-out triples)."
_NO_MEANING = "For paraphrases and negations, use --triples or the bundled sentences."

InputOption = Annotated[
    Path | None,
    typer.Option(
        "--input",
        metavar="FILE",
        help="Text file with one sentence per line; CSV, TSV, JSON or Parquet with a column of"
        " them; or JSONL of families.",
    ),
]
ColumnOption = Annotated[
    str | None,
    typer.Option(
        "--column",
        metavar="NAME",
        help="Field that holds the sentence in .jsonl, .csv and .parquet files.",
        show_default="text",
    ),
]
MaskedOption = Annotated[
    str | None,
    typer.Option(
        "--masked-lm",
        metavar="MODEL",
        help="Masked language model that inserts and substitutes words.",
    ),
]
RateOption = Annotated[
    float, typer.Option(min=0.0, max=1.0, help="Share of the words to insert or substitute.")
]


@commands.command("transform")
@measuring
def transform_cli(
    context: typer.Context,
    models: ModelsArgument,
    input_: InputOption = None,
    column: ColumnOption = None,
    triples: TriplesOption = None,
    variants: Annotated[
        Literal["paper", "all"],
        typer.Option(help="Triples of a sentence to use: paper for the first, or all."),
    ] = "paper",
    masked_lm: MaskedOption = None,
    rate: RateOption = 0.1,
    seed: Annotated[int, typer.Option(help="Random seed for generated edits.")] = 0,
    limit: LimitOption = 2000,
    shown: Annotated[
        int,
        typer.Option(
            "--show", min=0, help="Sentences to show, starting with the first model's worst."
        ),
    ] = 0,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Measure how similar a sentence is to its paraphrase, negation, edits and a random sentence.

    By default it uses the bundled sentences, whose variants were not made by rules. For a text file
    it makes deletions and random sentences, and with --masked-lm the other edits; negations and
    paraphrases come only from triples.

    Example: trainer transform demo runs/demo-1 --show 3

    Example: trainer transform demo --triples artifacts --masked-lm bert-base-uncased

    Example: trainer transform demo --input mine.txt --masked-lm roberta-base --rate 0.05
    """
    from trainer.evaluation.diagnosis.transformations import measure_families, most_misled
    from trainer.evaluation.report.tables import example_table, transformations_table

    refuse_ignored(context, "rate", "--masked-lm", missing=masked_lm is None)
    refuse_ignored(
        context, "seed", "--input or --triples", missing=input_ is None and triples is None
    )
    refuse_ignored(context, "limit variants", "--triples", missing=triples is None)
    refuse_ignored(context, "column", "--input", missing=input_ is None)
    families = families_of(
        input_, triples, masked_lm, rate, seed, limit, column=column, variants=variants
    )
    texts = list(dict.fromkeys(text for family in families for text in family.texts))
    scores = {
        name: measure_families(vectors, families)
        for name, vectors in how.embedded(models, texts, "transform")
    }
    print_scores(scores, transformations_table, as_json=as_json)
    if input_ is not None and not as_json:
        kinds = {kind for family in families for kind in family.others}
        if kinds.isdisjoint({"paraphrase", "negation"}):
            say(_NO_MEANING)
    for original in most_misled(next(iter(scores.values())))[: 0 if as_json else shown]:
        show([example_table(original, scores)])


@commands.command("failures", cls=with_old_names({"--worst": "--show"}))
@measuring
def failures_cli(
    models: ModelsArgument,
    data: StsOption,
    tasks: OneTaskOption = None,
    shown: Annotated[int, typer.Option("--show", min=1, help="Pairs to show per model.")] = 10,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Show the pairs ranked most wrongly, what they have in common, and the effect of length.

    Example: trainer failures demo --data sts

    Example: trainer failures demo runs/demo-1 --data sts --tasks STS12 --show 50 --json
    """
    from trainer.evaluation.diagnosis.failures import hard_subset, rank_failures
    from trainer.evaluation.report.tables import (
        failure_records,
        geometry_table,
        hard_tables,
        tags_table,
    )
    from trainer.evaluation.scores.geometry import geometry
    from trainer.evaluation.scores.sts import distinct_texts

    chosen = scored_pairs(data, tasks or ["STSB"])
    found = {
        name: {
            task.name: (
                rank_failures(vectors, task, shown),
                hard_subset(vectors, task),
                geometry(vectors, task),
            )
            for task in chosen
        }
        for name, vectors in how.embedded(models, distinct_texts(chosen), "failures")
    }
    if as_json:
        print_json(
            {
                name: {
                    task: {
                        "ranks": asdict(ranks),
                        "hard_subset": asdict(hard),
                        "geometry": asdict(space),
                    }
                    for task, (ranks, hard, space) in by_task.items()
                }
                for name, by_task in found.items()
            }
        )
        return
    for task in chosen:
        parts = {name: by_task[task.name] for name, by_task in found.items()}
        show(
            [
                *chain(*(failure_records(name, part[0]) for name, part in parts.items())),
                tags_table({name: part[0] for name, part in parts.items()}),
                *hard_tables({name: part[1] for name, part in parts.items()}),
                geometry_table({name: part[2] for name, part in parts.items()}),
            ]
        )


@commands.command("report")
@measuring
def report_cli(
    context: typer.Context,
    models: ModelsArgument,
    output: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder for index.html, figures and numbers.")
    ],
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace an earlier report in --output.")
    ] = False,
    data: OptionalStsOption = None,
    tasks: TasksOption = None,
    triples: TriplesOption = None,
    heldout: HeldoutOption = None,
    transfer: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the transfer tasks (slow).")
    ] = None,
    folds: Annotated[int, typer.Option(min=2, help="Cross-validation folds of --transfer.")] = 10,
    contrast: ContrastOption = None,
    input_: InputOption = None,
    column: ColumnOption = None,
    masked_lm: MaskedOption = None,
    rate: RateOption = 0.1,
    limit: LimitOption = 2000,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Write an HTML page that compares encoders: what changed, what was lost, figures, tables.

    The first model is the baseline for the others. Runs are shown with their settings and training
    curves. Without --data, --triples or --transfer, only the bundled sentences are measured;
    --triples adds the ranking of held-out triples. The folder also gets the figures, report.json,
    and results in MTEB's format.

    Example: trainer report demo runs/demo-1 --output report --data sts --triples artifacts

    Example: trainer report my-model --output report --transfer transfer --folds 5
    """
    from datetime import UTC, datetime

    from trainer.evaluation.data.contrast_sets import BUNDLED, read_contrast
    from trainer.evaluation.data.labelled import read_transfer
    from trainer.evaluation.report.material import Material, diagnose
    from trainer.evaluation.report.page import check_report_folder, report_json, write_report
    from trainer.evaluation.report.trained import trained
    from trainer.evaluation.scores.transfer import require_classifier

    check_report_folder(output, overwrite=overwrite)
    if masked_lm is not None and input_ is None:
        raise UserError("--masked-lm edits the sentences of --input: give such a file too.")
    refuse_ignored(context, "rate", "--masked-lm", missing=masked_lm is None)
    refuse_ignored(context, "column", "--input", missing=input_ is None)
    refuse_ignored(context, "tasks", "--data", missing=data is None)
    refuse_ignored(context, "heldout limit", "--triples", missing=triples is None)
    refuse_ignored(context, "folds", "--transfer", missing=transfer is None)
    if transfer is not None:
        require_classifier()
    material = Material(
        families_of(input_, None, masked_lm, rate, 0, limit, column=column),
        [] if data is None else scored_pairs(data, tasks),
        heldout_triples(triples, models, heldout, limit),
        [] if transfer is None else read_transfer(transfer),
        folds,
        contrast=read_contrast(contrast or [BUNDLED]),
    )
    runs = trained(models)
    found = {
        name: diagnose(vectors, material)
        for name, vectors in how.embedded(models, material.texts, "report")
    }
    today = datetime.now(UTC).date()
    announce(f"Drawing the figures of {output}")
    page = write_report(output, found, material, made=today, runs=runs)
    if as_json:
        print_json(report_json(found, material))
    else:
        say(f"Report: {page}; its numbers are in {output / 'report.json'}.")


@commands.command("compare", cls=with_old_names({"--samples": "--resamples"}))
def compare_cli(
    context: typer.Context,
    runs: Annotated[list[str], typer.Argument(metavar="RUN", help="Folders of runs.")],
    data: OptionalStsOption = None,
    tasks: TasksOption = None,
    triples: TriplesOption = None,
    heldout: HeldoutOption = None,
    limit: LimitOption = 2000,
    resamples: Annotated[
        int, typer.Option(min=100, help="Number of bootstrap samples for the intervals.")
    ] = 1000,
    prompt: PromptOption = None,
    device: DeviceOption = "auto",
    precision: PrecisionOption = "auto",
    cache: CacheOption = None,
    as_json: Json = False,
) -> None:
    """Compare runs side by side: settings that differ, scores, and intervals of the differences.

    Every run is compared with the first. The intervals reflect the choice of test pairs, not of
    seeds; to compare recipes, train each with several seeds.

    Example: trainer compare runs/osscse-1 runs/osscse-2 --data sts --triples artifacts

    Example: trainer compare runs/osscse-1 runs/osscse-2
    """
    names = list(dict.fromkeys(runs))
    if len(names) < 2:
        raise UserError("compare needs at least two runs.")
    refuse_ignored(context, "tasks", "--data", missing=data is None)
    refuse_ignored(context, "heldout limit", "--triples", missing=triples is None)
    refuse_ignored(
        context, "resamples prompt", "--data or --triples", missing=data is None and triples is None
    )
    how = Measuring(prompt=prompt, device=device, precision=precision, cache=cache)
    how.begin(names)
    from trainer.evaluation.diagnosis.compare import compare, settings_that_differ
    from trainer.evaluation.report.intervals import compare_table
    from trainer.evaluation.report.tables import settings_table
    from trainer.evaluation.scores.probe import triple_texts
    from trainer.evaluation.scores.sts import distinct_texts

    settings = settings_that_differ(names)
    chosen = [] if data is None else scored_pairs(data, tasks)
    rows = heldout_triples(triples, names, heldout, limit)
    texts = list(dict.fromkeys([*distinct_texts(chosen), *triple_texts(rows)]))
    models = dict(how.embedded(names, texts, "compare")) if texts else {}
    scores = compare(models, chosen, rows, resamples) if models else {}
    if as_json:
        plain = {
            task: {name: asdict(one) for name, one in found.items()}
            for task, found in scores.items()
        }
        print_json({"settings": settings, "scores": plain})
        return
    show([settings_table(names, settings)])
    if scores:
        show([compare_table(scores)])
    else:
        say(_NO_SCORES)
