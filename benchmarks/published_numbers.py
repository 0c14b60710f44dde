#!/usr/bin/env python3
"""Do margin and recall with the paper's numbers move an encoder at all, and after how many steps?

    benchmarks/published_numbers.py --sentences wiki.parquet --output published
    benchmarks/published_numbers.py --sentences wiki.parquet --output published --epochs 1,4,16 \
        --dev stsb-dev.parquet --contrast contrast
    benchmarks/published_numbers.py --sentences wiki.parquet --output published \
        --triples artifacts --steps 6000 --rows 256 --jobs 12 --margins 0,1e-1 --recalls 0

Only the terms differ between runs. A masked language model of 4 layers and width 256 is trained
from random weights; then the recipe `osscse` is trained from it with every combination of a margin
weight of 0 (none), 1e-3 (the paper's), 1e-2 and 1e-1, recall off and on, and the requested epochs:
with 10,000 complete triples, 1, 4 and 16 are about 300, 1,200 and 4,800 steps of 32. The table and
the picture are those of `trainer sweep`; the last table shows how strongly the terms pull at the
sentence vectors in the first and the last tenth of each run's steps, and `pulls.svg` how that
changes during the longest runs. On a GPU, where a small model
waits for the processor, `--jobs` trains several models at once.

The same command resumes where it was stopped, and adds further epochs.
"""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import TYPE_CHECKING, Annotated, Any

import typer

from schemas.errors import run_app
from schemas.files import write_text

if TYPE_CHECKING:
    from trainer.settings.recipe import Recipe

MARGINS = "0,1e-3,1e-2,1e-1"
RECALLS = "0,2e-3"
LAYERS, WIDTH, HEADS = 4, 256, 4
BATCH = 32
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@dataclass(frozen=True, slots=True)
class Pull:
    """The mean length of the terms' weighted gradients in some steps of a run.

    Attributes:
        run: its settings, as in its folder's name.
        contrastive: that of the contrastive term.
        margin: that of the margin.
    """

    run: str
    contrastive: float
    margin: float


def make_triples(sentences: Path, output: Path, count: int) -> Path:
    """Make the paper's triples with Firefox's models, one per sentence; returns their folder."""
    chosen = output / "sentences.txt"
    if not chosen.exists():
        texts = Random(0).sample(_texts(sentences), count)
        write_text(chosen, "".join(f"{text}\n" for text in texts))
    options = ["--models", "firefox:pt", "--preset", "paper"]
    artifacts = output / "artifacts"
    _run("pipeline", "run", "all", "--input", chosen, "--artifacts", artifacts, *options)
    return artifacts


