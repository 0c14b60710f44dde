"""Trains a recipe with several seeds, to separate the method from chance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean, stdev

from schemas.errors import UserError
from schemas.files import remove_temporaries_of, write_json
from trainer.runs.folder import RunFolder
from trainer.runtime.processes import leads_by_environment
from trainer.settings.recipe import Recipe
from trainer.training.fit import FitResult

Train = Callable[[Recipe, Path, bool], FitResult]
"""Trains a recipe in a folder, or resumes it there."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A score of several runs with different seeds.

    Attributes:
        values: one per seed.
        mean: their mean.
        deviation: standard deviation of the sample (n - 1); 0 for a single seed.
    """

    values: list[float]
    mean: float
    deviation: float

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.deviation:.4f}"


@dataclass(frozen=True, slots=True)
class SeedsResult:
    """Runs of one recipe that differ only in their seeds.

    Attributes:
        output: folder with a run's folder for each seed.
        seeds: in the order of the runs.
        metric: what validation measured; None if there was nothing to validate on.
        initial: before the first step; None if there was nothing to validate on.
        best: of the saved weights; None if there was nothing to validate on.
        runs: the result of each.
    """

    output: Path
    seeds: list[int]
    metric: str | None
    initial: Spread | None
    best: Spread | None
    runs: list[FitResult]


def spread(values: Sequence[float]) -> Spread:
    """Mean and deviation of one or more scores."""
    return Spread(list(values), mean(values), stdev(values) if len(values) > 1 else 0.0)


def fit_seeds(
    recipe: Recipe, count: int, output: Path, train: Train, *, resume: bool = False
) -> SeedsResult:
    """Train a recipe with `count` consecutive seeds, starting from its own.

    Args:
        recipe: its seed is the first.
        output: folder for `seed-<number>` folders and `seeds.json`.
        resume: whether to resume what is in `output`; missing seeds are started.

    Raises:
        UserError: `output` is not empty and `resume` is not set.
    """
    leads = leads_by_environment()
    if leads and not resume and output.exists() and any(output.iterdir()):
        raise UserError(
            f"{output} is not empty. Resume its seeds with --resume, or give another --output."
        )
    seeds = [recipe.seed + index for index in range(count)]
    runs = []
    for seed in seeds:
        folder = output / f"seed-{seed}"
        begun = resume and RunFolder(folder).record.exists()
        runs.append(train(replace(recipe, seed=seed), folder, begun))
    result = SeedsResult(
        output=output,
        seeds=seeds,
        metric=runs[0].metric,
        initial=_spread_of([run.initial_score for run in runs]),
        best=_spread_of([run.best_score for run in runs]),
        runs=runs,
    )
    if leads:
        remove_temporaries_of(output / "seeds.json")
        write_json(output / "seeds.json", seeds_json(result))
    return result


def seeds_json(result: SeedsResult) -> dict[str, object]:
    """The result as a JSON object."""
    return {
        "output": str(result.output),
        "seeds": result.seeds,
        "metric": result.metric,
        "initial": asdict(result.initial) if result.initial else None,
        "best": asdict(result.best) if result.best else None,
        "best_steps": [run.best_step for run in result.runs],
        "seconds": [run.seconds for run in result.runs],
    }


def seeds_summary(result: SeedsResult) -> str:
    """The result in a few lines."""
    lines = [f"{len(result.seeds)} seeds, {result.seeds[0]} to {result.seeds[-1]}."]
    if result.metric is None or result.best is None:
        lines.append("No --dev file and no held-out triples: the last weights were saved.")
    else:
        lines.append(f"{result.metric}: {result.initial} before, {result.best} after:")
        scores = zip(result.seeds, result.runs, result.best.values, strict=True)
        lines += [f"  seed {seed}: {s:.4f} at step {run.best_step:,}" for seed, run, s in scores]
    for seed, run in zip(result.seeds, result.runs, strict=True):
        lines += [f"WARNING of seed {seed}: {warning}" for warning in run.warnings]
    lines.append(f"Encoders: {result.output}/seed-*/best")
    return "\n".join(lines)


def _spread_of(values: Sequence[float | None]) -> Spread | None:
    known = [value for value in values if value is not None and math.isfinite(value)]
    return spread(known) if len(known) == len(values) else None
