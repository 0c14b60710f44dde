"""Training, from triples to an encoder folder, to be read from top to bottom.

A step (`step`) takes the gradient of a batch's terms, adds that of recall, clips and updates. At
intervals the encoder is validated as it would be saved, and the state written to resume from.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import torch

from schemas.escapes import visible
from schemas.files import write_json
from schemas.interrupts import postponed
from schemas.messages import tell
from schemas.progress import announce, track
from trainer.data.batch import Batch, rows_of
from trainer.data.prefetch import ahead
from trainer.data.triples import Counts, Triples
from trainer.encoders.folder import load_encoder
from trainer.objective.loss import Terms
from trainer.recipes.conflicts import cautions
from trainer.runs.curves import plot_run
from trainer.runs.metrics import GRADIENT, StepLog
from trainer.runs.tracking import TrackerName
from trainer.runtime.memory import return_freed
from trainer.settings.recipe import Recipe
from trainer.training.checkpoint import save_checkpoint
from trainer.training.gradients import Gradients, clear_gradients
from trainer.training.optimization import decayed_rate, set_rate
from trainer.training.setup import Run, set_up
from trainer.training.side_effects import STS, side_effects, worsened

READ_AHEAD = 4
"""Number of batches that are tokenised ahead of the step."""
FORESEEN_ROWS, FORESEEN_ON_A_GPU = 512, 4096
"""Triples that terms prepare for at once; on a CPU, more would save hardly any padding."""
_LAST_STEP = "Ending after this step, which is kept. Interrupt again to end at once."


@dataclass(frozen=True, slots=True)
class FitResult:
    """The result of a run.

    Attributes:
        output: the run's folder; the encoder is in `best/`.
        steps: steps of the whole run.
        counts: rows by use.
        metric: what validation measured; None if there was nothing to validate on.
        initial_score: before the first step.
        best_score: of the saved weights.
        best_step: the step of the saved weights.
        seconds: time spent in training steps, including earlier parts of a resumed run.
        resumed_from: step at which this call resumed the run; 0 for a new one.
        mix_share: share of the trained weights in `best/`; None if they are not mixed with the
            initial ones.
        mix_rear: the part of that share in the rear half of the layers.
        before: measurements of the initial model by name (`trainer.training.side_effects`).
        after: the same for the saved weights.
        warnings: a sentence for everything that became clearly worse.
    """

    output: Path
    steps: int
    counts: Counts
    metric: str | None
    initial_score: float | None
    best_score: float | None
    best_step: int
    seconds: float
    resumed_from: int
    before: dict[str, float]
    after: dict[str, float]
    warnings: list[str]
    mix_share: float | None = None
    mix_rear: float = 1.0


class Step(NamedTuple):
    """The figures of a step, at the weights before it.

    Attributes:
        terms: of its batch.
        recall: the recall term; 0 if the step is not logged.
        rate: the learning rate.
    """

    terms: Terms
    recall: float
    rate: float


def fit(
    recipe: Recipe,
    triples: Triples,
    output: Path,
    *,
    dev: Path | None = None,
    sts: Path | None = None,
    device: str = "auto",
    resume: bool = False,
    trackers: Sequence[TrackerName] = (),
) -> FitResult:
    """Fine-tune an encoder on triples.

    Args:
        recipe: the settings.
        triples: artifacts folder, folder of triples, Parquet file or `written`; or several.
        output: the run's folder.
        dev: Parquet file of scored pairs for validation; by default held-out triples are ranked.
        sts: Parquet file of STS-B dev, to check before and after training what was lost.
        device: `auto`, `cpu` or `cuda`.
        resume: whether to resume the run in `output`.
        trackers: receive the metrics too.

    Raises:
        UserError: recipe, triples, model or folder cannot be used.
        WorkFailed: the loss is no longer finite, or another process is working on the folder.
    """
    with set_up(
        recipe, triples, output, dev=dev, sts=sts, device=device, resume=resume, trackers=trackers
    ) as run:
        resumed_from = run.done.step
        train(run)
        return finish(run, resumed_from)


def train(run: Run) -> None:
    """Run all remaining steps; an interruption takes effect after the current one, which is kept.

    With several processes it takes effect at once: they may get their signals in different steps.
    """
    recipe, processes, selection = run.recipe, run.objective.processes, run.selection
    gradients, log = Gradients(run.objective, recipe), StepLog(run.metrics)
    for caution in (*run.start.notes, *cautions(recipe), *selection.cautions):
        if processes.leads:
            tell(visible(caution))
    if run.done.step == 0:
        measure_start(run)
    epochs, steps = divmod(run.done.step, run.steps_per_epoch)
    rows, seen = run.counts.training, epochs * run.counts.training + steps * recipe.batch_size
    with (
        track("fit", rows * recipe.epochs, "examples", seen, processes.terminal) as progress,
        postponed(_LAST_STEP, wanted=processes.size == 1) as interruption,
    ):
        for epoch, parts in foreseen(run, gradients, log):
            if selection.exhausted(run.done):
                break
            began = time.perf_counter()
            logged = run.due(recipe.log_every, after=1)
            made = step(run, gradients, parts, logged=logged)
            took = time.perf_counter() - began
            run.done = replace(run.done, step=run.done.step + 1, seconds=run.done.seconds + took)
            log.count(rows_of(parts), took)
            shown = write_line(run, log, made, epoch) if logged else ""
            progress.advance(rows_of(parts), shown)
            if run.due(recipe.validate_every):
                return_freed()
                run.done, line = selection.validate(run.done, epoch)
                return_freed()
                if line:
                    progress.message(line)
            ends = interruption.came  # asked once, so that no step ends the run without being kept
            # After the best weights are on disk, so that no record precedes its file.
            if ends or run.due(recipe.checkpoint_every) or selection.exhausted(run.done):
                keep(run, made.terms)
            if ends:
                interruption.obey()


def step(run: Run, gradients: Gradients, parts: Sequence[Batch], *, logged: bool) -> Step:
    """Train on one batch.

    Args:
        parts: the batch, tokenised.
        logged: whether the step is written to the log, which needs more figures of it.
    """
    objective, recipe = run.objective, run.recipe
    rate = decayed_rate(recipe.learning_rate, run.done.step, run.total_steps)
    set_rate(run.optimizer, rate)
    clear_gradients(objective)
    terms = gradients(parts, lengths=logged)
    # Before the weights change, so that it belongs to the same weights as the terms.
    recalled = run.recall.value() if logged else 0.0
    run.recall.add_gradient()
    torch.nn.utils.clip_grad_norm_(objective.clipped(), recipe.clip_norm)
    run.optimizer.step()
    run.recall.pull(rate)
    objective.follow()
    return Step(terms, recalled, rate)


def write_line(run: Run, log: StepLog, made: Step, epoch: int) -> str:
    """Write a step to the log, and return its figures for the progress.

    Raises:
        WorkFailed: the loss is not finite.
    """
    found, terms = figures(run, made), made.terms
    more = {name: value.item() for name, value in terms.cosines.items()}
    more |= {GRADIENT + name: value.item() for name, value in terms.gradients.items()}
    log.write(run.done.step, epoch=epoch, **found, **more, lr=made.rate)
    return " ".join(f"{name} {value:.4f}" for name, value in found.items())


def figures(run: Run, made: Step) -> dict[str, float]:
    """The loss and every term of a step at its weights, in the order of display.

    Raises:
        WorkFailed: the loss is not finite.
    """
    terms = made.terms
    terms.check_finite(run.done.step)
    return {
        "loss": terms.loss.item() + made.recall * run.recall.in_loss,
        **{name: value.item() for name, value in terms.values.items()},
        "recall": made.recall,
    }


def measure_start(run: Run) -> None:
    """Measure the initial model before the first step."""
    leads = run.objective.processes.leads
    if leads:
        announce("Measuring the initial model")
    run.done = run.selection.begin(run.done, run.start.given)
    if leads:
        run.done = replace(run.done, before=side_effects(run.start.given, run.unrelated, run.sts))
    return_freed()


def keep(run: Run, terms: Terms) -> None:
    """Write the checkpoint of the last step, whose terms these are.

    Raises:
        WorkFailed: the loss is not finite.
    """
    terms.check_finite(run.done.step)
    run.metrics.sync()
    save_checkpoint(run.folder.checkpoint, run.objective, run.optimizer, run.done)


def foreseen(run: Run, gradients: Gradients, log: StepLog) -> Iterator[tuple[int, list[Batch]]]:
    """The batches still to do, read ahead; the objective sees those of the next steps first."""
    loss, device = run.objective.loss, run.objective.encoder.device
    most = FORESEEN_ROWS if device.type == "cpu" else FORESEEN_ON_A_GPU
    steps = max(1, most // run.recipe.batch_size) if loss.foresees else 1
    coming = ahead(batches(run, gradients), max(READ_AHEAD, steps), log.wait)
    while chunk := list(islice(coming, steps)):
        began = time.perf_counter()
        if loss.foresees and run.done.step:
            return_freed()  # what the last steps freed; a frozen encoder is about to need room
        rows = [row for _, parts in chunk for part in parts for row in part.triples]
        loss.foresee(rows, device, run.objective.processes)
        took = time.perf_counter() - began
        run.done = replace(run.done, seconds=run.done.seconds + took)
        log.count(0, took)
        yield from chunk


def batches(run: Run, gradients: Gradients) -> Iterator[tuple[int, list[Batch]]]:
    """Epoch and tokenised rows of each remaining step; the last of an epoch may be smaller."""
    recipe = run.recipe
    first_epoch, done = divmod(run.done.step, run.steps_per_epoch)
    for epoch in range(first_epoch, recipe.epochs):
        of_epoch = run.table.batches(
            recipe.batch_size,
            seed=recipe.seed,
            epoch=epoch,
            buffer=recipe.shuffle_buffer,
            heldout=recipe.heldout,
            rows=recipe.rows,
        )
        for rows in islice(of_epoch, done if epoch == first_epoch else 0, None):
            yield epoch, gradients.tokenised(rows)


def release(run: Run) -> None:
    """Free what training alone needs: gradients, moments and copies of the initial weights.

    Mixing and measuring load more encoders; together with these they would make the end of a run
    take the most memory.
    """
    run.optimizer.state.clear()
    run.recall.release()
    run.objective.release()
    return_freed()


def finish(run: Run, resumed_from: int) -> FitResult:
    """Write the weights to keep, if that was not done, and the record."""
    done = run.selection.finish(run.done)
    release(run)
    mix = run.selection.mix()
    if mix is not None:
        done = replace(done, best_score=mix.score)
    after: dict[str, float] = {}
    told = run.selection.lost(done)
    if run.objective.processes.leads:
        announce("Measuring the trained model")
        kept = load_encoder(str(run.folder.best)).to(run.objective.encoder.device)
        # A resumed run is not compared with what its first part did not measure.
        sts = run.sts if STS in done.before else None
        after = side_effects(kept, run.unrelated, sts)
        told += worsened(done.before, after, len(sts.scores) if sts else 0)
    result = FitResult(
        output=run.folder.path,
        steps=done.step,
        counts=run.counts,
        metric=run.selection.metric,
        initial_score=done.initial_score,
        best_score=done.best_score,
        best_step=done.best_step,
        seconds=round(done.seconds, 3),
        resumed_from=resumed_from,
        mix_share=mix.share if mix else None,
        mix_rear=run.recipe.final_mix_rear,
        before=done.before,
        after=after,
        warnings=told,
    )
    outcome: dict[str, Any] = {
        "metric": result.metric,
        "initial_score": done.initial_score,
        "kept_step": done.best_step,
        "kept_score": done.best_score,
        "steps": done.step,
        "stopped_early": done.step < run.total_steps,
        "seconds": result.seconds,
        "before": done.before,
        "after": after,
        "finished": True,
    }
    if mix is not None:
        outcome["mix_share"], outcome["mix_scores"] = mix.share, mix.tried
    if run.objective.processes.leads:
        plot_run(run.folder.metrics, run.folder.picture)
        run.metrics.close()
        # Last, since a run that has ended is not opened again: what a kill left would stay.
        write_json(run.folder.record, {**run.record, **outcome})
    run.objective.processes.wait()
    return result
