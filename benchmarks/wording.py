#!/usr/bin/env python3
r"""How much the wording of paraphrases differs from their sentences, by setting.

    benchmarks/wording.py --sentences wiki.txt --decoding usual --decoding ngram_penalty=0.006
    benchmarks/wording.py --sentences wiki.txt --decoding beam_groups=4,diversity=1
    benchmarks/wording.py --sentences wiki.txt --select score --select diverse --read 50 --to read/

Each sentence is translated there and back with each `--decoding`: settings of the way back by their
names in `Decoding` (`ngram_penalty`, `avoid`, `beam_groups`, `diversity`), or `usual` for none. The
candidates are filtered at each `--select`: the window, all guards, `--min-similarity demo:0.8`. A
selection may end in `+SURE` for `--max-mer-sure SURE`. For each way: the share of sentences with
an accepted paraphrase; of the chosen ones the mean match error rate, the share with two or more new
content words, and the mean cosine; and the processor time of the round trip.

`--read N` writes N chosen paraphrases of each way for a reader: `read.tsv` is shuffled and does not
tell the ways, `key.tsv` does. Sentences for which all ways have a paraphrase are taken first, so
that readers compare like with like; a paraphrase that several ways chose is read once.
"""

from __future__ import annotations

import csv
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pipeline.acceptance.guards import Candidate

