#!/usr/bin/env python3
r"""Measure two translation models, English to German and back: BLEU and round trips.

    tools/measure_demo_models.py --pairs pairs.parquet \
        --forward models/en-de --backward models/de-en

The pairs are what `tools/train_demo_models.py pairs` writes; only its test split is read.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pipeline.acceptance.measures.similarity import SentenceSimilarity
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engine import Engine

TEST_SETS = ("tatoeba", "ntrex-128", "wmt-newstest")
MIN_MER, MAX_MER, MIN_COSINE = 0.15, 0.6, 0.8
MIN_WORDS = 4
BEAMS = 4
SEED = 1

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One candidate of a round trip, judged as `pipeline run filter` judges it."""

    paraphrase: str
    mer: float
    cosine: float
    guarded: bool

    @property
    def inside(self) -> bool:
        """Whether the match error rate lies in the window, both ends included."""
        return MIN_MER <= self.mer <= MAX_MER

    @property
    def similar(self) -> bool:
        """Whether it is inside the window, and its cosine to the anchor is high enough."""
        return self.inside and self.cosine >= MIN_COSINE

    @property
    def accepted(self) -> bool:
        """Whether it is similar, and no negation or number was lost or gained."""
        return self.similar and not self.guarded


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """An English sentence, its German translation, and the candidates back, best first."""

    anchor: str
    pivot: str
    candidates: tuple[Judgement, ...]


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of sentences, in [0, 1]; for the best candidate unless stated otherwise."""

    sentences: int
    identical: float
    inside_window: float
    inside_and_similar: float
    accepted: float
    any_of_candidates_accepted: float


def read_test(path: Path, source: str, count: int) -> list[Pair]:
    """`count` random (English, German) test pairs of one source, always the same ones."""
    import pyarrow.parquet as pq

    filters = [("source", "=", source), ("split", "=", "test")]
    table = pq.read_table(path, columns=["en", "de"], filters=filters)
    rows = sorted(zip(table["en"].to_pylist(), table["de"].to_pylist(), strict=True))
    return random.Random(SEED).sample(rows, min(count, len(rows)))


def load(folder: Path) -> Engine:
    """The model in single precision on the CPU."""
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare

    return open_engine(prepare(str(folder), "auto", Decoding(beams=BEAMS)), "cpu", "fp32", 1)


def translations(engine: Engine, texts: Sequence[str], decoding: Decoding) -> list[list[str]]:
    """The hypotheses of each text, best first."""
    from pipeline.translation.tokens import decode, encode

    name = engine.checkpoint.name
    found = engine.translate(encode(name, texts), decoding, batch_tokens=8192)
    return [decode(name, [output.ids for output in outputs]) for outputs in found]


def bleu(engine: Engine, sources: Sequence[str], references: Sequence[str]) -> float:
    """sacreBLEU (13a tokens, one reference) of the best of beam 4, in [0, 100]."""
    from sacrebleu import corpus_bleu

    from pipeline.translation.decoding import Decoding

    best = [hypotheses[0] for hypotheses in translations(engine, sources, Decoding(beams=BEAMS))]
    return float(corpus_bleu(best, [list(references)]).score)


def everyday_sentences(path: Path, count: int) -> list[str]:
    """Different English sentences of the held-out Tatoeba with at least four words."""
    pairs = read_test(path, "tatoeba", 1_000_000)
    texts = sorted({en for en, _ in pairs if len(en.split()) >= MIN_WORDS})
    return random.Random(SEED).sample(texts, min(count, len(texts)))


def round_trips(
    texts: Sequence[str],
    forward: Engine,
    backward: Engine,
    similarity: SentenceSimilarity,
) -> list[RoundTrip]:
    """Each text with the best translation of beam 4, and the four back from it, each judged."""
    from pipeline.acceptance.meaning.polarity import polarity_changed
    from pipeline.acceptance.meaning.quantities import numbers_changed
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.typography import in_form_of
    from schemas.mer import mer

    pivots = [found[0] for found in translations(forward, texts, Decoding(beams=BEAMS))]
    found = translations(backward, pivots, Decoding(beams=BEAMS, candidates=BEAMS))
    back = [[in_form_of(a, text) for text in row] for a, row in zip(texts, found, strict=True)]
    pairs = [(a, text) for a, row in zip(texts, back, strict=True) for text in row]
    cosine = dict(zip(pairs, similarity.cosines(pairs), strict=True))

    def judge(anchor: str, text: str) -> Judgement:
        guarded = polarity_changed(anchor, text) or numbers_changed(anchor, text)
        return Judgement(text, mer(anchor, text), cosine[anchor, text], guarded)

    return [
        RoundTrip(anchor, pivot, tuple(judge(anchor, text) for text in row))
        for anchor, pivot, row in zip(texts, pivots, back, strict=True)
    ]


def shares(trips: Sequence[RoundTrip]) -> Shares:
    """Shares of the round trips by quality."""
    from pipeline.acceptance.text.form import copied

    n = len(trips)
    best = [trip.candidates[0] for trip in trips]
    return Shares(
        sentences=n,
        identical=sum(copied(t.anchor, t.candidates[0].paraphrase) for t in trips) / n,
        inside_window=sum(one.inside for one in best) / n,
        inside_and_similar=sum(one.similar for one in best) / n,
        accepted=sum(one.accepted for one in best) / n,
        any_of_candidates_accepted=sum(any(c.accepted for c in t.candidates) for t in trips) / n,
    )


def print_tables(scores: dict[str, dict[str, float]], found: Shares) -> None:
    """BLEU and round trips as tables for people."""
    from rich.console import Console
    from rich.table import Table

    table = Table("test set", "en-de", "de-en", title="sacreBLEU, beam 4")
    for name, score in scores.items():
        table.add_row(name, f"{score['en-de']:.1f}", f"{score['de-en']:.1f}")
    console = Console()
    console.print(table)
    table = Table("round trips", "share", title=f"{found.sentences} held-out everyday sentences")
    for name, share in asdict(found).items():
        if name != "sentences":
            table.add_row(name.replace("_", " "), f"{share:.1%}")
    console.print(table)


def main(
    pairs: Annotated[Path, typer.Option(help="Parquet with en, de, source, split.")],
    forward: Annotated[Path, typer.Option(help="Model folder, English to German.")],
    backward: Annotated[Path, typer.Option(help="Model folder, German to English.")],
    count: Annotated[int, typer.Option(help="Sentences per test set.", min=1)] = 500,
    read: Annotated[int, typer.Option(help="Number of round trips to print.", min=0)] = 0,
    json_: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
) -> None:
    """Measure BLEU in both directions on three test sets, and the quality of the round trips."""
    from pipeline.acceptance.measures.similarity import SentenceSimilarity

    out, back = load(forward), load(backward)
    texts = everyday_sentences(pairs, count)
    trips = round_trips(texts, out, back, SentenceSimilarity("demo", "cpu"))
    for trip in trips[:read]:
        best = trip.candidates[0]
        print(f"{best.mer:.2f} {best.cosine:.2f}  {trip.anchor}\n           {trip.pivot}")
        print(f"           {best.paraphrase}" + ("  [guarded]" if best.guarded else ""))
    scores = {}
    for name in TEST_SETS:
        rows = read_test(pairs, name, count)
        english, german = [en for en, _ in rows], [de for _, de in rows]
        scores[name] = {"en-de": bleu(out, english, german), "de-en": bleu(back, german, english)}
    found = shares(trips)
    if json_:
        print(json.dumps({"bleu": scores, "round_trips": asdict(found)}, indent=2))
    else:
        print_tables(scores, found)


if __name__ == "__main__":
    typer.run(main)
