#!/usr/bin/env python3
"""Trains every recipe with several seeds on the same triples and model: means and deviations.

    benchmarks/recipes.py --triples artifacts --sts sts --output recipes-demo --model demo --plain
    benchmarks/recipes.py --triples artifacts --sts sts --output recipes-mlm --model my-mlm \
        --recipe osscse --recipe sncse:negation=ignored,epochs=1 --seeds 3

A recipe can have its own changes after a colon; `--set` changes all recipes. The dclr recipe
weights negatives with the simcse run of the same seed, which is therefore trained first. Runs are
kept in the output folder: the same command resumes what is missing, and does not repeat finished
scores. The table is printed, and written to `table.md` and `scores.json`. With `--contrast FOLDER`
it has the published contrast sets too: `%` is the share of triples ranked correctly, AP the
average precision on labelled pairs. With `--transfer FOLDER` it has the accuracies of the transfer
tasks, which take a minute or two a run. On a GPU, `--jobs` trains several models at once.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schemas.errors import UserError, run_app
from schemas.files import write_text

if TYPE_CHECKING:
    from trainer.encoders.encoder import Encoder
    from trainer.settings.recipe import Recipe

DEFAULT = ["simcse", "promptbert", "sncse", "osscse", "dclr", "ptbert", "gaussian-negatives"]
PLAIN = ["pooling=mean", "template_anchor=", "template_other=", "denoising=false"]
COLUMNS = {
    "STSB-dev": "STS-B dev",
    "STSB": "STS-B test",
    "STS12": "STS12",
    "STS13": "STS13",
    "STS15": "STS15",
    "SICK-R-train": "SICK-R train",
    "SICK-R-trial": "SICK-R trial",
    "ranking": "ranking, held out, %",
    "handwritten": "ranking, by hand, %",
    "paraphrase": "sim. paraphrase",
    "negation": "sim. negation",
    "uniformity": "uniformity",
    "alignment, STSB": "alignment, STS-B test",
    "uniformity, STSB": "uniformity, STS-B test",
    "anisotropy, STSB": "anisotropy, STS-B test",
}
MEAN = "mean of the contrast sets, %"
TRANSFER_MEAN = "mean of the transfer tasks, accuracy"
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Scores = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Data:
    """What runs are trained and scored on.

    Attributes:
        triples: artifacts folder.
        sts: folder of scored pairs.
        dev: file to validate on; None for the held-out triples.
        contrast: folder of published contrast sets; None to leave them out.
        transfer: folder of the transfer tasks; None to leave them out.
        device: `auto`, `cpu` or `cuda`.
    """

    triples: Path
    sts: Path
    dev: Path | None
    contrast: Path | None
    transfer: Path | None
    device: str


@app.command(help=__doc__)
def main(
    triples: Annotated[Path, typer.Option(help="Artifacts folder with the triples.")],
    sts: Annotated[Path, typer.Option(help="Folder of Parquet files with scored pairs.")],
    output: Annotated[Path, typer.Option(help="Folder of the runs and of the table.")],
    model: Annotated[str, typer.Option(help="Encoder to start from.")] = "demo",
    recipe: Annotated[list[str] | None, typer.Option(help="NAME or NAME:KEY=VALUE,...")] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="For every recipe.")
    ] = None,
    seeds: Annotated[int, typer.Option(min=1, help="Number of runs of each recipe.")] = 3,
    plain: Annotated[
        bool, typer.Option("--plain", help="Mean pooling and no templates in every recipe.")
    ] = False,
    dev: Annotated[Path | None, typer.Option(help="Scored pairs to validate on.")] = None,
    contrast: Annotated[Path | None, typer.Option(help="Published contrast sets.")] = None,
    transfer: Annotated[Path | None, typer.Option(help="Transfer tasks.")] = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    jobs: Annotated[int, typer.Option(min=1, help="Models to train at once.")] = 1,
) -> None:
    """Train, score and print the table."""
    data = Data(triples, sts, dev, contrast, transfer, device)
    chosen = recipe or [name for name in DEFAULT if not (plain and name == "promptbert")]
    common = [*(PLAIN if plain else []), *(changes or [])]
    recipes = {label: read_recipe(label, common, model) for label in chosen}
    if jobs > 1:
        planned = [
            (label, replace(recipe, seed=recipe.seed + number))
            for number in range(seeds)
            for label, recipe in recipes.items()
        ]
        train_at_once(jobs, planned, output, data)
    table: dict[str, list[Scores]] = {}
    for label, untrained in starts(recipes).items():
        table[label] = [score_start(untrained, data)]
    for label in sorted(recipes, key=lambda label: label != "simcse"):
        for seed in range(recipes[label].seed, recipes[label].seed + seeds):
            scores = train_and_score(label, replace(recipes[label], seed=seed), output, data)
            table.setdefault(label, []).append(scores)
    order = [label for label in table if label not in recipes] + chosen
    lines = markdown({label: table[label] for label in order})
    output.mkdir(parents=True, exist_ok=True)
    write_text(output / "scores.json", json.dumps(table, indent=1) + "\n")
    write_text(output / "table.md", "\n".join(lines) + "\n")
    print("\n".join(lines))


def read_recipe(label: str, common: Sequence[str], model: str) -> Recipe:
    """The recipe of a label, with the changes of all recipes and those after its colon."""
    from trainer.recipes.reading import load_recipe

    name, _, own = label.partition(":")
    return load_recipe(name, [*common, *filter(None, own.split(","))], model)


def train_at_once(
    jobs: int, planned: Sequence[tuple[str, Recipe]], output: Path, data: Data
) -> None:
    """Train and score several models at a time; where there is `dclr`, those of `simcse` first.

    Args:
        jobs: how many models.
        planned: label and recipe of each run, which has its seed.
    """
    judged = any(label.startswith("dclr") for label, *_ in planned)
    judges = [one for one in planned if judged and one[0] == "simcse"]
    others = [one for one in planned if one not in judges]
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for ready in (judges, others):
            for done in [pool.submit(train_and_score, *one, output, data) for one in ready]:
                done.result()


def starts(recipes: dict[str, Recipe]) -> dict[str, Recipe]:
    """One recipe for each way in which the model is used before training."""
    found: dict[str, Recipe] = {}
    for recipe in recipes.values():
        template = f", {recipe.template_anchor}" if recipe.template_anchor else ""
        found.setdefault(f"before, {recipe.pooling}{template}", recipe)
    return found


def train_and_score(label: str, recipe: Recipe, output: Path, data: Data) -> Scores:
    """Scores of a run, which is trained or resumed if they are missing."""
    from trainer.encoders.folder import load_encoder
    from trainer.objective.terms.contrastive import Contrastive
    from trainer.objective.weighting import SELF
    from trainer.runs.folder import RunFolder
    from trainer.training.fit import fit

    if isinstance(recipe, Contrastive) and recipe.weighting.model not in ("", SELF):
        judge = output / "simcse" / f"seed-{recipe.seed}" / "best"
        if not judge.is_dir():
            raise UserError(f"{label} needs the simcse run of its seed; add --recipe simcse.")
        recipe = replace(recipe, weighting=replace(recipe.weighting, model=str(judge)))
    folder = output / label.replace(":", "-").replace("=", "-").replace(",", "-")
    run = RunFolder(folder / f"seed-{recipe.seed}")
    cache = run.path / "scores.json"
    scores: Scores = {}
    if cache.exists() and run.recipe.read_text(encoding="utf-8") == recipe.to_toml():
        scores = json.loads(cache.read_text(encoding="utf-8"))
    if not scores or (data.contrast and MEAN not in scores):
        print(f"{label}, seed {recipe.seed}", file=sys.stderr, flush=True)
        resume = run.record.exists()
        result = fit(
            recipe, data.triples, run.path, dev=data.dev, device=data.device, resume=resume
        )
        scores = score(load_encoder(str(run.path)), recipe, data)
        scores |= {"best_step": float(result.best_step), "seconds": result.seconds}
        write_text(cache, json.dumps(scores, indent=1) + "\n")
    if data.transfer and TRANSFER_MEAN not in scores:
        scores |= transfer_scores(load_encoder(str(run.path)), data.transfer, data.device)
        write_text(cache, json.dumps(scores, indent=1) + "\n")
    return scores


def score_start(recipe: Recipe, data: Data) -> Scores:
    """Scores of the model before it is trained."""
    from trainer.training.start import load_start

    encoder = load_start(recipe).encoder
    scores = score(encoder, recipe, data)
    if data.transfer:
        scores |= transfer_scores(encoder, data.transfer, data.device)
    return scores


def score(encoder: Encoder, recipe: Recipe, data: Data) -> Scores:
    """STS correlation, and what held-out triples and the bundled sentences show."""
    from trainer.data.triples import TripleTable
    from trainer.encoders.embeddings import embed
    from trainer.evaluation.data.families import bundled_families
    from trainer.evaluation.data.sts_sets import read_folder
    from trainer.evaluation.diagnosis.transformations import measure_families
    from trainer.evaluation.scores import sts
    from trainer.evaluation.scores.geometry import geometry
    from trainer.evaluation.scores.probe import probe
    from trainer.runtime.devices import choose_device

    encoder.to(choose_device(data.device))
    tasks = read_folder(data.sts, everything=True)
    embeddings = embed(encoder, sts.distinct_texts(tasks))
    correlations = sts.score(embeddings, tasks).spearman
    shapes = [geometry(embeddings, task) for task in tasks if task.name == "STSB"]
    rows = TripleTable(data.triples).heldout(recipe.heldout, 10_000)
    found = probe(encoder, rows)
    families = bundled_families()
    texts = list(dict.fromkeys(text for family in families for text in family.texts))
    by_hand = measure_families(embed(encoder, texts), families).ranking
    return {
        **correlations,
        "ranking": 100 * found.ranking,
        "handwritten": None if by_hand is None else 100 * by_hand,
        "paraphrase": found.paraphrase,
        "negation": found.negation,
        "uniformity": found.uniformity,
        **{
            f"{name}, STSB": getattr(shape, name)
            for shape in shapes
            for name in ("alignment", "uniformity", "anisotropy")
        },
        **(contrast_scores(encoder, data.contrast) if data.contrast else {}),
    }


def contrast_scores(encoder: Encoder, folder: Path) -> Scores:
    """How an encoder does on published contrast sets, by the columns of the table."""
    from trainer.encoders.embeddings import embed
    from trainer.evaluation.data.contrast_sets import read_contrast
    from trainer.evaluation.scores.contrast import bundled_share, judge, score_contrast

    rows = read_contrast([str(folder)], None)
    outcomes = judge(embed(encoder, rows.texts), rows)
    scores = score_contrast(rows, {"it": outcomes})["it"]
    return {
        MEAN: scores.triples_mean.score if scores.triples_mean else None,
        **{f"{name}, %": figure.score for name, figure in scores.triples.items()},
        **{f"{name}, AP": figure.score for name, figure in scores.pairs.items()},
        "bundled triples, %": bundled_share(encoder),
    }


def transfer_scores(encoder: Encoder, folder: Path, device: str) -> Scores:
    """Accuracy on each transfer task, by the columns of the table."""
    from trainer.encoders.embeddings import embed
    from trainer.evaluation.data.labelled import read_transfer
    from trainer.evaluation.scores.transfer import score_transfer
    from trainer.runtime.devices import choose_device

    encoder.to(choose_device(device))
    tasks = read_transfer(folder)
    texts = list(dict.fromkeys(text for task in tasks for text in task.texts))
    found = score_transfer(embed(encoder, texts), tasks)
    each = {f"{name}, accuracy": score.accuracy for name, score in found.tasks.items()}
    return {**each, TRANSFER_MEAN: found.average}


def markdown(table: dict[str, list[Scores]]) -> list[str]:
    """Mean and sample deviation of every column that any run has."""
    scored = dict.fromkeys(key for runs in table.values() for s in runs for key in s)
    shown = [key for key in COLUMNS if key in scored]
    shown += [key for key in scored if key == MEAN or key.endswith((", %", ", AP", ", accuracy"))]
    lines = [
        f"| recipe | seeds | {' | '.join(COLUMNS.get(key, key) for key in shown)} |",
        f"|---|--:|{'--:|' * len(shown)}",
    ]
    for label, runs in table.items():
        cells = [cell([run.get(key) for run in runs], key) for key in shown]
        lines.append(f"| {label} | {len(runs)} | {' | '.join(cells)} |")
    return lines


def cell(values: Sequence[Any], key: str) -> str:
    """A figure over seeds, with the deviation if there are several."""
    from trainer.training.seeds import spread

    known = [value for value in values if value is not None]
    if not known:
        return "-"
    digits = 3 if key in ("paraphrase", "negation", "uniformity") or key.endswith(", STSB") else 2
    over = spread(known)
    deviation = f" ± {over.deviation:.{digits}f}" if len(known) > 1 else ""
    return f"{over.mean:.{digits}f}{deviation}"


if __name__ == "__main__":
    run_app(app)
