#!/usr/bin/env python3
"""What a training step costs under a recipe, in its first epoch and in later ones.

    benchmarks/step_cost.py --triples artifacts --recipe meaning --recipe demo

Same model, same complete triples, each recipe's own batch size; the recipes alternate, and the
figures are medians of the CPU seconds of a step, from its end to the end of the next, data
included. Texts that a recipe encodes with the initial encoder cost time only in the first epoch,
since their vectors are kept.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer
from train import choose_rows

WARM_UP = 3


def main(
    triples: Annotated[Path, typer.Option(help="Artifacts folder with complete triples.")],
    recipe: Annotated[list[str], typer.Option(help="Recipes; the last one is the baseline.")],
    model: Annotated[str, typer.Option(help="Encoder to start from.")] = "demo",
    rows: Annotated[int, typer.Option(min=64, help="Complete triples, each seen twice.")] = 640,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds over all recipes.")] = 3,
    threads: Annotated[int, typer.Option(min=1, help="Threads.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="For every recipe.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Records as JSON.")] = False,
) -> None:
    """Measure, and print a table."""
    import torch

    torch.set_num_threads(threads)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in recipe}
    with tempfile.TemporaryDirectory() as folder:
        table = choose_rows(triples, rows, Path(folder) / "rows.parquet", "all")
        for turn in range(rounds):
            for name in recipe:
                run = Path(folder) / f"{Path(name).stem}-{turn}"
                found[name].append(epochs(name, model, table, run, device, changes or []))
    medians = {
        name: [statistics.median(seconds) for seconds in zip(*runs, strict=True)]
        for name, runs in found.items()
    }
    if as_json:
        print(json.dumps({"medians": medians, "runs": found}, indent=1))
        return
    print(f"{rows} rows, {rounds} rounds, {threads} thread(s), load {os.getloadavg()[0]:.1f}")
    print(f"| recipe | first epoch, CPU ms a row | later | to {recipe[-1]}: first | later |")
    print("|---|--:|--:|--:|--:|")
    base = medians[recipe[-1]]
    for name, pair in medians.items():
        ratios = [one / other for one, other in zip(pair, base, strict=True)]
        cells = [f"{1000 * one:.2f}" for one in pair] + [f"{one:.2f}" for one in ratios]
        print(f"| {name} | {' | '.join(cells)} |")


def epochs(
    name: str, model: str, table: Path, run: Path, device: str, changes: list[str]
) -> tuple[float, float]:
    """CPU seconds per row of the first epoch and of the second."""
    from trainer.objective.objective import Objective
    from trainer.recipes.reading import load_recipe
    from trainer.training.fit import fit

    quiet = ["validate_every=1000000", "checkpoint_every=1000000", "heldout=0.0", "epochs=2"]
    recipe = load_recipe(name, [*quiet, *changes], model)
    marks: list[float] = []
    real = Objective.follow

    def follow(objective: Objective) -> None:
        real(objective)
        marks.append(time.process_time())

    Objective.follow = follow  # type: ignore[assignment, method-assign]
    try:
        fit(recipe, table, run, device=device)
    finally:
        Objective.follow = real  # type: ignore[method-assign]
    half, size = len(marks) // 2, recipe.batch_size
    first, later = marks[WARM_UP - 1 : half], marks[half - 1 :]
    # The first step of the second epoch starts at the end of the last step of the first.
    return tuple(  # type: ignore[return-value]
        (part[-1] - part[0]) / (len(part) - 1) / size for part in (first, later)
    )


if __name__ == "__main__":
    typer.run(main)