def train_model(sentences: Path, folder: Path, steps: int, rows: int) -> None:
    """Train a small masked language model from random weights, unless it is there.

    15 % of the tokens are masked, as in BERT; the vocabulary is that of the demo's encoder.

    Args:
        sentences: Parquet file, column text.
        folder: the model's.
        steps: how many.
        rows: sentences in a step.
    """
    if (folder / "config.json").exists():
        return
    import torch
    import transformers
    from transformers import (
        AutoTokenizer,
        BertConfig,
        BertForMaskedLM,
        DataCollatorForLanguageModeling,
    )

    from schemas.encoders import encoder_folder

    tokenizer = AutoTokenizer.from_pretrained(encoder_folder("demo"))
    tokens = tokenizer(_texts(sentences), truncation=True, max_length=48)["input_ids"]
    transformers.set_seed(0)
    workers = 4 if torch.cuda.is_available() else 0  # a GPU would wait for the masks
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=WIDTH,
        num_hidden_layers=LAYERS,
        num_attention_heads=HEADS,
        intermediate_size=4 * WIDTH,
        pad_token_id=tokenizer.pad_token_id,
    )
    scratch = folder.with_name(folder.name + "-training")
    settings = transformers.TrainingArguments(
        output_dir=str(scratch),
        max_steps=steps,
        per_device_train_batch_size=rows,
        learning_rate=5e-4,
        warmup_steps=steps // 20,
        train_sampling_strategy="group_by_length",
        save_steps=max(200, steps // 10),
        dataloader_num_workers=workers,
        save_total_limit=1,
        logging_steps=100,
        report_to=[],
        seed=0,
    )
    trainer = transformers.Trainer(
        BertForMaskedLM(config),
        settings,
        data_collator=DataCollatorForLanguageModeling(tokenizer, mlm_probability=0.15),
        train_dataset=[{"input_ids": ids} for ids in tokens],
    )
    trainer.train(resume_from_checkpoint=any(scratch.glob("checkpoint-*")))
    tokenizer.save_pretrained(folder)
    trainer.save_model(str(folder))


def train_at_once(
    jobs: int, triples: Path, output: Path, settings: Mapping[str, str], dev: Path | None
) -> None:
    """Train what the sweep lacks, several models at a time; the sweep then measures them."""
    from trainer.sweeps.grid import grid
    from trainer.sweeps.running import trials

    changes = [f"{key}={value}" for key, value in settings.items()]
    points = grid("osscse", changes, str(output / "model"))
    planned = trials(points, [points[0].recipe.seed], output / "sweep")
    missing = [trial for trial in planned if not trial.ended]
    missing.sort(key=lambda trial: -trial.recipe.epochs)  # long ones first, so that none is late
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        runs = [
            pool.submit(_train, trial.recipe, trial.folder.path, triples, dev) for trial in missing
        ]
        for run in runs:
            run.result()


def pulls(sweep: Path) -> list[tuple[Pull, Pull]]:
    """How strongly the terms pull in the first and in the last tenth of each run's logged steps."""
    found = []
    for metrics in sorted(sweep.glob("*/seed-*/metrics.jsonl")):
        if known := _logged(metrics):
            tenth = max(1, len(known) // 10)
            name = metrics.parent.parent.name
            found.append((_mean(name, known[:tenth]), _mean(name, known[-tenth:])))
    return found


def _logged(metrics: Path) -> list[dict[str, Any]]:
    """The lines of a run's metrics that have the gradients of both terms."""
    lines = [json.loads(line) for line in metrics.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line.get("gradient_margin")]


def table(found: list[tuple[Pull, Pull]]) -> str:
    """The pulls as a Markdown table."""
    lines = [
        "| run | contrastive, first | margin, first | ratio | contrastive, last | margin, last |"
        " ratio |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for pair in found:
        cells = [pair[0].run]
        for pull in pair:
            ratio = pull.contrastive / pull.margin if pull.margin else float("inf")
            cells += [f"{pull.contrastive:.2g}", f"{pull.margin:.2g}", f"{ratio:.3g}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def draw(sweep: Path, picture: Path) -> None:
    """How the ratio of the terms' gradients and the margin's loss change, in the longest runs.

    A solid line is a run without recall, a dashed one with it.

    Args:
        sweep: folder of runs, which need not have ended.
        picture: SVG file to write.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    from trainer.runs.curves import SERIES_COLOURS, STYLE

    with rc_context(STYLE):
        figure = Figure(figsize=(7.2, 3.0), layout="constrained")
        ratio, loss = figure.subplots(1, 2)
        for margin, colour in zip(MARGINS.split(",")[1:], SERIES_COLOURS, strict=False):
            for recall, line in zip(RECALLS.split(","), ("-", "--"), strict=True):
                points = _longest(sweep, margin, recall)
                if not points:
                    continue
                style: Any = {"color": colour, "linestyle": line, "linewidth": 1}
                label = f"margin weighted {margin}" if line == "-" else None
                ratio.plot(*_smooth(points, _ratio), **style, label=label)
                loss.plot(*_smooth(points, lambda one: float(one["margin"])), **style)
        ratio.set(xlabel="step", yscale="log", title="gradients, contrastive : margin")
        loss.set(xlabel="step", title="loss of the margin")
        ratio.legend(frameon=False)
        figure.savefig(picture, metadata={"Date": None})


def _longest(sweep: Path, margin: str, recall: str) -> list[dict[str, Any]]:
    """Logged steps of the longest run with these weights; they have the gradients of the terms."""
    runs = sweep.glob(f"*+margin_weight={margin}+recall_gamma={recall}+*/seed-*/metrics.jsonl")
    logged = [_logged(metrics) for metrics in runs]
    return max(logged, key=len, default=[])


def _ratio(line: dict[str, Any]) -> float:
    return float(line["gradient_contrastive"]) / float(line["gradient_margin"])


def _smooth(
    lines: list[dict[str, Any]], value: Callable[[dict[str, Any]], float]
) -> tuple[list[int], list[float]]:
    """Steps, and the median of a value over each of them and ten before and after."""
    values = [value(line) for line in lines]
    steps = [int(line["step"]) for line in lines]
    return steps, [median(values[max(0, i - 10) : i + 11]) for i in range(len(values))]


@app.command()
def main(
    sentences: Annotated[Path, typer.Option(exists=True, help="Parquet file, column text.")],
    output: Annotated[Path, typer.Option(help="Folder for everything.")],
    triples: Annotated[
        Path | None, typer.Option(exists=True, help="Artifacts to train on, instead of new ones.")
    ] = None,
    epochs: Annotated[str, typer.Option(help="Lengths of the runs, separated by commas.")] = "1,4",
    count: Annotated[int, typer.Option(help="Sentences for the triples.")] = 30_000,
    steps: Annotated[int, typer.Option(help="Steps of the masked language model.")] = 2_000,
    rows: Annotated[int, typer.Option(min=1, help="Sentences in each of these steps.")] = 64,
    margins: Annotated[str, typer.Option(help="Weights of the margin.")] = MARGINS,
    recalls: Annotated[str, typer.Option(help="Strengths of the recall.")] = RECALLS,
    jobs: Annotated[int, typer.Option(min=1, help="Models to train at once.")] = 1,
    dev: Annotated[Path | None, typer.Option(help="Scored pairs to validate on.")] = None,
    contrast: Annotated[Path | None, typer.Option(help="Published contrast sets.")] = None,
) -> None:
    """Train and measure everything that is missing, and print the tables."""
    output.mkdir(parents=True, exist_ok=True)
    artifacts = triples or make_triples(sentences, output, count)
    train_model(sentences, output / "model", steps, rows)
    settings = {
        "epochs": epochs,
        "margin_weight": margins,
        "recall_gamma": recalls,
        "batch_size": str(BATCH),
        "rows": "complete",
        "keep": "last",
        "validate_every": "1000000",
        "log_every": "10",
        "forwards": "1",  # the model is too small for the padding to cost much
    }
    if jobs > 1:
        train_at_once(jobs, artifacts, output, settings, dev)
    measured = [*(("--dev", dev) if dev else ()), *(("--contrast", contrast) if contrast else ())]
    _run(
        *("trainer", "sweep", "--recipe", "osscse", "--triples", artifacts),
        *("--model", output / "model", "--output", output / "sweep", *measured),
        *(part for key, value in settings.items() for part in ("--set", f"{key}={value}")),
    )
    text = table(pulls(output / "sweep"))
    write_text(output / "pulls.md", text)
    draw(output / "sweep", output / "pulls.svg")
    typer.echo(text)


def _texts(sentences: Path) -> list[str]:
    import pyarrow.parquet as pq

    return list(pq.read_table(sentences, columns=["text"])["text"].to_pylist())


def _train(recipe: Recipe, folder: Path, triples: Path, dev: Path | None) -> None:
    from trainer.runs.folder import RunFolder
    from trainer.training.fit import fit

    fit(recipe, triples, folder, dev=dev, resume=RunFolder(folder).record.exists())


def _mean(run: str, lines: list[dict[str, Any]]) -> Pull:
    return Pull(
        run,
        fmean(line["gradient_contrastive"] for line in lines),
        fmean(line["gradient_margin"] for line in lines),
    )


def _run(module: str, *arguments: object) -> None:
    subprocess.run([sys.executable, "-m", module, *map(str, arguments)], check=True)


if __name__ == "__main__":
    run_app(app)
