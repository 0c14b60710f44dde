"""Training, from triples to an encoder folder; it reads from top to bottom.

A step encodes a batch's texts, takes the terms of the objective, adds the recall gradient, clips
and updates. Now and then the encoder is validated as it would be saved, and the state is written
so that an interrupted run goes on to the same weights.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import torch

from schemas.errors import UserError, WorkFailed
from schemas.files import sha256_file, write_json
from schemas.progress import Progress, track
from trainer.checkpoint import Progressed, load_checkpoint, replace_folder, save_checkpoint
from trainer.config import Recipe
from trainer.encoder import choose_device
from trainer.folder import load_encoder, save_encoder
from trainer.metrics import MetricsLog
from trainer.objective import Objective, Terms
from trainer.optimization import RecallTerm, build_adamw, decayed_rate, set_rate
from trainer.run import RunFolder, begin, check_same, describe, weights_digest
from trainer.triples import Counts, Triple, TripleTable
from trainer.validation import Validator, build_validator


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
    triples: Path,
    output: Path,
    *,
    dev: Path | None = None,
    device: str = "auto",
    resume: bool = False,
) -> FitResult:
    """Fine-tune an encoder on triples.

    Args:
        recipe: what to do.
        triples: artifacts folder, folder of triples or one Parquet file.
        output: the run's folder.
        dev: Parquet file of scored pairs to validate on; held-out triples are ranked if absent.
        device: `auto`, `cpu` or `cuda`.
        resume: whether to go on with the run in `output`.

    Raises:
        UserError: where recipe, triples, model or folder cannot be used.
        WorkFailed: where the loss stops being a number.
    """
    table = TripleTable(triples)
    counts = table.count(recipe.heldout, recipe.rows)
    if counts.training < 2:
        raise UserError(
            f"{triples} leaves {counts.training} rows to train on ({counts.rows} in all,"
            f" {counts.complete} complete, {counts.heldout} held out); at least 2 are needed."
        )
    place = choose_device(device)
    validator = build_validator(recipe, table, dev)
    torch.manual_seed(recipe.seed)
    encoder = load_encoder(
        recipe.model,
        pooling=recipe.pooling,
        template=recipe.template_anchor,
        max_tokens=recipe.max_eval_tokens,
    )
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
    )
    objective = Objective(encoder, recipe).to(place).train()
    folder = RunFolder(output)
    if resume:
        check_same(folder, recipe, record)
    else:
        begin(folder, recipe, record)
    run = _Run(recipe, table, counts, objective, validator, folder)
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
    """

    def __init__(
        self,
        recipe: Recipe,
        table: TripleTable,
        counts: Counts,
        objective: Objective,
        validator: Validator | None,
        folder: RunFolder,
    ) -> None:
        self.recipe, self.table, self.counts, self.folder = recipe, table, counts, folder
        self.objective, self.validator = objective, validator
        self.steps_per_epoch = -(-counts.training // recipe.batch_size)
        self.total_steps = self.steps_per_epoch * recipe.epochs
        # Weights as they are now are the initial ones: before a checkpoint is loaded.
        self.recall = RecallTerm(objective.encoder.parameters(), recipe.recall_gamma)
        self.optimizer = build_adamw(list(objective.parameters()), recipe)
        self.progressed = Progressed()
        if resuming := folder.checkpoint.exists():
            self.progressed = load_checkpoint(folder.checkpoint, objective, self.optimizer)
        self.resumed_from = self.progressed.step
        self.metrics = MetricsLog(folder.metrics, self.progressed.step if resuming else None)
        self._since_log = (0, 0.0)

    def train(self) -> None:
        """All steps that are still to do."""
        if self.progressed.step == 0:
            self._validate_initial()
        remaining = self.counts.training * self.recipe.epochs
        seen = min(self.progressed.step * self.recipe.batch_size, remaining)
        with track("fit", remaining, "examples", done=seen) as progress:
            for epoch, rows in self._batches():
                terms = self._step(rows)
                self._log(epoch, rows, terms, progress)
                if self.validator is not None and self._due(self.recipe.validate_every):
                    self._validate(self.validator, epoch, progress)
                # After the best weights are on disk, so that none is claimed that is not there.
                if self._due(self.recipe.checkpoint_every):
                    self._save_checkpoint(terms)

    def finish(self, record: dict[str, Any]) -> FitResult:
        """Write the last weights where they are the ones to keep, and the record."""
        done = self.progressed
        if self.validator is None or self.recipe.keep == "last":
            replace_folder(self.folder.best, self._write_encoder)
            done = replace(done, best_step=done.step)
        metric = self.validator.metric if self.validator else None
        result = FitResult(
            output=self.folder.path,
            steps=done.step,
            counts=self.counts,
            metric=metric,
            initial_score=done.initial_score,
            best_score=done.best_score,
            best_step=done.best_step,
            seconds=round(done.seconds, 3),
            resumed_from=self.resumed_from,
        )
        outcome = {
            "metric": metric,
            "initial_score": done.initial_score,
            "kept_step": done.best_step,
            "kept_score": done.best_score,
            "steps": done.step,
            "seconds": round(done.seconds, 3),
        }
        write_json(self.folder.record, {**record, **outcome, "finished": True})
        return result

    def _batches(self) -> Iterator[tuple[int, list[Triple]]]:
        """Epoch and rows of each step still to do; an epoch's last batch may be smaller."""
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
                yield epoch, rows

    def _step(self, rows: list[Triple]) -> Terms:
        """One update of the weights."""
        began = time.perf_counter()
        recipe, step = self.recipe, self.progressed.step
        set_rate(self.optimizer, decayed_rate(recipe.learning_rate, step, self.total_steps))
        self.optimizer.zero_grad(set_to_none=True)
        terms: Terms = self.objective(rows)
        terms.loss.backward()  # type: ignore[no-untyped-call]
        self.recall.add_gradient()
        torch.nn.utils.clip_grad_norm_(self.objective.parameters(), recipe.clip_norm)
        self.optimizer.step()
        took = time.perf_counter() - began
        self.progressed = replace(
            self.progressed, step=step + 1, seconds=self.progressed.seconds + took
        )
        self._since_log = (self._since_log[0] + len(rows), self._since_log[1] + took)
        return terms

    def _due(self, every: int) -> bool:
        """Whether something done every so many steps, and after the last, is due."""
        return self.progressed.step % every == 0 or self.progressed.step == self.total_steps

    def _log(self, epoch: int, rows: list[Triple], terms: Terms, progress: Progress) -> None:
        """Advance the progress bar; at its turn, write a line of metrics of this very step."""
        if not self._due(self.recipe.log_every):
            progress.advance(len(rows))
            return
        self._check_finite(terms)
        recall = self.recall.value()
        figures = {
            "loss": terms.loss.item() + recall,
            "contrastive": terms.contrastive.item(),
            "margin": terms.margin.item(),
            "recall": recall,
        }
        examples, seconds = self._since_log
        self._since_log = (0, 0.0)
        self.metrics.train(
            self.progressed.step,
            epoch=epoch,
            **figures,
            lr=self.optimizer.param_groups[0]["lr"],
            examples_per_second=round(examples / max(seconds, 1e-9), 2),
        )
        progress.advance(len(rows), " ".join(f"{k} {v:.4f}" for k, v in figures.items()))

    def _validate_initial(self) -> None:
        if self.validator is not None:
            score = self.validator.score(self.objective.encoder)
            self.progressed = replace(self.progressed, initial_score=score)
            self.metrics.validation(0, epoch=0, metric=self.validator.metric, score=score)

    def _validate(self, validator: Validator, epoch: int, progress: Progress) -> None:
        """Score the encoder and keep it where it is strictly better than all before."""
        score = validator.score(self.objective.encoder)
        best = self.progressed.best_score
        last = self.recipe.keep == "last"
        if better := last or best is None or score > best:
            self.progressed = replace(
                self.progressed, best_step=self.progressed.step, best_score=score
            )
            if not last:
                replace_folder(self.folder.best, self._write_encoder)
        self.metrics.validation(
            self.progressed.step, epoch=epoch, metric=validator.metric, score=score, kept=better
        )
        progress.message(f"step {self.progressed.step}: {validator.metric} {score:.4f}")

    def _save_checkpoint(self, terms: Terms) -> None:
        self._check_finite(terms)
        save_checkpoint(self.folder.checkpoint, self.objective, self.optimizer, self.progressed)

    def _check_finite(self, terms: Terms) -> None:
        if not math.isfinite(terms.loss.item()):
            raise WorkFailed(
                f"The loss is not a number after step {self.progressed.step}. Lower learning_rate"
                " or take precision=fp32; the last checkpoint is from before."
            )

    def _write_encoder(self, folder: Path) -> None:
        save_encoder(self.objective.encoder, folder)
