"""Training, from triples to an encoder folder; it reads from top to bottom.

A step takes the gradient of a batch's terms, adds the recall gradient, clips and updates. Now and
then the encoder is validated as it would be saved, and the state is written so that an interrupted
run goes on to the same weights.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import torch

from schemas.errors import UserError
from schemas.files import sha256_file, write_json
from schemas.locations import Location
from schemas.progress import Progress, track
from trainer.data.batch import Batch, rows_of
from trainer.data.prefetch import ahead
from trainer.data.triples import Counts, TripleTable
from trainer.encoders.encoder import weights_digest
from trainer.encoders.folder import load_encoder
from trainer.objective.objective import Objective, Terms
from trainer.objective.terms.recall import RecallTerm
from trainer.recipes.conflicts import cautions
from trainer.recipes.settings import Recipe
from trainer.runs.curves import plot_run
from trainer.runs.folder import RunFolder, describe, open_run
from trainer.runs.metrics import MetricsLog, StepLog
from trainer.runs.tracking import TrackerName, open_trackers
from trainer.runtime.devices import choose_device, own_device
from trainer.runtime.processes import join_processes
from trainer.training.checkpoint import Progressed, load_checkpoint, save_checkpoint
from trainer.training.gradients import Gradients, clear_gradients
from trainer.training.optimization import build_adamw, decayed_rate, set_rate
from trainer.training.selection import Selection
from trainer.training.validation import Validator, build_validator


@dataclass(frozen=True, slots=True)
class FitResult:
    """What a run came to.

    Attributes:
        output: the run's folder; the encoder is in `best/`.
        steps: steps of the whole run.
        counts: rows by kind.
        metric: what validation measured; None where there was nothing to validate on.
        initial_score: before the first step.
        best_score: of the weights that were kept.
        best_step: after which step they were taken.
        seconds: spent in training steps, over all resumptions.
        resumed_from: step at which this call took up the run; 0 for a new one.
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


def fit(
    recipe: Recipe,
    triples: Location,
    output: Path,
    *,
    dev: Path | None = None,
    device: str = "auto",
    resume: bool = False,
    trackers: Sequence[TrackerName] = (),
) -> FitResult:
    """Fine-tune an encoder on triples.

    Args:
        recipe: what to do.
        triples: artifacts folder, folder of triples or one Parquet file.
        output: the run's folder.
        dev: Parquet file of scored pairs to validate on; held-out triples are ranked if absent.
        device: `auto`, `cpu` or `cuda`.
        resume: whether to go on with the run in `output`.
        trackers: where figures go besides the run's folder.

    Raises:
        UserError: where recipe, triples, model or folder cannot be used.
        WorkFailed: where the loss stops being a number, or another process works on the folder.
    """
    table = TripleTable(triples)
    counts = table.count(recipe.heldout, recipe.rows)
    if counts.training < 2:
        raise UserError(
            f"{triples} leaves {counts.training} rows to train on ({counts.rows} in all,"
            f" {counts.complete} complete, {counts.heldout} held out); at least 2 are needed."
        )
    place = own_device(choose_device(device))
    processes = join_processes(place)
    validator = build_validator(recipe, table, dev)
    torch.manual_seed(recipe.seed)
    encoder = load_encoder(
        recipe.model,
        pooling=recipe.pooling,
        template=recipe.template_anchor,
        max_tokens=recipe.max_eval_tokens,
    )
    if recipe.gradient_checkpointing:
        encoder.recompute_activations()
    record = describe(
        model=recipe.model,
        base_model=encoder.settings.base_model,
        dimensions=encoder.hidden_size,
        weights=weights_digest(encoder),
        triples=triples,
        fingerprint=table.fingerprint(),
        counts=counts.to_json(),
        dev=(dev, sha256_file(dev)) if dev else None,
        device=str(place),
        processes=processes.size,
    )
    objective = Objective(encoder, recipe, processes).to(place).train()
    folder = RunFolder(output)
    with open_run(folder, recipe, record, resume=resume, leads=processes.leads):
        processes.wait()
        if not processes.leads:
            # Other dropout than the leading process's, once the weights are made alike.
            torch.manual_seed(recipe.seed + processes.rank)
        run = _Run(recipe, table, counts, objective, validator, folder, trackers)
        run.train()
        return run.finish(record)


