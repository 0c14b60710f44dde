"""The commands that train an encoder and write what a run has trained: fit, export, mix."""

from __future__ import annotations

import os
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from schemas.advice import quoted
from schemas.console import Json, Message, print_json, say, show
from schemas.interrupts import advise
from schemas.locations import location
from schemas.messages import tell
from schemas.progress import announce, counted, duration
from trainer.commands.options import DeviceOption, DevOption, SeveralTriplesOption, StartOption

if TYPE_CHECKING:
    from schemas.locations import Location
    from trainer.data.triples import TripleTable
    from trainer.runs.folder import RunFolder
    from trainer.settings.recipe import Recipe
    from trainer.training.fit import FitResult

commands = typer.Typer()
_START_AGAIN = "Training had not begun; run the same command again, without --resume."
_STS = Path("sts/STSB_all_dev.parquet")
"""Where `trainer data hub` writes STS-B dev, with the folder of its example. A file there is used
to check what training lost."""
_FEW = 50
"""With fewer held-out triples than this, an equal score says little."""


@commands.command("fit")
def fit_cli(
    triples: SeveralTriplesOption = None,
    model: StartOption = None,
    recipe: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help="Recipe: meaning, osscse, simcse, promptbert, sncse, dclr, ptbert,"
            " gaussian-negatives, demo, or a TOML file; by default, meaning for a model that states"
            " its pooling, osscse for any other.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the run; by default runs/RECIPE-NUMBER."),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Change one value of the recipe; repeat for several. `trainer recipes --settings`"
            " explains every key. pooling, template_anchor and max_eval_tokens override what the"
            " model states only if you set them here.",
        ),
    ] = None,
    dev: DevOption = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, help="Train with this many seeds in turn; report mean and spread."),
    ] = None,
    track: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Also log to tensorboard or wandb; repeat for both."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Resume the run in --output with its own recipe, --triples and --dev.",
        ),
    ] = False,
    device: DeviceOption = "auto",
    as_json: Json = False,
) -> None:
    """Fine-tune an encoder on triples.

    The triples named `written` come with the package, so you can begin with those, or add them to
    your own. The encoder keeps the pooling, prompts, normalisation and length that it states;
    during training, max_sentence_tokens of the recipe cuts texts. Before and after, it is measured
    on the bundled contrast triples and unrelated sentences, and on sts/STSB_all_dev.parquet if that
    is there; a fall gives a warning.

    Example: trainer fit --triples artifacts --recipe demo

    Example: trainer fit --triples artifacts --triples written --model my-model

    Example: trainer fit --triples artifacts --model bert-base-uncased --dev dev.parquet

    Example: trainer fit --triples artifacts --set epochs=1 --set precision=bf16

    Example: trainer fit --triples artifacts --recipe simcse --seeds 5 --track tensorboard

    Example: torchrun --nproc-per-node 4 --no-python trainer fit --output runs/first

    Example: trainer fit --triples artifacts --output runs/osscse-1 --resume
    """
    from trainer.commands.preflight import (
        Preflight,
        announce_checks,
        check_data,
        check_output,
        default_recipe,
    )

    announce_checks()
    advise(_START_AGAIN)
    # Arrow's own allocator would keep 16 MiB that a run needs only briefly.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    from trainer.recipes.files import RAW_RECIPE
    from trainer.recipes.reading import load_recipe
    from trainer.runs.folder import default_output
    from trainer.runs.tracking import check_trackers
    from trainer.runtime.devices import choose_device

    checks = Preflight()
    known = resume and output is not None and _begun(output, seeds).recipe.exists()
    named, why = recipe, ""
    if recipe is None and not known:
        named, why = checks.run(lambda: default_recipe(model, changes or [])) or (None, "")
    free = output or checks.run(lambda: default_output(named or RAW_RECIPE, resume=resume))
    begun = _begun(place := free or Path("runs"), seeds)
    advise(lambda: _how_to_go_on(begun, place, seeds))
    if resume and recipe is None and begun.recipe.exists():
        named, why = str(begun.recipe), ""
    resolved = checks.run(lambda: load_recipe(named or RAW_RECIPE, changes or [], model))
    if resume and begun.record.exists() and (record := checks.run(begun.read_record)) is not None:
        triples = triples or [location(name) for name in record["triples"]]
        dev = dev or (Path(record["dev"]) if record.get("dev") else None)
    places: list[Location] = triples or [Path("artifacts")]
    if free is not None:
        checks.run(lambda: check_output(place, named=bool(output), resume=resume, seeds=seeds))
    if resume and not begun.record.exists():
        checks.stop()  # nothing says on which triples it was trained
    trackers = checks.run(lambda: check_trackers(track or []))
    checks.run(lambda: choose_device(device))
    sts = _STS if dev is None and _STS.is_file() else None
    table = checks.run(lambda: check_data(places, dev or sts))
    settings = checks.passed(resolved)
    _tell_what_begins(checks.passed(table), f"Resuming {place}." if resume and not output else why)
    from trainer.runtime.processes import leads_by_environment
    from trainer.training.fit import fit
    from trainer.training.seeds import fit_seeds, seeds_json, seeds_summary

    run = partial(fit, dev=dev, sts=sts, device=device, trackers=trackers or [])

    def train(chosen: Recipe, folder: Path, resumes: bool) -> FitResult:
        return run(chosen, places, folder, resume=resumes)

    if seeds is not None:
        several = fit_seeds(settings, seeds, place, train, resume=resume)
        outcome, summary = seeds_json(several), seeds_summary(several)
    else:
        result = train(settings, place, resume)
        outcome, summary = {**asdict(result), "output": str(result.output)}, fit_summary(result)
    if leads_by_environment():
        print_json(outcome) if as_json else show([Message(summary)])


