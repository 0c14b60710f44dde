"""Measures which weights of a run are the best, and what to watch along the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from trainer.data.triples import Triple, TripleTable
from trainer.encoders.embeddings import Advance, embed
from trainer.encoders.encoder import Encoder
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.data.sts_sets import read_pairs
from trainer.evaluation.scores.geometry import geometry
from trainer.evaluation.scores.probe import probe, triple_texts
from trainer.evaluation.scores.sts import distinct_texts, score
from trainer.settings.recipe import Recipe


class Measured(NamedTuple):
    """Measurements of an encoder as it would be saved: its template, its length, no training head.

    Attributes:
        score: higher is better.
        alignment: mean squared distance of positives (anchors and paraphrases, or pairs that people
            scored above 4); None if there are none.
        uniformity: over all pairs of distinct anchors, or of distinct sentences; None for fewer
            than two.
    """

    score: float
    alignment: float | None
    uniformity: float | None


@dataclass(frozen=True, slots=True)
class Validator:
    """A way to validate an encoder.

    Attributes:
        metric: name of the score.
        measure: computes it; the second argument is called with the number of texts encoded.
        texts: number of texts that it encodes.
        pairs: number of scored pairs; 0 if it measures on triples.
    """

    metric: str
    measure: Callable[[Encoder, Advance | None], Measured]
    texts: int = 0
    pairs: int = 0


def build_validator(recipe: Recipe, table: TripleTable, dev: Path | None) -> Validator | None:
    """The validation of a run; None if there is nothing to validate on.

    Args:
        recipe: held-out share and maximum number of rows.
        dev: scored pairs such as STS-B dev, which take precedence over held-out triples.
    """
    if dev is not None:
        pairs = read_pairs(dev, "dev")
        return Validator(
            "dev_spearman",
            lambda encoder, advance: measure_pairs(encoder, pairs, advance),
            len(distinct_texts([pairs])),
            len(pairs.scores),
        )
    rows = table.heldout(recipe.heldout, recipe.validation_rows)
    if not rows:
        return None
    return Validator(
        "heldout_ranking",
        lambda encoder, advance: measure_triples(encoder, rows, advance),
        len(triple_texts(rows)),
    )


def measure_pairs(encoder: Encoder, pairs: Pairs, advance: Advance | None = None) -> Measured:
    """Spearman correlation with the scores, in [-1, 1], and the geometry of the pairs.

    Raises:
        WorkFailed: all similarities are equal.
    """
    embeddings = embed(encoder, distinct_texts([pairs]), advance=advance)
    spearman = score(embeddings, [pairs]).spearman[pairs.name] / 100
    shape = geometry(embeddings, pairs)
    return Measured(spearman, shape.alignment, shape.uniformity)


def measure_triples(
    encoder: Encoder, rows: Sequence[Triple], advance: Advance | None = None
) -> Measured:
    """Share of triples whose paraphrase is nearer than the negation, and their geometry."""
    found = probe(encoder, rows, advance)
    return Measured(found.ranking, found.alignment, found.uniformity)