THRESHOLD = "demo:0.8"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The paraphrase of a sentence."""

    number: int
    anchor: str
    paraphrase: str
    mer: float
    cosine: float

    @property
    def new(self) -> int:
        """Number of content words that the sentence has in no form."""
        from pipeline.acceptance.text.words import FUNCTION_WORDS, STEM, words

        before, now = (
            {w[:STEM] for w in words(text) if w.isalpha() and w not in FUNCTION_WORDS}
            for text in (self.anchor, self.paraphrase)
        )
        return len(now - before)


def main(
    sentences: Annotated[Path, typer.Option(exists=True, help="Sentences, one per line.")],
    models: Annotated[str, typer.Option(help="As for backtranslate --models.")] = "firefox:pt",
    decoding: Annotated[
        list[str] | None,
        typer.Option(help="NAME=VALUE,... of the way back.", show_default="usual"),
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(help="As for filter.", show_default="score")
    ] = None,
    beams: Annotated[int, typer.Option(help="Beams and candidates.")] = 4,
    read: Annotated[int, typer.Option(help="Number of paraphrases of each way to write.")] = 0,
    to: Annotated[Path, typer.Option(help="Folder for the files of --read.")] = Path(),
    seed: Annotated[int, typer.Option(help="Random seed for choosing them.")] = 0,
) -> None:
    """Print a row of figures for each way back and selection."""
    anchors = sentences.read_text(encoding="utf-8").splitlines()
    if not anchors:
        raise typer.BadParameter(f"{sentences} has no sentences.")
    ways: dict[str, list[Chosen]] = {}
    print("| way back, selection | accepted | MER | two new words | cosine | ms a sentence |")
    print("|---|--:|--:|--:|--:|--:|")
    for settings in decoding or ["usual"]:
        candidates, seconds = translated(anchors, models, settings, beams)
        for name in select or ["score"]:
            found = filtered(anchors, candidates, name)
            ways[f"{settings}, {name}"] = found
            print(
                f"| {settings}, {name} | {len(found) / len(anchors):.1%}"
                f" | {mean((c.mer for c in found), '.3f')}"
                f" | {mean((c.new >= 2 for c in found), '.1%')}"
                f" | {mean((c.cosine for c in found), '.3f')}"
                f" | {1000 * seconds / len(anchors):.0f} |",
                flush=True,
            )
    if read:
        write(ways, read, to, seed)


def mean(values: Iterable[float], spec: str) -> str:
    """The mean of some values, or a dash if there are none."""
    known = list(values)
    return format(statistics.mean(known), spec) if known else "-"


def translated(
    anchors: Sequence[str], models: str, settings: str, beams: int
) -> tuple[list[list[Candidate]], float]:
    """Candidates of each sentence, and the processor time that there and back took."""
    from pipeline.acceptance.guards import Candidate
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import open_engine, prepare
    from pipeline.translation.models import resolve_pivots
    from pipeline.translation.roundtrip import RoundTrip, RoundTripConfig, interleaved
    from pipeline.translation.tokens import TokenizerPool

    config = RoundTripConfig(Decoding(beams, beams, **parsed(settings)))
    (pivot,) = resolve_pivots([models])
    engines = [
        open_engine(prepare(name, "auto", decoding), "cpu", "auto", 1)
        for name, decoding in (
            (pivot.forward, config.outward),
            (pivot.backward, config.decoding),
        )
    ]
    with TokenizerPool(0) as pool:
        trip = RoundTrip(engines[0], engines[1], pool, config)
        next(interleaved([trip.steps(anchors[:1], [0])]))
        start = time.process_time()
        made = next(interleaved([trip.steps(anchors, range(len(anchors)))]))
        seconds = time.process_time() - start
    return [
        [
            Candidate(pivot.lang, rank, back.pivot_text, back.paraphrase, back.score)
            for rank, back in enumerate(row)
        ]
        for row in made.candidates
    ], seconds


def parsed(settings: str) -> dict[str, Any]:
    """Settings of the decoding by name; whole numbers stay whole."""
    if settings == "usual":
        return {}
    pairs = (pair.split("=") for pair in settings.split(","))
    return {name: int(value) if value.isdigit() else float(value) for name, value in pairs}


def filtered(
    anchors: Sequence[str], candidates: Sequence[Sequence[Candidate]], name: str
) -> list[Chosen]:
    """What `filter` chooses, with the selection of that name."""
    from pipeline.acceptance.judging import FilterConfig, choose, judge, parse_select
    from pipeline.acceptance.measures.thresholds import parse_threshold
    from pipeline.stages.thresholds import Thresholds

    select, _, sure = name.partition("+")
    config = FilterConfig(
        select=parse_select(select),
        min_similarity=parse_threshold("--min-similarity", THRESHOLD, -1, THRESHOLD),
        max_mer_sure=float(sure) if sure else None,
    )
    verdicts = [
        [judge(anchor, candidate, config) for candidate in row]
        for anchor, row in zip(anchors, candidates, strict=True)
    ]
    Thresholds(config, "cpu").apply(anchors, candidates, verdicts)
    found = []
    for number, anchor in enumerate(anchors):
        place = choose(candidates[number], verdicts[number], config.select)
        if place is not None:
            verdict = verdicts[number][place]
            text = candidates[number][place].paraphrase
            found.append(Chosen(number, anchor, text, verdict.mer, verdict.similarity or 0.0))
    return found


def write(ways: dict[str, list[Chosen]], count: int, folder: Path, seed: int) -> None:
    """Write the paraphrases to read, and separately the way that each is from."""
    draw = random.Random(seed)
    common = set.intersection(*({c.number for c in found} for found in ways.values()))
    readings: dict[tuple[str, str], list[str]] = defaultdict(list)
    order = {c.number: draw.random() for found in ways.values() for c in found}
    for name, found in ways.items():
        found = sorted(found, key=lambda c: (c.number not in common, order[c.number]))
        for chosen in found[:count]:
            readings[chosen.anchor, chosen.paraphrase].append(name)
    rows = list(readings.items())
    draw.shuffle(rows)
    folder.mkdir(parents=True, exist_ok=True)
    with (
        (folder / "read.tsv").open("w", encoding="utf-8", newline="") as blind,
        (folder / "key.tsv").open("w", encoding="utf-8", newline="") as key,
    ):
        texts, names = (csv.writer(file, delimiter="\t") for file in (blind, key))
        for number, (pair, chosen_by) in enumerate(rows):
            texts.writerow((number, *pair))
            names.writerow((number, *chosen_by))


if __name__ == "__main__":
    typer.run(main)
