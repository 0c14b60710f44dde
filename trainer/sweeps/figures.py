"""The figures of a run of a sweep: what the run itself measured, and what is measured afterwards.

They are stored beside the run, so that resuming a sweep measures no run twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from schemas.files import sha256_json, write_json
from schemas.reading import as_file
from trainer.data.triples import Triples, TripleTable
from trainer.encoders.embeddings import embed
from trainer.encoders.encoder import Encoder
from trainer.encoders.folder import load_encoder
from trainer.evaluation.data.contrast_rows import Contrast
from trainer.evaluation.scores.contrast import judge, score_contrast
from trainer.evaluation.scores.probe import probe
from trainer.runs.folder import RunFolder
from trainer.settings.recipe import Recipe
from trainer.training.side_effects import CONTRAST
from trainer.training.start import load_start

START, MEASURED = "start.json", "figures.json"
"""Files with the figures of the model before training, and of a run."""
RANKING = "heldout_ranking"
"""Name of the figure that depends on which triples are held out."""
LABELS = {
    "dev_spearman": "dev, Spearman x 100",
    RANKING: "held-out triples, % ranked correctly",
    CONTRAST: "bundled contrast triples, %",
    "contrast_triples": "contrast triples, % (mean of sets)",
    "contrast_pairs": "contrast pairs, average precision",
}
"""What each figure measures, by its name, in the order of display."""

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What runs are measured on once they are trained.

    Attributes:
        triples: their location; those held out are ranked.
        contrast: further sets; None for none.
        device: where to encode.
    """

    triples: Triples
    contrast: Contrast | None
    device: torch.device

    def of_run(self, folder: RunFolder, recipe: Recipe) -> Figures:
        """Figures of a run that has ended."""
        record = folder.read_record()
        own = _noted(record["metric"], record["kept_score"], record["after"])
        return self._completed(
            own, recipe, folder.path / MEASURED, lambda: load_encoder(str(folder.best))
        )

    def of_start(self, folder: RunFolder, recipe: Recipe, kept: Path) -> Figures:
        """Figures of the model that a run started from.

        Args:
            kept: file to store them in.
        """
        record = folder.read_record()
        own = _noted(record["metric"], record["initial_score"], record["before"])
        return self._completed(own, recipe, kept, lambda: load_start(recipe).given)

    def _completed(
        self, own: Figures, recipe: Recipe, kept: Path, load: Callable[[], Encoder]
    ) -> Figures:
        """A run's own figures, and those that are still missing."""
        of: dict[str, Any] = {"own": own}
        if RANKING not in own:
            of["heldout"] = [recipe.heldout, recipe.validation_rows, recipe.variants]
        if self.contrast is not None:
            of["contrast"] = hashlib.sha256(repr(self.contrast).encode()).hexdigest()
        if len(of) == 1:
            return own
        if (known := read_figures(kept, of)) is not None:
            return known
        found = own | self._measured(load().to(self.device), recipe, ranks="heldout" in of)
        found = {name: found[name] for name in LABELS if name in found}
        said = {"of": of, "figures": found}
        write_json(kept, said | {"digest": sha256_json(said)})
        return found

    def _measured(self, encoder: Encoder, recipe: Recipe, *, ranks: bool) -> Figures:
        found: Figures = {}
        if ranks:
            table = TripleTable(self.triples, recipe.variants)
            table.fingerprint()  # refuses a damaged shard, which may be read as one without rows
            if rows := table.heldout(recipe.heldout, recipe.validation_rows):
                found[RANKING] = 100 * probe(encoder, rows).ranking
        if self.contrast is not None:
            outcomes = judge(embed(encoder, self.contrast.texts), self.contrast)
            scores = score_contrast(self.contrast, {"": outcomes})[""]
            for name, mean in (
                ("contrast_triples", scores.triples_mean),
                ("contrast_pairs", scores.pairs_mean),
            ):
                if mean is not None:
                    found[name] = mean.score
        return found


def read_figures(kept: Path, of: dict[str, Any]) -> Figures | None:
    """Figures that were stored earlier; None if they have to be measured (again).

    Args:
        kept: their file, which may be missing, damaged, or measured on something else.
        of: what they depend on; stored figures must have been measured on the same.
    """
    try:
        known = json.loads(as_file(kept).read_text(encoding="utf-8"))
        digest = known.pop("digest")
        if known["of"] != of or digest != sha256_json(known):
            return None
        figures: Figures = known["figures"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None
    return figures


def _noted(metric: str | None, score: float | None, effects: dict[str, float]) -> Figures:
    """The figures in a run's own record."""
    found = {CONTRAST: effects[CONTRAST]} if CONTRAST in effects else {}
    return found if metric is None or score is None else {metric: 100 * score, **found}