def _tell_what_begins(table: TripleTable, why: str) -> None:
    """Say what is loaded and why, and warn of triples that are out of date."""
    from trainer.runtime.processes import leads_by_environment

    if not leads_by_environment():
        return
    if caution := table.outdated():
        tell(f"WARNING: {caution}")
    if why:
        tell(why)
    announce(f"Loading the encoder and the triples of {table.name}")


def _how_to_go_on(begun: RunFolder, output: Path, seeds: int | None) -> str:
    """What to do after an interruption: a run can be resumed once it has a record.

    With several seeds, what was kept may be whole runs and a part of one.
    """
    if not begun.record.exists():
        return _START_AGAIN
    several = "" if seeds is None else f" --seeds {seeds}"
    command = f"trainer fit --resume --output {quoted(output)}{several}"
    step = begun.kept_step()
    if not step:
        return f"No step is kept yet; begin again with `{command}`."
    kept = f"Everything up to step {step:,}" if seeds is None else "What was finished"
    return f"{kept} is kept; resume with `{command}`."


def _begun(output: Path, seeds: int | None) -> RunFolder:
    """The folder of the run in `output`, or of its first one if there are several seeds."""
    from trainer.runs.folder import RunFolder, first_run

    return RunFolder(output if seeds is None else first_run(output))


def fit_summary(result: FitResult) -> str:
    """The result of a run in a few lines."""
    counts = result.counts
    lines = [
        f"{counted(result.steps, 'step')} over {counted(counts.training, 'row')} in"
        f" {duration(result.seconds)}; {counted(counts.heldout, 'complete triple')} held out."
    ]
    if counts.hint:
        lines.append(counts.hint)
    if result.metric is None:
        lines.append("No --dev file and no held-out triples: the last weights are kept.")
    elif result.initial_score is not None and result.best_score is not None:
        lines += _validated(result, result.initial_score, result.best_score)
    if "contrast" in result.before and "contrast" in result.after:
        lines.append(
            f"Bundled triples ranked correctly: {result.before['contrast']:.1f} % before,"
            f" {result.after['contrast']:.1f} % after."
        )
    if "sts" in result.before and "sts" in result.after:
        lines.append(
            f"STS-B dev, Spearman x 100: {result.before['sts']:.2f} before,"
            f" {result.after['sts']:.2f} after."
        )
    elif result.metric != "dev_spearman":
        lines.append(_sts_not_checked())
    lines += [f"WARNING: {warning}" for warning in result.warnings]
    lines.append(f"Encoder: {result.output / 'best'}")
    return "\n".join(lines)


