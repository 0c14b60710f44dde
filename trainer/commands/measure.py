"""The commands that score encoders (evaluate, transfer, splits, probe, contrast) and fetch data."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from schemas.console import Json, print_json, say, show, with_old_names
from schemas.errors import UserError
from schemas.progress import announce, counted, track
from trainer.commands.material import heldout_triples, scored_pairs
from trainer.commands.measuring import Measuring, measuring, print_scores
from trainer.commands.options import (
    AllTasksOption,
    ContrastOption,
    HeldoutOption,
    LimitOption,
    ModelsArgument,
    OptionalModelsArgument,
    StsOption,
    TasksOption,
    TriplesOption,
    separated,
)

commands = typer.Typer()


@commands.command("evaluate", cls=with_old_names({"--format": "--json"}))
@measuring
def evaluate_cli(
    models: ModelsArgument,
    data: StsOption,
    tasks: TasksOption = None,
    mteb: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Also write result files in MTEB's format to this folder."
        ),
    ] = None,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Measure Spearman correlation with human scores on STS12-16, STS-B and SICK-R.

    Example: trainer evaluate demo runs/demo-1 --data sts

    Example: trainer evaluate bert-base-uncased --pooling cls --data hub --tasks STS12,STSB

    Example: trainer evaluate demo --data SentEval --mteb results
    """
    from trainer.evaluation.report.mteb import write_results
    from trainer.evaluation.report.tables import sts_table
    from trainer.evaluation.scores.sts import distinct_texts, score
    from trainer.runs.outputs import check_folder

    if mteb is not None:
        check_folder(mteb, "--mteb")
    chosen = scored_pairs(data, tasks)
    texts = distinct_texts(chosen)
    scores = {
        name: score(vectors, chosen) for name, vectors in how.embedded(models, texts, "evaluate")
    }
    if mteb is not None:
        for name, found in scores.items():
            write_results(mteb, name, found)
    print_scores(scores, sts_table, as_json=as_json)


@commands.command("transfer")
@measuring
def transfer_cli(
    models: ModelsArgument,
    data: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="Labelled sentences: a folder of Parquet files, or of SentEval."
        ),
    ],
    tasks: AllTasksOption = None,
    folds: Annotated[
        int,
        typer.Option(
            min=2, help="Cross-validation folds: 10 as in SentEval, or e.g. 5 to be quick."
        ),
    ] = 10,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Train classifiers on frozen embeddings: MR, CR, SUBJ, MPQA, SST2, TREC, MRPC.

    Other Parquet files with sentences and labels are tasks of your own; the average leaves them
    out.

    Example: trainer transfer demo runs/demo-1 --data transfer

    Example: trainer transfer demo --data SentEval --tasks CR,TREC --folds 5
    """
    from trainer.evaluation.data.labelled import read_transfer
    from trainer.evaluation.report.tables import transfer_table
    from trainer.evaluation.scores.transfer import require_classifier, score_transfer

    require_classifier()
    chosen = read_transfer(data, separated(tasks))
    texts = list(dict.fromkeys(text for task in chosen for text in task.texts))
    scores = {}
    for name, vectors in how.embedded(models, texts, "transfer"):
        with track(f"classifiers {name}", len(chosen), "tasks") as progress:
            scores[name] = score_transfer(vectors, chosen, folds, progress.advance)
    print_scores(scores, transfer_table, as_json=as_json)


@commands.command("splits")
@measuring
def splits_cli(
    models: OptionalModelsArgument = None,
    data: StsOption = "hub",
    tasks: AllTasksOption = None,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Score pairs where wording and meaning agree (Cont.), and where they do not (Oppn.).

    People rate a sentence and its negation as related, so Oppn. may fall when an encoder learns to
    separate them; `trainer contrast` measures that skill.

    Example: trainer splits --data sts

    Example: trainer splits demo runs/demo-1 --data sts --tasks STS12,STSB
    """
    from trainer.evaluation.report.tables import splits_table
    from trainer.evaluation.scores.splits import mean_sides, score_sides, split_sets
    from trainer.evaluation.scores.sts import distinct_texts

    chosen = scored_pairs(data, tasks, everything=True)
    splits = split_sets(chosen)
    texts = distinct_texts(chosen)
    scores = {
        name: {split.pairs.name: score_sides(vectors, split) for split in splits}
        for name, vectors in how.embedded(models or [], texts, "splits")
    }
    if as_json:
        counts = [split.counts for split in splits]
        spearman = {
            name: {task: asdict(sides) for task, sides in found.items()}
            for name, found in scores.items()
        }
        means = {name: asdict(mean_sides(splits, found)) for name, found in scores.items()}
        print_json({"sets": counts, "spearman": spearman, "means": means})
    else:
        rated = (
            "People rate a sentence and its negation as related, so Oppn. may fall when an encoder"
            " learns to separate them."
        )
        show([splits_table(splits, scores), *([rated] if scores else [])])


