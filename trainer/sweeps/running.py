"""Runs a sweep: keeps runs that have ended, resumes those that were killed, starts the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from schemas.errors import UserError, WorkFailed
from schemas.progress import counted
from schemas.reading import as_file
from trainer.data.triples import Triples, TripleTable
from trainer.runs.folder import RunFolder, check_same, describe
from trainer.settings.recipe import Recipe
from trainer.sweeps.figures import RANKING, Figures
from trainer.sweeps.grid import Point
from trainer.training.seeds import Spread, spread
from trainer.training.setup import check_model, check_triples
from trainer.training.start import load_start

Train = Callable[[Recipe, Path, bool], object]
"""Trains a recipe in a folder, or resumes it there."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A run of a sweep.

    Attributes:
        point: its place in the grid.
        recipe: with its seed.
        folder: its files.
    """

    point: Point
    recipe: Recipe
    folder: RunFolder

    @property
    def begun(self) -> bool:
        """Whether there is a run to resume."""
        return self.folder.record.exists()

    @property
    def ended(self) -> bool:
        """Whether nothing is left to do."""
        return self.begun and bool(self.folder.read_record().get("finished"))

    def __str__(self) -> str:
        values = [f"{key}={value}" for key, value in self.point.values.items()]
        return ", ".join([*values, f"seed {self.recipe.seed}"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of the runs of a point.

    Attributes:
        name: name of its folder.
        values: values of the settings that vary.
        runs: figures by seed; runs that failed have none.
        failed: the reasons of runs that failed, by seed.
    """

    name: str
    values: dict[str, str]
    runs: dict[int, Figures]
    failed: dict[int, str]

    def spread(self, name: str) -> Spread | None:
        """A figure over seeds; None where no run has it."""
        known = [figures[name] for figures in self.runs.values() if name in figures]
        return spread(known) if known else None


def trials(points: Sequence[Point], seeds: Sequence[int], output: Path) -> list[Trial]:
    """All runs of a sweep, each in `POINT/seed-NUMBER`.

    Every point comes with one seed before any comes with the next.
    """
    return [
        Trial(
            point, replace(point.recipe, seed=seed), RunFolder(output / point.name / f"seed-{seed}")
        )
        for seed in seeds
        for point in points
    ]


def begin_alike(planned: Sequence[Trial]) -> bool:
    """Whether all runs begin with the same model, used in the same way."""
    recipes = [trial.recipe for trial in planned]
    used = {(r.model, r.pooling, r.template_anchor, r.prompt, r.max_eval_tokens) for r in recipes}
    return len(used) == 1


def shared_start(planned: Sequence[Trial], start: Figures) -> Figures:
    """The figures of the model before training that hold for all runs.

    Args:
        start: measured as the first run does; runs that hold out other triples rank others.
    """
    recipes = [trial.recipe for trial in planned]
    if len({(r.heldout, r.validation_rows, r.variants) for r in recipes}) == 1:
        return start
    return {name: figure for name, figure in start.items() if name != RANKING}


def check_begun(begun: Sequence[Trial], output: Path, triples: Triples, dev: Path | None) -> None:
    """Refuse to mix runs of other settings, models or triples into a sweep.

    Args:
        begun: runs that were started earlier.
        triples, dev: what a run that started now would train and validate on.

    Raises:
        UserError: something differs; the message names all of it.
    """
    if RunFolder(output).record.exists():
        raise UserError(f"{output} is the folder of a single run. Give another --output.")
    table = TripleTable(triples) if begun else None
    names = [place.name for place in table.places] if table else []
    fingerprint = table.fingerprint() if table else ""
    problems: list[str] = []
    records: dict[str, dict[str, Any]] = {}
    for trial in begun:
        model = trial.recipe.model
        if model not in records:
            records[model] = describe(
                model,
                load_start(trial.recipe).encoder,
                triples=names,
                fingerprint=fingerprint,
                counts={},
                dev=dev,
                device="",
            )
        try:
            check_same(trial.folder, trial.recipe, records[model])
        except UserError as error:
            problems.append(str(error))
    if problems:
        raise UserError("\n".join(problems))


def check_new(planned: Sequence[Trial], triples: Triples, dev: Path | None) -> None:
    """Refuse a sweep with a run that cannot start, before any run begins.

    Args:
        planned: runs that have begun could start, and are not checked again.
        triples, dev: what the others would train and validate on.

    Raises:
        UserError: the triples or the model lack what a recipe asks for; the message names every
            such problem once.
    """
    problems: dict[str, None] = {}
    for point in {trial.point.name: trial.point for trial in planned if not trial.begun}.values():
        try:
            check_triples(point.recipe, triples, dev)
            check_model(point.recipe)
        except UserError as error:
            problems[str(error)] = None
    if problems:
        raise UserError("\n".join(problems))


def check_table(planned: Sequence[Trial], table: Path) -> None:
    """Refuse to replace the table of a sweep with runs that are not planned now.

    Args:
        table: what `sweep_json` gave, as a file; it may be missing.

    Raises:
        UserError: it has such runs.
    """
    here = {(trial.point.name, str(trial.recipe.seed)) for trial in planned}
    lost = [f"{name}/seed-{seed}" for name, seed in _tabled(table) if (name, seed) not in here]
    if lost:
        more = f" and {counted(len(lost) - 1, 'further run')}" if lost[1:] else ""
        raise UserError(
            f"{table} is the table of another sweep: it has {lost[0]}{more}. Give another --output,"
            " these values and seeds as well, or --overwrite to replace the table (the runs stay)."
        )


def _tabled(table: Path) -> list[tuple[str, str]]:
    """The folder and the seed of each run in a table; none if it is missing or damaged."""
    try:
        points = json.loads(as_file(table).read_text(encoding="utf-8"))["points"]
        return [
            (str(point["folder"]), seed)
            for point in points
            for seed in (*point["seeds"], *point["failed"])
        ]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def run(
    planned: Sequence[Trial],
    train: Train,
    measure: Callable[[RunFolder, Recipe], Figures],
    tell: Callable[[str], None],
    keep: Callable[[list[Outcome]], None],
) -> list[Outcome]:
    """Train and measure what is missing.

    If a run fails, for example because its learning rate is too high, the others still run.

    Args:
        measure: the figures of a run that has ended.
        tell: called with a line about every run.
        keep: called after every run with the outcomes so far.

    Returns:
        An outcome for each point, in the order of the grid.
    """
    points = {trial.point.name: trial.point for trial in planned}
    outcomes = {name: Outcome(name, point.values, {}, {}) for name, point in points.items()}
    for number, trial in enumerate(planned, 1):
        outcome, seed = outcomes[trial.point.name], trial.recipe.seed
        doing = "is finished" if trial.ended else "resumes" if trial.begun else "begins"
        tell(f"Run {number} of {len(planned)} {doing}: {trial}")
        try:
            if not trial.ended:
                train(trial.recipe, trial.folder.path, trial.begun)
            outcome.runs[seed] = measure(trial.folder, trial.recipe)
        except WorkFailed as error:
            outcome.failed[seed] = str(error)
            tell(f"Failed: {error}")
        keep(list(outcomes.values()))
    return list(outcomes.values())