class _Run:
    """The state of a run while it trains.

    Args:
        recipe: what to do.
        table: the triples.
        counts: how many there are.
        objective: encoder and head on their device.
        validator: None where there is nothing to validate on.
        folder: the run's folder; where it holds a checkpoint, its state is taken up.
        trackers: where figures go besides.
    """

    def __init__(
        self,
        recipe: Recipe,
        table: TripleTable,
        counts: Counts,
        objective: Objective,
        validator: Validator | None,
        folder: RunFolder,
        trackers: Sequence[TrackerName],
    ) -> None:
        self.recipe, self.table, self.counts, self.folder = recipe, table, counts, folder
        self.objective, self.gradients = objective, Gradients(objective, recipe)
        self.steps_per_epoch = -(-counts.training // recipe.batch_size)
        self.total_steps = self.steps_per_epoch * recipe.epochs
        # Weights as they are now are the initial ones: before a checkpoint is loaded.
        encoder = objective.encoder
        self.recall = RecallTerm(encoder.parameters(), recipe.recall_gamma, recipe.recall_form)
        self.optimizer = build_adamw(objective.clipped(), recipe, objective.sampling())
        self.progressed = Progressed()
        if resuming := folder.checkpoint.exists():
            self.progressed = load_checkpoint(folder.checkpoint, objective, self.optimizer)
        self.resumed_from = self.progressed.step
        since = self.progressed.step if resuming else None
        self.metrics = MetricsLog(None, None)
        if objective.processes.leads:
            told = open_trackers(trackers, folder.path, recipe, since)
            self.metrics = MetricsLog(folder.metrics, since, told)
        self.log = StepLog(self.metrics)
        self.selection = Selection(
            encoder, validator, recipe, folder, self.metrics, objective.processes
        )

    def train(self) -> None:
        """All steps that are still to do."""
        if self.progressed.step == 0:
            self.progressed = self.selection.begin(self.progressed)
        remaining = self.counts.training * self.recipe.epochs
        epochs, steps = divmod(self.progressed.step, self.steps_per_epoch)
        seen = epochs * self.counts.training + steps * self.recipe.batch_size
        with track(
            "fit", remaining, "examples", seen, self.objective.processes.terminal
        ) as progress:
            for caution in cautions(self.recipe):
                progress.message(caution)
            for epoch, parts in ahead(self._batches(), 4, self.log.wait):
                if self._stopped():
                    break
                terms = self._step(parts)
                self._report(epoch, rows_of(parts), terms, progress)
                if self._due(self.recipe.validate_every):
                    self.progressed, line = self.selection.validate(self.progressed, epoch)
                    if line:
                        progress.message(line)
                # After the best weights are on disk, so that none is claimed that is not there.
                if self._due(self.recipe.checkpoint_every) or self._stopped():
                    terms.check_finite(self.progressed.step)
                    save_checkpoint(
                        self.folder.checkpoint, self.objective, self.optimizer, self.progressed
                    )

    def finish(self, record: dict[str, Any]) -> FitResult:
        """Write the weights to keep, where they are not yet, and the record."""
        done = self.selection.finish(self.progressed)
        result = FitResult(
            output=self.folder.path,
            steps=done.step,
            counts=self.counts,
            metric=self.selection.metric,
            initial_score=done.initial_score,
            best_score=done.best_score,
            best_step=done.best_step,
            seconds=round(done.seconds, 3),
            resumed_from=self.resumed_from,
        )
        outcome = {
            "metric": result.metric,
            "initial_score": done.initial_score,
            "kept_step": done.best_step,
            "kept_score": done.best_score,
            "steps": done.step,
            "stopped_early": done.step < self.total_steps,
            "seconds": round(done.seconds, 3),
        }
        if self.objective.processes.leads:
            write_json(self.folder.record, {**record, **outcome, "finished": True})
            plot_run(self.folder.metrics, self.folder.picture)
            self.metrics.close()
        self.objective.processes.wait()
        return result

    def _batches(self) -> Iterator[tuple[int, list[Batch]]]:
        """Epoch and tokenised rows of each step still to do; an epoch's last may be smaller."""
        recipe = self.recipe
        first_epoch, done = divmod(self.progressed.step, self.steps_per_epoch)
        for epoch in range(first_epoch, recipe.epochs):
            batches = self.table.batches(
                recipe.batch_size,
                seed=recipe.seed,
                epoch=epoch,
                buffer=recipe.shuffle_buffer,
                heldout=recipe.heldout,
                rows=recipe.rows,
            )
            for rows in islice(batches, done if epoch == first_epoch else 0, None):
                yield epoch, self.gradients.tokenised(rows)

    def _step(self, parts: list[Batch]) -> Terms:
        """One update of the weights."""
        began = time.perf_counter()
        recipe, step = self.recipe, self.progressed.step
        rate = decayed_rate(recipe.learning_rate, step, self.total_steps)
        set_rate(self.optimizer, rate)
        clear_gradients(self.objective)
        terms = self.gradients(parts)
        self.recall.add_gradient()
        torch.nn.utils.clip_grad_norm_(self.objective.clipped(), recipe.clip_norm)
        self.optimizer.step()
        self.recall.pull(rate)
        self.objective.follow()
        took = time.perf_counter() - began
        self.progressed = replace(
            self.progressed, step=step + 1, seconds=self.progressed.seconds + took
        )
        self.log.count(rows_of(parts), took)
        return terms

    def _due(self, every: int) -> bool:
        """Whether something done every so many steps, and after the last, is due."""
        return self.progressed.step % every == 0 or self.progressed.step == self.total_steps

    def _stopped(self) -> bool:
        return self.selection.exhausted(self.progressed)

    def _report(self, epoch: int, rows: int, terms: Terms, progress: Progress) -> None:
        """Advance the progress bar; at its turn, write a line of metrics of this very step."""
        if not self._due(self.recipe.log_every):
            progress.advance(rows)
            return
        terms.check_finite(self.progressed.step)
        recall = self.recall.value()
        figures = {
            "loss": terms.loss.item() + recall * self.recall.in_loss,
            **{name: value.item() for name, value in terms.values.items()},
            "recall": recall,
        }
        rate = self.optimizer.param_groups[0]["lr"]
        self.log.write(self.progressed.step, epoch=epoch, **figures, lr=rate)
        progress.advance(rows, " ".join(f"{k} {v:.4f}" for k, v in figures.items()))
