#!/usr/bin/env python3
r"""Processor time of the judges of meaning, compared with that of the translation.

    benchmarks/judging_cost.py --sentences wiki.txt
    benchmarks/judging_cost.py --sentences wiki.txt --models firefox:pt --models demo --beams 4

For each pivot: translating there and back, and then each judge alone on the same candidates, as
`backtranslate --judges` and `filter --min-similarity` run them, in this process with one thread.
Shares are relative to the translation through that pivot. The last part is `filter` without judges:
the window and all guards; a row is a sentence with its candidates from all pivots. The parts
alternate over `--rounds` rounds; the figures are medians.
"""

from __future__ import annotations

import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pipeline.acceptance.guards import Candidate
    from pipeline.acceptance.measures.window import Window
    from pipeline.translation.engine import Engine
    from pipeline.translation.roundtrip import Backtranslation, RoundTrip, Trip

Seconds = dict[str, list[float]]


def main(
    sentences: Annotated[Path, typer.Option(exists=True, help="Sentences, one per line.")],
    models: Annotated[
        list[str] | None,
        typer.Option(help="As for backtranslate --models.", show_default="firefox:pt, demo"),
    ] = None,
    beams: Annotated[int, typer.Option(help="Beams.")] = 4,
    candidates: Annotated[int, typer.Option(help="Candidates a pivot.")] = 4,
    rounds: Annotated[int, typer.Option(help="How often each part is measured.")] = 3,
    judge_window: Annotated[
        str | None, typer.Option(help="As for backtranslate --judge-window.")
    ] = None,
) -> None:
    """Print a table of processor time per sentence."""
    from pipeline.acceptance.measures.window import parse_window
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import RoundTrip, RoundTripConfig
    from pipeline.translation.tokens import TokenizerPool

    anchors = sentences.read_text(encoding="utf-8").splitlines()
    window = None if judge_window is None else parse_window("--judge-window", judge_window)
    decoding = Decoding(beams, candidates)
    pivots = resolve_pivots(models or ["firefox:pt", "demo"])
    spent: dict[str, Seconds] = {}
    found: dict[str, Trip] = {}
    with TokenizerPool(0) as pool:
        trips = {}
        for pivot in pivots:
            forward, backward = (
                open_engine(prepare(name, "auto", decoding), "cpu", "auto", 1)
                for name in (pivot.forward, pivot.backward)
            )
            trips[pivot.lang] = RoundTrip(forward, backward, pool, RoundTripConfig(decoding))
        for i, (lang, trip) in enumerate(trips.items()):
            witness = trips[pivots[i - 1].lang].forward if len(pivots) > 1 else None
            spent[lang], found[lang] = pivot_costs(anchors, lang, trip, witness, rounds, window)
    filtering = guards_cost(anchors, candidates_of(found), rounds)
    print(f"{len(anchors)} sentences, beam {beams}, {candidates} candidates a pivot")
    print("| pivot | part | candidates judged | ms a sentence | of the translation |")
    print("|---|---|--:|--:|--:|")
    for lang, parts in spent.items():
        judged = sum(map(len, good(anchors, lang, found[lang], window)))
        whole = statistics.median(parts["translation"])
        for name, seconds in parts.items():
            middle = statistics.median(seconds)
            print(
                f"| {lang} | {name} | {'' if name == 'translation' else judged}"
                f" | {1000 * middle / len(anchors):.1f} | {middle / whole:.0%} |"
            )
    print(f"\nfilter without judges: {1e6 * filtering / len(anchors):.0f} us a sentence")


def pivot_costs(
    anchors: list[str],
    lang: str,
    trip: RoundTrip,
    witness: Engine | None,
    rounds: int,
    window: Window | None,
) -> tuple[Seconds, Trip]:
    """Processor seconds of each part, and the candidates."""
    from pipeline.acceptance.measures.similarity import SentenceSimilarity
    from pipeline.translation import judges
    from pipeline.translation.roundtrip import interleaved

    def translate() -> Trip:
        return next(interleaved([trip.steps(anchors, range(len(anchors)))]))

    made = translate()
    rows = zip(anchors, good(anchors, lang, made, window), strict=True)
    chosen = [(anchor, candidate) for anchor, row in rows for candidate in row]
    encoder = SentenceSimilarity("demo", "cpu")
    parts: dict[str, Callable[[], object]] = {
        "translation": translate,
        "guards before judging": lambda: good(anchors, lang, made, window),
        "forced": lambda: next(interleaved([judges.forced_scores(trip, chosen)])),
        "trust": lambda: next(interleaved([judges.figures(trip, chosen, made.firsts)])),
        "similarity (demo)": lambda: encoder.cosines([(a, c.paraphrase) for a, c in chosen]),
    }
    if witness is not None:
        other = witness
        parts["agreement"] = lambda: next(interleaved([judges.agreements(trip, other, chosen)]))
    spent: Seconds = defaultdict(list)
    for part in parts.values():
        part()
    for _ in range(rounds):
        for name, part in parts.items():
            spent[name].append(timed(part))
    return spent, made


def good(
    anchors: list[str], lang: str, made: Trip, window: Window | None
) -> list[list[Backtranslation]]:
    """Candidates that the judges score: those in the window that no guard refuses."""
    from pipeline.translation.judges import worth_judging

    return [
        [c for rank, c in enumerate(row) if worth_judging(anchor, lang, rank, c, window)]
        for anchor, row in zip(anchors, made.candidates, strict=True)
    ]


def candidates_of(found: dict[str, Trip]) -> list[list[Candidate]]:
    """The candidates of each sentence, of all pivots."""
    from pipeline.acceptance.guards import Candidate

    rows = zip(*(trip.candidates for trip in found.values()), strict=True)
    return [
        [
            Candidate(lang, rank, back.pivot_text, back.paraphrase, back.score)
            for lang, backs in zip(found, row, strict=True)
            for rank, back in enumerate(backs)
        ]
        for row in rows
    ]


def guards_cost(anchors: list[str], candidates: list[list[Candidate]], rounds: int) -> float:
    """Processor seconds of the window and all guards over all candidates."""
    from pipeline.acceptance.judging import FilterConfig, choose, judge

    config = FilterConfig()

    def run() -> None:
        for anchor, row in zip(anchors, candidates, strict=True):
            choose(row, [judge(anchor, candidate, config) for candidate in row], "score")

    run()
    return statistics.median(timed(run) for _ in range(rounds))


def timed(part: Callable[[], object]) -> float:
    """Processor seconds of a call."""
    start = time.process_time()
    part()
    return time.process_time() - start


if __name__ == "__main__":
    typer.run(main)
