"""Round trips for tuning the backward model: results with other words and the same meaning.

A translation model that is trained longer returns more sentences unchanged, which is good for a
translator and useless for paraphrases. The backward model is therefore tuned on its own good round
trips (rejection sampling): of its n best results, those that pass the pipeline's window and guards
and have a high cosine to the anchor, mixed with the given pairs so that it stays a translator.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.acceptance.measures.similarity import SentenceSimilarity
    from pipeline.translation.engine import Engine

CHUNK = 4096
FORWARD_BEAMS, BACKWARD_BEAMS = 4, 8
JUDGED = 3
"""Candidates of an anchor, best score first, whose similarity is computed."""


@dataclass(frozen=True, slots=True)
class Selected:
    """A good round trip: the pivot text, and the English that the backward model should learn."""

    pivot: str
    paraphrase: str


def select(
    texts: Sequence[str], forward: Path, backward: Path, min_mer: float, min_cosine: float
) -> list[Selected]:
    """The best-scored good result for every text that has one.

    Args:
        texts: English sentences, none of them held out.
        forward, backward: model folders.
        min_mer: lowest match error rate to the anchor.
        min_cosine: lowest cosine to the anchor under all-MiniLM-L6-v2.
    """
    from pipeline.acceptance.measures.similarity import SentenceSimilarity
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare

    engines = [
        open_engine(prepare(str(path), "ctranslate2", Decoding()), "cpu", "int8", 2)
        for path in (forward, backward)
    ]
    similarity = SentenceSimilarity("demo", "cpu")
    found: list[Selected] = []
    for start in range(0, len(texts), CHUNK):
        part = texts[start : start + CHUNK]
        found += _best(
            list(_candidates(part, engines[0], engines[1], min_mer)), similarity, min_cosine
        )
        print(f"{start + len(part)} sentences, {len(found)} good round trips", flush=True)
    return found


@dataclass(frozen=True, slots=True)
class _Candidate:
    anchor: str
    pivot: str
    paraphrase: str
    score: float


def _candidates(
    texts: Sequence[str], forward: Engine, backward: Engine, min_mer: float
) -> Iterator[_Candidate]:
    """Results inside the window that pass the guards."""
    from pipeline.acceptance.guards import Candidate
    from pipeline.acceptance.judging import FilterConfig, judge
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.tokens import decode, encode
    from pipeline.translation.typography import in_form_of

    there, back = forward.checkpoint.name, backward.checkpoint.name
    outward = Decoding(beams=FORWARD_BEAMS)
    outputs = forward.translate(encode(there, texts), outward, batch_tokens=16_384)
    pivots = decode(there, [row[0].ids for row in outputs])
    decoding = Decoding(beams=BACKWARD_BEAMS, candidates=BACKWARD_BEAMS)
    returned = backward.translate(encode(back, pivots), decoding, batch_tokens=16_384)
    config = FilterConfig(min_mer=min_mer)
    for anchor, pivot, row in zip(texts, pivots, returned, strict=True):
        finished = [output for output in row if output.finished]
        for output, text in zip(finished, decode(back, [o.ids for o in finished]), strict=True):
            text = in_form_of(anchor, text)
            if not judge(anchor, Candidate("de", 0, pivot, text, output.score), config).reason:
                yield _Candidate(anchor, pivot, text, output.score)


def _best(
    candidates: Sequence[_Candidate], similarity: SentenceSimilarity, min_cosine: float
) -> list[Selected]:
    by_anchor: dict[str, list[_Candidate]] = defaultdict(list)
    for candidate in sorted(candidates, key=lambda c: -c.score):
        if len(by_anchor[candidate.anchor]) < JUDGED:
            by_anchor[candidate.anchor].append(candidate)
    judged = [candidate for row in by_anchor.values() for candidate in row]
    cosines = similarity.cosines([(c.anchor, c.paraphrase) for c in judged])
    best: dict[str, Selected] = {}
    for candidate, cosine in zip(judged, cosines, strict=True):
        if cosine >= min_cosine:
            best.setdefault(candidate.anchor, Selected(candidate.pivot, candidate.paraphrase))
    return list(best.values())
