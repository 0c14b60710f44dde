"""Decides which weights a run saves (best validation, last, or a mix), and when to stop early."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from schemas.files import replace_folder
from schemas.progress import track
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import save_encoder
from trainer.runs.folder import RunFolder
from trainer.runs.metrics import VALIDATED, MetricsLog
from trainer.runs.mixing import mixed, save_mixed
from trainer.runtime.processes import Processes
from trainer.settings.recipe import Recipe
from trainer.training.checkpoint import Progressed
from trainer.training.side_effects import fall_warning
from trainer.training.validation import Measured, Validator


@dataclass(frozen=True, slots=True)
class Mix:
    """The mix of trained and initial weights that a run saved.

    Attributes:
        share: share of the trained weights.
        score: of the mix; None if there was nothing to validate on.
        tried: score by share, if validation chose the share.
    """

    share: float
    score: float | None
    tried: dict[float, float]


class Selection:
    """Validates an encoder and saves the weights that the recipe asks for.

    Args:
        validator: None if there is nothing to validate on; then the last weights are saved.
        recipe: what to keep, and the patience.
        folder: where to save the weights.
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

    @property
    def cautions(self) -> list[str]:
        """A warning if validation on held-out triples decides which weights are kept."""
        recipe = self._recipe
        decides = recipe.keep == "best" or recipe.final_mix_steps > 0
        if self._validator is None or self._validator.pairs or not decides:
            return []
        return [
            "Held-out triples decide which weights are kept, so their score flatters the run."
            " Pass --dev to decide by scored pairs, or set keep=last."
        ]

    def lost(self, done: Progressed) -> list[str]:
        """A sentence if the saved weights score clearly worse than the initial model."""
        scores = (done.initial_score, done.best_score)
        if self._validator is None or scores[0] is None or scores[1] is None:
            return []
        return fall_warning(self._validator.metric, scores[0], scores[1], self._validator.pairs)

    def begin(self, done: Progressed, given: Encoder) -> Progressed:
        """Score the initial model, and save it for a mix."""
        if self._recipe.mixes:
            self._write(self._folder.start)
        if self._validator is None:
            return done
        found = self._measure(self._validator, given, shown=True)
        self._metrics.validation(0, epoch=0, metric=self.metric, **found._asdict())
        return replace(done, initial_score=found.score)

    def validate(self, done: Progressed, epoch: int) -> tuple[Progressed, str]:
        """Score the encoder, and save it if it is strictly better than all before.

        Returns:
            The progress, and a line to show; empty without validation.
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
        measured = self._validator.metric
        line = f"step {done.step}: {VALIDATED.get(measured, measured)} {score:.4f}"
        return replace(done, stale=stale), line

    def exhausted(self, done: Progressed) -> bool:
        """Whether training should stop, after so many validations without a better one."""
        return 0 < self._recipe.patience <= done.stale

    def finish(self, done: Progressed) -> Progressed:
        """Save the last weights if they are the ones to keep."""
        if self._validator is None or self._recipe.keep == "last":
            self._write(self._kept)
            return replace(done, best_step=done.step)
        return done

    def mix(self) -> Mix | None:
        """Make `best` from the initial and the saved weights; None if the recipe does not mix.

        From several shares, that of the best validation is chosen; among equals the smallest.
        """
        recipe, steps = self._recipe, self._recipe.final_mix_steps
        if not recipe.mixes:
            return None
        shares = [step / steps for step in range(steps + 1)] if steps else [recipe.final_mix]
        tried: dict[float, float] = {}
        if self._validator is not None:
            for share in shares:
                found = self._measure(self._validator, self._mixed(share), shown=True)
                tried[share] = found.score
        share = max(tried, key=lambda one: tried[one]) if tried else shares[-1]
        if self._processes.leads:
            chosen = self._mixed(share)
            replace_folder(
                self._folder.best,
                lambda fresh: save_mixed(self._folder, share, self._rear(share), chosen, fresh),
            )
        return Mix(share, tried.get(share), tried if steps else {})

    def _mixed(self, share: float) -> Encoder:
        """A mix on the device of the run; only the leading process makes one."""
        if not self._processes.leads:
            return self._encoder
        return mixed(self._folder, share, self._rear(share)).to(self._encoder.device)

    def _rear(self, share: float) -> float:
        """The share of the trained weights in the rear half of the layers."""
        return share * self._recipe.final_mix_rear

    def _measure(self, validator: Validator, encoder: Encoder, *, shown: bool = False) -> Measured:
        """Validate in the leading process.

        Args:
            shown: show progress; not while that of the steps is shown.
        """
        found = Measured(0.0, None, None)
        if self._processes.leads and shown:
            with track("validate", validator.texts, "texts") as progress:
                found = validator.measure(encoder, progress.advance)
        elif self._processes.leads:
            found = validator.measure(encoder, None)
        return found._replace(score=self._processes.from_leader(found.score, self._encoder.device))

    def _write(self, final: Path) -> None:
        if self._processes.leads:
            replace_folder(final, lambda folder: save_encoder(self._encoder, folder))
