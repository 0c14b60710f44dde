#!/usr/bin/env python3
r"""Sentences per second of `pipeline run negate`, compared with the bare parser and single calls.

    benchmarks/negate.py --sentences wiki.parquet --count 20000 --workers 2
    benchmarks/negate.py --sentences wiki.parquet --memory 10000 --memory 200000

Four ways over the same sentences, each in a fresh process, start and model loading included, one
after the other in each round; figures are medians over the rounds:

negate   the stage as it is: Parquet in, rules, Parquet out, in a pool
all      the same with --kinds all --per-sentence 4
parser   tokenizer, tok2vec, tagger and parser alone in the same pool, nothing kept or written
calls    nlp(text) with all components, one sentence per call, in one process (on fewer sentences)

The first ratio shows the cost of everything around the parser, the second the gain over calling
the parser on each sentence. Times are wall-clock and CPU times of all processes.
"""

from __future__ import annotations

import json
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

WAYS = ("negate", "all", "parser", "calls")
CHUNK = 512


@dataclass(frozen=True, slots=True)
class Timing:
    """One run: sentences, wall-clock and CPU seconds, peak memory in MiB."""

    sentences: int
    wall: float
    cpu: float
    peak: float


def timed(way: str, artifacts: Path, count: int, workers: int) -> Timing:
    """Run one way in a separate process."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, __file__, "worker", way, str(artifacts), str(count), str(workers)],
        stdout=subprocess.PIPE,
        check=True,
    )
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Timing(count, wall, cpu, json.loads(done.stdout.splitlines()[-1])["peak_mib"])


def prepare(sentences: Path, artifacts: Path, count: int) -> int:
    """Ingest the first `count` sentences in a separate process; returns how many were kept.

    The peak memory of a process starts at that of its parent, so this process must stay small.
    """
    done = subprocess.run(
        [sys.executable, __file__, "ingest", str(sentences), str(artifacts), str(count)],
        stdout=subprocess.PIPE,
        check=True,
    )
    return int(json.loads(done.stdout.splitlines()[-1]))


def ingest(sentences: Path, artifacts: Path, count: int) -> None:
    """Ingest the first `count` sentences, in this process; prints how many were kept."""
    import pyarrow.parquet as pq

    from pipeline.stages.ingest import IngestConfig, run_ingest

    texts: list[str] = []
    if sentences.suffix == ".parquet":
        for batch in pq.ParquetFile(sentences).iter_batches(columns=["text"]):
            texts += batch.column("text").to_pylist()
            if len(texts) >= count:
                break
    else:
        texts = sentences.read_text("utf-8").splitlines()
    lines = artifacts / "input.txt"
    artifacts.mkdir(parents=True, exist_ok=True)
    lines.write_text(
        "".join(" ".join(t.split()) + "\n" for t in texts[:count]), "utf-8", newline="\n"
    )
    typer.echo(run_ingest([str(lines)], artifacts, IngestConfig(), overwrite=True).rows)


def compare(
    sentences: Annotated[Path, typer.Option(help="Parquet with a column `text`, or a text file.")],
    count: Annotated[
        int, typer.Option(min=1, help="Sentences for all ways except `calls`.")
    ] = 20_000,
    calls: Annotated[int, typer.Option(min=1, help="Sentences for `calls`.")] = 3_000,
    workers: Annotated[int, typer.Option(min=1)] = 2,
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    memory: Annotated[
        list[int] | None,
        typer.Option(help="Report the stage's peak memory at these counts instead."),
    ] = None,
) -> None:
    """Compare the stage with the bare parser and with one call per sentence."""
    with tempfile.TemporaryDirectory() as folder:
        if memory:
            for size in memory:
                artifacts = Path(folder) / str(size)
                found = timed("negate", artifacts, prepare(sentences, artifacts, size), workers)
                typer.echo(f"{found.sentences:>9,} sentences: peak {found.peak:,.0f} MiB a process")
            return
        artifacts = Path(folder)
        rows = prepare(sentences, artifacts, count)
        sizes = dict.fromkeys(WAYS, rows) | {"calls": min(calls, rows)}
        runs: dict[str, list[Timing]] = {way: [] for way in WAYS}
        for _ in range(rounds):
            for way in WAYS:
                runs[way].append(
                    timed(way, artifacts, sizes[way], 1 if way == "calls" else workers)
                )
        report(runs)


def report(runs: dict[str, list[Timing]]) -> None:
    """Print the table and both ratios."""
    typer.echo(
        f"{'way':8} {'sentences':>10} {'wall s':>8} {'CPU s':>8} {'sent/s':>8} {'per CPU s':>10}"
    )
    rates = {}
    for way, timings in runs.items():
        wall = statistics.median(t.wall for t in timings)
        cpu = statistics.median(t.cpu for t in timings)
        rates[way] = timings[0].sentences / wall, timings[0].sentences / cpu
        typer.echo(
            f"{way:8} {timings[0].sentences:10,} {wall:8.2f} {cpu:8.2f}"
            f" {rates[way][0]:8,.0f} {rates[way][1]:10,.0f}"
        )
    for other, what in (("parser", "the bare parser pool"), ("calls", "one call a sentence")):
        for way in ("negate", "all"):
            by_clock, by_cpu = (a / b for a, b in zip(rates[way], rates[other], strict=True))
            typer.echo(
                f"{way} is {by_clock:.2f} times {what} by the clock, {by_cpu:.2f} by CPU time."
            )


def worker(way: str, artifacts: Path, count: int, workers: int) -> None:
    """Run one way in this process; prints its peak memory."""
    ways = {"negate": _negate, "all": _all_kinds, "parser": _parser, "calls": _calls}
    ways[way](artifacts, count, workers)
    own, below = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    typer.echo(json.dumps({"peak_mib": max(own, below) / 1024}))


def _negate(artifacts: Path, count: int, workers: int) -> None:
    from pipeline.execution.local import LocalExecutor
    from pipeline.stages.negate import NegateConfig, run_negate

    shutil.rmtree(artifacts / "negations", ignore_errors=True)
    run_negate(artifacts, NegateConfig(), executor=LocalExecutor(workers))


def _all_kinds(artifacts: Path, count: int, workers: int) -> None:
    from pipeline.execution.local import LocalExecutor
    from pipeline.negation import NegationConfig, parse_kinds
    from pipeline.stages.negate import NegateConfig, run_negate

    shutil.rmtree(artifacts / "negations", ignore_errors=True)
    kinds = NegationConfig(kinds=parse_kinds("all"), per_sentence=4)
    run_negate(artifacts, NegateConfig(negation=kinds), executor=LocalExecutor(workers))


def _texts(artifacts: Path, count: int) -> list[str]:
    from pipeline.storage.artifacts import ArtifactsFolder

    texts: list[str] = (
        ArtifactsFolder(artifacts).table("sentences").read(0, count)["text"].to_pylist()
    )
    return texts


def _parse(texts: list[str]) -> int:
    from pipeline.negation import load_parser

    return sum(len(doc) for doc in load_parser().pipe(texts, batch_size=256))


def _parser(artifacts: Path, count: int, workers: int) -> None:
    from pipeline.execution.local import LocalExecutor

    texts = _texts(artifacts, count)
    chunks: Iterator[list[str]] = (texts[i : i + CHUNK] for i in range(0, count, CHUNK))
    sum(LocalExecutor(workers).ordered_map(_parse, chunks))


def _calls(artifacts: Path, count: int, workers: int) -> None:
    import spacy

    from pipeline.negation.parser import PARSERS

    name = next(p for p in PARSERS if spacy.util.is_package(p))
    nlp = spacy.load(name)
    for text in _texts(artifacts, count):
        nlp(text)


if __name__ == "__main__":
    if sys.argv[1:2] == ["worker"]:
        worker(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
    elif sys.argv[1:2] == ["ingest"]:
        ingest(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
    else:
        typer.run(compare)
