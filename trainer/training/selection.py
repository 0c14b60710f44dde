"""Which weights a run ends with: the best validation or the last, and early stopping."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from schemas.files import replace_folder
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import save_encoder
from trainer.recipes.settings import Recipe
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import MetricsLog
from trainer.runtime.processes import Processes
from trainer.training.checkpoint import Progressed
from trainer.training.validation import Measured, Validator


class Selection:
    """Validates an encoder and keeps the weights that the recipe asks for.

    Args:
        encoder: what is trained.
        validator: None where there is nothing to validate on; the last weights are kept then.
        recipe: for what to keep and the patience.
        folder: where the weights go.
        metrics: told of every validation.
        processes: the leading process scores and writes for all.
    """

    def __init__(
        self,
        encoder: Encoder,
        validator: Validator | None,
        recipe: Recipe,
        folder: RunFolder,
        metrics: MetricsLog,
        processes: Processes,
    ) -> None:
        self._encoder, self._validator, self._recipe = encoder, validator, recipe
        self._folder, self._metrics, self._processes = folder, metrics, processes

    @property
    def metric(self) -> str | None:
        """What validation measures."""
        return self._validator.metric if self._validator else None

    def begin(self, done: Progressed, given: Encoder) -> Progressed:
        """Score the model as it was given, before the first step."""
        if self._validator is None:
            return done
        found = self._measure(self._validator, given)
        self._metrics.validation(0, epoch=0, metric=self.metric, **found._asdict())
        return replace(done, initial_score=found.score)

    def validate(self, done: Progressed, epoch: int) -> tuple[Progressed, str]:
        """Score the encoder, and keep it where it is strictly better than all before.

        Returns:
            How far the run has come, and a line to show; empty without validation.
        """
        if self._validator is None:
            return done, ""
        found = self._measure(self._validator, self._encoder)
        score = found.score
        last = self._recipe.keep == "last"
        raised = done.best_score is None or score > done.best_score
        stale = 0 if raised else done.stale + 1
        if better := last or raised:
            done = replace(done, best_step=done.step, best_score=score)
            if not last:
                self._write(self._folder.best)
        if self._recipe.snapshots:
            self._write(self._folder.snapshot(done.step))
        self._metrics.validation(
            done.step, epoch=epoch, metric=self.metric, **found._asdict(), kept=better
        )
        line = f"step {done.step}: {self.metric} {score:.4f}"
        return replace(done, stale=stale), line

    def exhausted(self, done: Progressed) -> bool:
        """Whether so many validations have passed without a better one that training stops."""
        return 0 < self._recipe.patience <= done.stale

    def finish(self, done: Progressed) -> Progressed:
        """Write the last weights where they are the ones to keep."""
        if self._validator is None or self._recipe.keep == "last":
            self._write(self._folder.best)
            return replace(done, best_step=done.step)
        return done

    def _measure(self, validator: Validator, encoder: Encoder) -> Measured:
        leads = self._processes.leads
        found = validator.measure(encoder) if leads else Measured(0.0, None, None)
        return found._replace(score=self._processes.from_leader(found.score, self._encoder.device))

    def _write(self, final: Path) -> None:
        if self._processes.leads:
            replace_folder(final, lambda folder: save_encoder(self._encoder, folder))
