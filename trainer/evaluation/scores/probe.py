"""Does an encoder take wording for meaning? Compares paraphrases and negations of the same
anchors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from trainer.data.triples import Triple
from trainer.encoders.embeddings import Advance, Embeddings, embed, row_dots
from trainer.encoders.encoder import Encoder
from trainer.evaluation.scores.geometry import alignment, anisotropy, uniformity

MER_EDGES = (0.0, 0.15, 0.3, 0.45, 0.6, 1.0)
"""Edges of the bins of match error rate; a bin includes its lower edge, the last one both."""


@dataclass(frozen=True, slots=True)
class MerBin:
    """Paraphrases whose match error rate to their anchor is in a bin.

    Attributes:
        low: lower edge, included.
        high: upper edge, excluded except in the last bin.
        rows: number of paraphrases.
        similarity: mean cosine of anchor and paraphrase.
    """

    low: float
    high: float
    rows: int
    similarity: float


@dataclass(frozen=True, slots=True)
class KindScore:
    """Triples with one kind of contradiction.

    Attributes:
        kind: its name.
        rows: triples measured.
        ranking: share whose paraphrase is nearer to the anchor; ties count half.
        negation: mean similarity of anchor and contradiction.
    """

    kind: str
    rows: int
    ranking: float
    negation: float


@dataclass(frozen=True, slots=True)
class Probe:
    """Results of an encoder on complete triples; similarities are cosines.

    Attributes:
        rows: triples measured.
        ranking: share whose paraphrase is nearer to the anchor than the negation; ties count half.
        paraphrase: mean similarity of anchor and paraphrase.
        negation: mean similarity of anchor and negation.
        difference: similarity to the paraphrase minus similarity to the negation.
        by_kind: the same by the kind of contradiction, the most frequent first.
        by_mer: similarity of paraphrases by how much their wording differs; without empty bins.
        alignment: mean squared distance of anchor and paraphrase on the unit sphere; less is
            better (Wang and Isola, ICML 2020).
        uniformity: logarithm of the mean of exp(-2 squared distance) over pairs of different
            anchors; less is more evenly spread (same source); None for a single anchor.
        anisotropy: mean cosine of pairs of different anchors; 0 if directions are used evenly, 1 if
            all vectors point one way (Ethayarajh, EMNLP 2019); None for a single anchor.
    """

    rows: int
    ranking: float
    paraphrase: float
    negation: float
    difference: float
    by_kind: list[KindScore]
    by_mer: list[MerBin]
    alignment: float
    uniformity: float | None
    anisotropy: float | None


def probe(encoder: Encoder, triples: Sequence[Triple], advance: Advance | None = None) -> Probe:
    """Measure an encoder on complete triples, at least one."""
    return probe_embeddings(embed(encoder, triple_texts(triples), advance=advance), triples)


def probe_embeddings(embeddings: Embeddings, triples: Sequence[Triple]) -> Probe:
    """Measure embeddings of all texts of complete triples, at least one."""
    anchor = embeddings.of([row.anchor for row in triples])
    paraphrase = embeddings.of([str(row.paraphrase) for row in triples])
    negation = embeddings.of([str(row.negation) for row in triples])
    to_paraphrase, to_negation = row_dots(anchor, paraphrase), row_dots(anchor, negation)
    different = embeddings.of(list(dict.fromkeys(row.anchor for row in triples)))
    return Probe(
        rows=len(triples),
        ranking=ranking(to_paraphrase, to_negation),
        paraphrase=float(to_paraphrase.mean()),
        negation=float(to_negation.mean()),
        difference=float((to_paraphrase - to_negation).mean()),
        by_kind=scores_by_kind(triples, to_paraphrase, to_negation),
        by_mer=similarity_by_mer([row.mer for row in triples], to_paraphrase),
        alignment=alignment(anchor, paraphrase),
        uniformity=uniformity(different),
        anisotropy=anisotropy(different),
    )


def triple_texts(triples: Sequence[Triple]) -> list[str]:
    """Every text of the triples, once."""
    return list(dict.fromkeys(text for row in triples for text in row.texts))


def ranking(to_paraphrase: np.ndarray, to_negation: np.ndarray) -> float:
    """Share of rows where the first is greater, in [0, 1]; a tie counts half."""
    return float(wins(to_paraphrase, to_negation).mean())


def wins(near: np.ndarray, far: np.ndarray) -> np.ndarray:
    """1 where the first is greater, 0 where the second is, a half for a tie."""
    halves: np.ndarray = (near > far) + 0.5 * (near == far)
    return halves


def places_by_kind(triples: Sequence[Triple]) -> dict[str, list[int]]:
    """Indices of the triples with each kind of contradiction, the most frequent kind first."""
    places: dict[str, list[int]] = {}
    for place, row in enumerate(triples):
        # Tables of other origin may have no kind.
        places.setdefault(row.kind or "negation", []).append(place)
    return dict(sorted(places.items(), key=lambda one: (-len(one[1]), one[0])))


def scores_by_kind(
    triples: Sequence[Triple], to_paraphrase: np.ndarray, to_negation: np.ndarray
) -> list[KindScore]:
    """Ranking by the kind of contradiction.

    Args:
        triples: complete ones.
        to_paraphrase: similarity of anchor and paraphrase, `(rows,)`.
        to_negation: similarity of anchor and contradiction, `(rows,)`.
    """
    return [
        KindScore(
            kind,
            len(places),
            ranking(to_paraphrase[places], to_negation[places]),
            float(to_negation[places].mean()),
        )
        for kind, places in places_by_kind(triples).items()
    ]


def similarity_by_mer(rates: Sequence[float | None], similarities: np.ndarray) -> list[MerBin]:
    """Mean similarity in each bin of `MER_EDGES` that has a row with a match error rate.

    Args:
        rates: match error rate of each row.
        similarities: `(rows,)`.
    """
    known = [i for i, rate in enumerate(rates) if rate is not None]
    # The table has 32-bit floats: 0.15 must fall into the bin of its decimal form.
    values = np.array([rates[i] for i in known], dtype=np.float32)
    inner = np.array(MER_EDGES[1:-1], dtype=np.float32)
    places = np.searchsorted(inner, values, side="right")
    chosen = similarities[known]
    return [
        MerBin(low, high, int((places == i).sum()), float(chosen[places == i].mean()))
        for i, (low, high) in enumerate(pairwise(MER_EDGES))
        if (places == i).any()
    ]