@commands.command("probe")
@measuring
def probe_cli(
    models: ModelsArgument,
    triples: TriplesOption = Path("artifacts"),
    split: Annotated[
        Literal["heldout", "all"],
        typer.Option(help="Only triples held out from training, or all complete ones."),
    ] = "heldout",
    heldout: HeldoutOption = None,
    limit: LimitOption = 10_000,
    *,
    how: Measuring,
    as_json: Json = False,
) -> None:
    """Measure how often the paraphrase outranks the negation in held-out triples.

    If a run chose its best weights on these same triples (no --dev, keep = best), its figure is
    slightly optimistic; the demo recipe therefore keeps the last weights.

    Example: trainer probe demo runs/demo-1 --triples artifacts

    Example: trainer probe my-model --triples artifacts --split all --json
    """
    from trainer.evaluation.report.tables import probe_table
    from trainer.evaluation.scores.probe import probe_embeddings, triple_texts

    if split == "all" and heldout is not None:
        raise UserError("--heldout has no effect with --split all: leave out one of them.")
    everything = split == "all"
    of, share = ([], 1.0) if everything else (models, heldout)
    rows = heldout_triples(triples, of, share, limit)
    probes = {
        name: probe_embeddings(vectors, rows)
        for name, vectors in how.embedded(models, triple_texts(rows), "probe")
    }
    what = "complete" if everything else "held-out"
    print_scores(probes, lambda found: probe_table(found, what), as_json=as_json)


@commands.command("data")
def data_cli(
    source: Annotated[str, typer.Argument(help="A SentEval folder, or hub.")],
    output: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")],
    tasks: AllTasksOption = None,
) -> None:
    """Fetch or convert evaluation data to the Parquet files that --data reads.

    Example: trainer data hub --output sts

    Example: trainer data SentEval --output data
    """
    announce("Fetching the data sets from the hub" if source == "hub" else f"Reading {source}")
    from trainer.evaluation.data.convert import write_labelled, write_pairs
    from trainer.evaluation.data.labelled import TRANSFER, read_transfer
    from trainer.evaluation.data.senteval import senteval_root
    from trainer.evaluation.data.sts_sets import read_folder, read_hub
    from trainer.runs.outputs import check_folder

    check_folder(output)
    wanted = separated(tasks)
    if source == "hub":
        files = write_pairs(output, read_hub(wanted))
    else:
        if senteval_root(Path(source)) is None:
            raise UserError(
                f"{source} has no folder STS, as SentEval's data does. Give a SentEval folder"
                " or hub."
            )
        labelled = [name for name in wanted if name in TRANSFER]
        scored = [name for name in wanted if name not in TRANSFER]
        files = []
        if scored or not wanted:
            pairs = read_folder(Path(source), scored, everything=True)
            files += write_pairs(output / "sts", pairs)
        if labelled or not wanted:
            files += write_labelled(output / "transfer", read_transfer(Path(source), labelled))
    say(f"Wrote {counted(len(files), 'file')} to {output}.")


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
    """Measure how often a paraphrase outranks a contradiction, in triples not made by rules.

    Prints the share of triples ranked correctly, and the average precision on labelled pairs.
    Human similarity scores rate a sentence and its negation as related, so the correlation with
    them on misleading pairs (Oppn. of `trainer splits`) may fall as these figures rise.

    Example: trainer contrast demo runs/demo-1

    Example: trainer contrast demo runs/demo-1 --data contrast --limit 400

    Example: trainer contrast demo --data scpp/data --data SemAntoNeg.jsonl
    """
    from trainer.evaluation.data.contrast_sets import BUNDLED, read_contrast
    from trainer.evaluation.report.intervals import contrast_table
    from trainer.evaluation.scores.contrast import judge, score_contrast

    rows = read_contrast(data or [BUNDLED], limit)
    outcomes = {
        name: judge(vectors, rows) for name, vectors in how.embedded(models, rows.texts, "contrast")
    }
    print_scores(score_contrast(rows, outcomes), contrast_table, as_json=as_json)
