#!/usr/bin/env python3
r"""Firefox's models: our decoder against `fxtranslate`, in translations, speed and memory.

    benchmarks/firefox.py --model models/en-pt --sentences news.txt --count 2000
    benchmarks/firefox.py --model models/en-pt --sentences news.txt --count 2000 --ordered

The library runs in as many processes as we have threads and translates one text at a time, which is
its only mode; ours gets the same texts at once. Each way translates all texts once before it is
measured (processes start, code is compiled), then `--rounds` times in turn with the others; figures
are medians. `--ordered` adds our decoder with the library's order of sums, which is slow: if it
gives the same translations, the others differ only by rounding. `--differing` lists those.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pipeline.translation.decoding import Decoding, Output
    from pipeline.translation.engines.marian.engine import MarianEngine

BUDGET = 16_384
CHUNK = 32
Ways = dict[str, Callable[[], list[str]]]

_library: Any = None


def main(
    model: Annotated[Path, typer.Option(help="Folder of one direction, as Firefox has it.")],
    sentences: Annotated[Path, typer.Option(help="Sentences, one a line.")],
    count: Annotated[int, typer.Option(help="Sentences to translate.")] = 2000,
    threads: Annotated[int, typer.Option(help="Threads of ours, processes of the library.")] = 2,
    rounds: Annotated[int, typer.Option(help="Times that each way is measured.")] = 3,
    ordered: Annotated[
        bool, typer.Option(help="Also compare with the library's roundings.")
    ] = False,
    differing: Annotated[
        Path | None, typer.Option(help="File for what differs, JSON lines.")
    ] = None,
) -> None:
    """Print the figures as JSON."""
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
    from pipeline.translation.engines.marian.vocabulary import load_vocabularies

    texts = sentences.read_text(encoding="utf-8").splitlines()[:count]
    checkpoint = examine_student(str(model))
    engine = MarianEngine(checkpoint, "cpu", threads=threads)
    vocabularies = load_vocabularies(str(model))
    greedy, beams = Decoding(1, 1), Decoding(4, 4)

    def ours(made: MarianEngine, decoding: Decoding) -> list[list[Output]]:
        ids = vocabularies.source.encode(texts)
        return made.translate(ids, decoding, batch_tokens=BUDGET)

    def best(found: list[list[Output]]) -> list[str]:
        return [vocabularies.target.decode(row[0].ids).strip() for row in found]

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(threads, context, _load, (str(model),)) as pool:
        chunks = [texts[i : i + CHUNK] for i in range(0, len(texts), CHUNK)]
        ways: Ways = {
            "fxtranslate": lambda: [text for part in pool.map(_translate, chunks) for text in part],
            "greedy": lambda: best(ours(engine, greedy)),
            "beam 4, four candidates": lambda: best(ours(engine, beams)),
        }
        found, speed = _measure(ways, len(texts), rounds)
    library = found["fxtranslate"]
    equal = {name: _share(found[name], library) for name in ways if name != "fxtranslate"}
    if ordered:
        sys.path.append(str(Path(__file__).parents[1]))
        from tests.pipeline.translation.engines.marian.ordered import ordered as operations

        slow = MarianEngine(checkpoint, "cpu", threads=threads, operations=operations())
        found["ordered"] = best(ours(slow, greedy))
        equal["ordered"] = _share(found["ordered"], library)
    ids = vocabularies.source.encode(texts)
    scores = {
        name: statistics.mean(
            engine.score(
                ids,
                [row[:-1] for row in vocabularies.target.encode(rows)],
                batch_tokens=BUDGET,
            )
        )
        for name, rows in found.items()
    }
    if differing:
        _write(differing, texts, found)
    figures = {
        "sentences": len(texts),
        "source tokens a sentence": round(statistics.mean(map(len, ids)), 1),
        "sentences/s": speed,
        "equal to fxtranslate": equal,
        "mean log-probability a token under our network": scores,
        "peak memory, MiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    print(json.dumps(figures, indent=2))


def _measure(ways: Ways, count: int, rounds: int) -> tuple[dict[str, list[str]], dict[str, float]]:
    """What each way gives, and its median sentences a second."""
    found = {name: run() for name, run in ways.items()}
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return found, {name: round(count / statistics.median(s), 1) for name, s in seconds.items()}


def _share(found: list[str], wanted: list[str]) -> float:
    return sum(a == b for a, b in zip(found, wanted, strict=True)) / len(wanted)


def _write(path: Path, texts: list[str], found: dict[str, list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for text, *rows in zip(texts, *found.values(), strict=True):
            if len(set(rows)) > 1:
                line = {"text": text} | dict(zip(found, rows, strict=True))
                file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _load(folder: str) -> None:
    global _library
    from fxtranslate import Translator

    from pipeline.translation.engines.marian.files import find_files

    files = find_files(Path(folder))
    _library = Translator(*(path.read_bytes() if path else None for path in files))


def _translate(texts: list[str]) -> list[str]:
    return [_library.translate(text).strip() for text in texts]


if __name__ == "__main__":
    typer.run(main)
