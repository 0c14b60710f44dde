"""The command that trains over a grid of settings and seeds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schemas.console import Json, print_json, say, show
from schemas.messages import tell
from trainer.commands.options import DeviceOption, DevOption, SeveralTriplesOption, StartOption

if TYPE_CHECKING:
    from trainer.runs.folder import RunFolder
    from trainer.settings.recipe import Recipe
    from trainer.sweeps.figures import Figures, Yardstick
    from trainer.sweeps.running import Outcome, Trial

commands = typer.Typer()
TABLE, PICTURE = "sweep.json", "sweep.svg"


@commands.command("sweep")
def sweep_cli(
    triples: SeveralTriplesOption = None,
    model: StartOption = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE", help="Recipe or TOML file; by default as in `trainer fit`."
        ),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE,...",
            help="Values of a setting, separated by commas; repeat for several settings. seed=1,5"
            " names the seeds. `trainer recipes --settings` explains every key.",
        ),
    ] = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, help="Train every combination with this many seeds; by default one."),
    ] = None,
    dev: DevOption = None,
    contrast: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DIR|FILE",
            help="Contrast set to measure each run on, besides the bundled one, as --data of"
            " `trainer contrast`; repeat for several.",
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option(metavar="DIR", help="Folder of the runs, sweep.json and sweep.svg.")
    ] = Path("runs/sweep"),
    overwrite: Annotated[
        bool,
        typer.Option(
            "--overwrite", help="Replace the table of another sweep in --output; its runs stay."
        ),
    ] = False,
    device: DeviceOption = "auto",
    as_json: Json = False,
) -> None:
    """Train with every combination of settings and seeds; compare them in a table and a picture.

    Run the same command again to resume: finished runs are kept. You may add values and seeds. The
    table shows the mean and the deviation over seeds.

    Example: trainer sweep --model demo --set margin_alpha=0.1,0.2,0.3 --seeds 3

    Example: trainer sweep --model demo --dev dev.parquet --set final_mix=0.5,0.7

    Example: trainer sweep --recipe demo --set margin_weight=1,3 --set epochs=1,2
    """
    from schemas.errors import WorkFailed
    from schemas.files import alone_in
    from trainer.commands.preflight import (
        Preflight,
        announce_checks,
        check_alone,
        check_data,
        default_recipe,
    )

    announce_checks()
    from trainer.evaluation.data.contrast_sets import read_contrast
    from trainer.recipes.files import RAW_RECIPE
    from trainer.runtime.devices import choose_device
    from trainer.sweeps.figures import Yardstick
    from trainer.sweeps.grid import grid, sweep_seeds
    from trainer.sweeps.running import check_begun, check_new, check_table, trials
    from trainer.sweeps.showing import sweep_json, sweep_table

    places = triples or [Path("artifacts")]
    checks = Preflight()
    checks.run(check_alone)
    named, why = recipe, ""
    if recipe is None:
        named, why = checks.run(lambda: default_recipe(model, changes or [])) or (None, "")
    checks.run(lambda: sweep_seeds(changes or [], seeds, 0))
    sets = checks.run(lambda: read_contrast(contrast)) if contrast else None
    checks.run(lambda: check_data(places, dev))
    place = checks.run(lambda: choose_device(device))
    points = checks.passed(checks.run(lambda: grid(named or RAW_RECIPE, changes or [], model)))
    chosen = sweep_seeds(changes or [], seeds, points[0].recipe.seed)
    planned = trials(points, chosen, output)
    checks.run(lambda: check_new(planned, places, dev))
    yardstick = Yardstick(places, sets, checks.passed(place))
    with alone_in(output, "running a sweep"):
        check_begun([one for one in planned if one.begun], output, places, dev)
        if not overwrite:
            check_table(planned, output / TABLE)
        if why:
            tell(why)
        outcomes, start = _sweep(planned, yardstick, output, dev, device)
    if as_json:
        print_json(sweep_json(outcomes, start, output))
    else:
        show([sweep_table(outcomes, start)])
        say(f"The runs, their figures and sweep.svg are in {output}.")
    failed = sum(len(outcome.failed) for outcome in outcomes)
    if failed:
        raise WorkFailed(
            f"{failed} of {len(planned)} runs failed; the reasons are above and in"
            f" {output / TABLE}. The same command tries them again."
        )


def _sweep(
    planned: list[Trial], yardstick: Yardstick, output: Path, dev: Path | None, device: str
) -> tuple[list[Outcome], Figures]:
    """Outcomes of all runs, and the figures of the model before training."""
    from schemas.files import remove_temporaries_of, write_json
    from trainer.sweeps.figures import MEASURED, START
    from trainer.sweeps.running import begin_alike, run, shared_start
    from trainer.sweeps.showing import plot_sweep, sweep_json
    from trainer.training.fit import fit

    for file in (
        *(output / name for name in (START, TABLE, PICTURE)),
        *(one.folder.path / MEASURED for one in planned),
    ):
        remove_temporaries_of(file)  # those in the folder of a run are removed as it is resumed
    start: Figures = {}
    alike = begin_alike(planned)

    def train(recipe: Recipe, folder: Path, resumes: bool) -> None:
        fit(recipe, yardstick.triples, folder, dev=dev, device=device, resume=resumes)

    def measure(folder: RunFolder, recipe: Recipe) -> Figures:
        if alike and not start:
            before = yardstick.of_start(folder, recipe, output / START)
            start.update(shared_start(planned, before))
        return yardstick.of_run(folder, recipe)

    def keep(outcomes: list[Outcome]) -> None:
        write_json(output / TABLE, sweep_json(outcomes, start, output))

    outcomes = run(planned, train, measure, tell, keep)
    plot_sweep(outcomes, start, output / PICTURE)
    return outcomes, start
