"""How changes of wording affect similarity: paraphrase, negation, and edits of single words.

OssCSE (EMNLP 2023, section 3) compares a sentence with six kinds of others: a
paraphrase, its negation, the sentence with words inserted, deleted, substituted, and a random one.
An encoder of meaning ranks paraphrases first; one that follows wording ranks them next to last.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from schemas.errors import UserError
from schemas.mer import mer
from trainer.encoders.embeddings import Embeddings
from trainer.evaluation.data.families import KINDS, Family
from trainer.evaluation.scores.probe import wins


@dataclass(frozen=True, slots=True)
class KindSimilarity:
    """Similarity of the sentences of one kind to the original.

    Attributes:
        pairs: number of pairs.
        similarity: mean cosine.
        deviation: standard deviation of the cosines.
        mer: mean match error rate.
    """

    pairs: int
    similarity: float
    deviation: float
    mer: float


@dataclass(frozen=True, slots=True)
class Point:
    """One sentence compared with its original.

    Attributes:
        original: the sentence that it was made from.
        text: the sentence itself.
        kind: one of `KINDS`.
        mer: match error rate of the two.
        similarity: cosine of the two.
    """

    original: str
    text: str
    kind: str
    mer: float
    similarity: float


@dataclass(frozen=True, slots=True)
class Transformations:
    """The similarities of an encoder on families.

    Attributes:
        kinds: results by kind, in the order of `KINDS`.
        ranking: share of (paraphrase, negation) of one sentence in which the paraphrase is nearer,
            ties counting half; None if no sentence has both.
        wording: Spearman correlation of match error rate and cosine over all sentences except
            random ones; near -1 if the encoder follows wording; None if undefined.
        points: every sentence.
    """

    kinds: dict[str, KindSimilarity]
    ranking: float | None
    wording: float | None
    points: list[Point]


def measure_families(embeddings: Embeddings, families: Sequence[Family]) -> Transformations:
    """Similarities of families whose texts are embedded.

    Raises:
        UserError: no family has a transformed sentence.
    """
    from scipy.stats import spearmanr

    points, ranked = [], []
    for family in families:
        cosines: dict[str, np.ndarray] = {}
        for kind, texts in family.others.items():
            cosines[kind] = embeddings.cosines([family.sentence] * len(texts), texts)
            points += [
                Point(family.sentence, text, kind, mer(family.sentence, text), float(cosine))
                for text, cosine in zip(texts, cosines[kind], strict=True)
            ]
        if "paraphrase" in cosines and "negation" in cosines:
            every = wins(cosines["paraphrase"][:, None], cosines["negation"][None, :])
            ranked += every.ravel().tolist()
    if not points:
        raise UserError("There are no transformed sentences to measure.")
    near = [point for point in points if point.kind != "random"]
    rates, similarities = [p.mer for p in near], [p.similarity for p in near]
    defined = len(set(rates)) > 1 and len(set(similarities)) > 1
    return Transformations(
        kinds={kind: _kind(points, kind) for kind in KINDS if any(p.kind == kind for p in points)},
        ranking=float(np.mean(ranked)) if ranked else None,
        wording=float(spearmanr(rates, similarities).statistic) if defined else None,
        points=points,
    )


def most_misled(found: Transformations) -> list[str]:
    """Originals by how far their negations are above their paraphrases, the furthest first.

    Originals without one of the two come last, in order.
    """
    groups: dict[str, list[Point]] = {}
    for point in found.points:
        groups.setdefault(point.original, []).append(point)
    gaps: dict[str, float] = {}
    for original, group in groups.items():
        means = [
            [point.similarity for point in group if point.kind == kind]
            for kind in ("negation", "paraphrase")
        ]
        negation, paraphrase = (float(np.mean(of)) if of else math.nan for of in means)
        gap = paraphrase - negation
        gaps[original] = math.inf if math.isnan(gap) else gap
    return sorted(gaps, key=gaps.__getitem__)


def _kind(points: Sequence[Point], kind: str) -> KindSimilarity:
    chosen = [point for point in points if point.kind == kind]
    similarities = np.array([point.similarity for point in chosen])
    return KindSimilarity(
        len(chosen),
        float(similarities.mean()),
        float(similarities.std()),
        float(np.mean([point.mer for point in chosen])),
    )
