"""What decides which weights of a run are the best."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from trainer.config import Recipe
from trainer.encoder import Encoder
from trainer.evaluate import sts_spearman
from trainer.probe import heldout_ranking
from trainer.sts import read_pairs
from trainer.triples import TripleTable


@dataclass(frozen=True, slots=True)
class Validator:
    """A score of an encoder as it would be saved: its template, its length, no training head.

    Attributes:
        metric: name of the score.
        score: gives it; higher is better.
    """

    metric: str
    score: Callable[[Encoder], float]


def build_validator(recipe: Recipe, table: TripleTable, dev: Path | None) -> Validator | None:
    """The validation of a run; None where there is nothing to validate on.

    Args:
        recipe: for the held-out share and the most rows.
        table: the triples.
        dev: scored pairs (STS-B dev, say), which come before held-out triples where given.
    """
    if dev is not None:
        pairs = read_pairs(dev, "dev")
        return Validator("dev_spearman", lambda encoder: sts_spearman(encoder, pairs))
    rows = table.heldout(recipe.heldout, recipe.validation_rows)
    if not rows:
        return None
    return Validator("heldout_ranking", lambda encoder: heldout_ranking(encoder, rows))