def _sts_not_checked() -> str:
    """Why STS was not measured, and which file the next run would measure it on."""
    if _STS.is_file():
        return f"STS was not checked: {_STS} was not there when the run began."
    return (
        f"STS was not checked: `trainer data hub --output {_STS.parent} --tasks STSB-dev` fetches"
        " STS-B dev, which `trainer fit` then checks."
    )


def _validated(result: FitResult, initial: float, best: float) -> list[str]:
    """The scores before and after, the weights that are kept, and whether they score no higher."""
    before, after, on_pairs = 100 * initial, 100 * best, result.metric == "dev_spearman"
    whole = result.mix_share is None or result.mix_share * result.mix_rear == 1
    mixed = "" if whole else ", with the mixed weights"
    if on_pairs:
        line = f"Spearman x 100 on --dev: {before:.2f} before, {after:.2f} after{mixed}."
    else:
        line = (
            f"Held-out triples ranked correctly: {before:.1f} % before, {after:.1f} % after{mixed}."
        )
    how = f"Kept: the weights of step {result.best_step:,}."
    if (share := result.mix_share) is not None:
        how = (
            f"Kept: {share:g} x the weights of step {result.best_step:,} and {1 - share:g} x"
            " the initial ones"
        )
        if result.mix_rear < 1:
            rear = share * result.mix_rear
            how += f"; in the rear half of the layers {rear:.2g} x and {1 - rear:.2g} x"
        how += "."
    lines = [f"{line} {how}"]
    if best < initial:
        lines.append("Training made it worse: go on using the initial model, not this encoder.")
    elif best == initial:
        held = result.counts.heldout
        few = f" ({held} {'is' if held == 1 else 'are'} few)" if held < _FEW else ""
        lines.append(
            "The pairs of --dev show no improvement."
            if on_pairs
            else f"The held-out triples show no improvement{few}."
        )
    return lines


@commands.command("export")
def export_cli(
    run: Annotated[Path, typer.Argument(help="Folder of a run, file of a difference, or osscse.")],
    output: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")],
    adapter: Annotated[
        bool,
        typer.Option("--adapter", help="Write only the low-rank update of a run with lora_rank."),
    ] = False,
) -> None:
    """Write an encoder folder that SentenceTransformer(DIR) loads, with a model card.

    Example: trainer export runs/demo-1 --output my-encoder

    Example: trainer export runs/lora --adapter --output my-update

    Example: trainer export osscse --output osscse-encoder
    """
    announce(f"Loading {run}")
    from trainer.encoders.difference import difference_file
    from trainer.runs.difference import export_difference
    from trainer.runs.export import export, export_adapter

    if adapter:
        export_adapter(run, output)
        say(f"Load it into its base model; {output}/README.md says how.")
        return
    if (difference := difference_file(str(run))) is not None:
        export_difference(difference, output)
    else:
        export(run, output)
    say(f"Load it with SentenceTransformer({str(output)!r}); its card is {output}/README.md.")


@commands.command("mix")
def mix_cli(
    run: Annotated[Path, typer.Argument(help="Folder of a run that was trained with final_mix.")],
    share: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            help="Share of the trained weights; 0 is the initial model.",
        ),
    ],
    output: Annotated[Path, typer.Option(metavar="DIR", help="Folder to write to.")],
    rear: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="X",
            help="Share of the trained weights in the rear half of the layers; by default that of"
            " --share times final_mix_rear of the run.",
        ),
    ] = None,
) -> None:
    """Mix a run's initial and trained weights in a given ratio, without training.

    Example: trainer mix runs/first --share 0.4 --output encoder-0.4

    Example: trainer mix runs/first --share 0.8 --rear 0.3 --output front-mostly
    """
    announce(f"Loading the weights of {run}")
    from trainer.runs.mixing import write_mix

    write_mix(run, share, output, rear)
    say(f"Encoder: {output}")
