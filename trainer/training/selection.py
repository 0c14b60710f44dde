"""Which weights a run ends with: the best validation, the last, or a mix; and early stopping."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from schemas.files import replace_folder
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import save_encoder
from trainer.recipes.settings import Recipe
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import MetricsLog
from trainer.runs.mixing import mixed
from trainer.runtime.processes import Processes
from trainer.training.checkpoint import Progressed
from trainer.training.side_effects import fall_warning
from trainer.training.validation import Measured, Validator


@dataclass(frozen=True, slots=True)
class Mix:
    """What a run's kept weights were mixed with its initial ones to.

    Attributes:
        share: of the trained weights.
        score: of the mix; None where there was nothing to validate on.
        tried: score by share, where validation chose it.
    """

    share: float
    score: float | None
    tried: dict[float, float]


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
        self._kept = folder.end if recipe.mixes else folder.best

    @property
    def metric(self) -> str | None:
        """What validation measures."""
        return self._validator.metric if self._validator else None

    def lost(self, done: Progressed) -> list[str]:
        """A sentence where the weights that are kept score clearly worse than the model given."""
        scores = (done.initial_score, done.best_score)
        if self._validator is None or scores[0] is None or scores[1] is None:
            return []
        return fall_warning(self._validator.metric, scores[0], scores[1], self._validator.pairs)

    def begin(self, done: Progressed, given: Encoder) -> Progressed:
        """Score the model as it was given, before the first step, and keep it for a mix."""
        if self._recipe.mixes:
            self._write(self._folder.start)
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
                self._write(self._kept)
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
            self._write(self._kept)
            return replace(done, best_step=done.step)
        return done

    def mix(self) -> Mix | None:
        """Make `best` of the initial and the kept weights; None where the recipe keeps them whole.

        With several shares to choose from, that of the best validation; the least of equals.
        """
        recipe, steps = self._recipe, self._recipe.final_mix_steps
        if not recipe.mixes:
            return None
        shares = [step / steps for step in range(steps + 1)] if steps else [recipe.final_mix]
        tried: dict[float, float] = {}
        if self._validator is not None:
            for share in shares:
                tried[share] = self._measure(self._validator, self._mixed(share)).score
        share = max(tried, key=lambda one: tried[one]) if tried else shares[-1]
        self._write(self._folder.best, self._mixed(share))
        return Mix(share, tried.get(share), tried if steps else {})

    def _mixed(self, share: float) -> Encoder:
        """A mix on the device of the run; other processes than the leading one make none."""
        if not self._processes.leads:
            return self._encoder
        return mixed(self._folder, share).to(self._encoder.device)

    def _measure(self, validator: Validator, encoder: Encoder) -> Measured:
        leads = self._processes.leads
        found = validator.measure(encoder) if leads else Measured(0.0, None, None)
        return found._replace(score=self._processes.from_leader(found.score, self._encoder.device))

    def _write(self, final: Path, encoder: Encoder | None = None) -> None:
        if self._processes.leads:
            written = encoder or self._encoder
            replace_folder(final, lambda folder: save_encoder(written, folder))
