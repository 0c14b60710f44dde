#!/usr/bin/env python3
r"""Firefox's models: our decoder against `fxtranslate`, in translations, speed and memory.

    benchmarks/firefox.py --model models/en-pt --sentences news.txt --count 2000
    benchmarks/firefox.py --model models/en-pt --sentences news.txt --precision int8 \
        --back models/pt-en

The library runs in as many processes as we have threads and translates one text at a time, which is
its only mode; ours gets the same texts at once. Each way translates all texts once before it is
measured (processes start, code is compiled), then `--rounds` times, alternating with the others;
figures are medians, by the clock and by processor time, which other programs affect less.
`--apart` also measures ours as `backtranslate` runs it on several cores: in as many processes of
one thread, each with its part of the texts.

Differences from the library are counted by kind. `--precision` adds greedy translation in other
precisions than the default, which is `exact` on a CPU; where `exact` gives the library's
translation and another one does not, the difference is due to rounding alone. `--differing` lists
them. `--back` also translates back, each way its own translations, and gives BLEU and chrF against
the original sentences, with a paired bootstrap test of each way's difference from `fxtranslate`.
Peak memory is that of this process, which runs the threads, and of each process of `--apart`.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from pipeline.translation.decoding import Output
    from pipeline.translation.engines.marian.engine import MarianEngine

BUDGET = 16_384
CHUNK = 32
BEAMS = {"greedy": 1, "beam 4, four candidates": 4}


class Made(NamedTuple):
    """Translations, and the processor time that they took."""

    texts: list[str]
    seconds: float


Ways = dict[str, Callable[[], Made]]

_library: Any = None
_ours: Any = None


def main(
    model: Annotated[Path, typer.Option(help="Folder of one direction, as Firefox has it.")],
    sentences: Annotated[Path, typer.Option(help="Sentences, one per line.")],
    count: Annotated[int, typer.Option(help="Sentences to translate.")] = 2000,
    threads: Annotated[int, typer.Option(help="Threads for ours, processes for the library.")] = 2,
    rounds: Annotated[int, typer.Option(min=0, help="How often each way is measured.")] = 3,
    back: Annotated[
        Path | None, typer.Option(help="Folder of the other direction, to translate back.")
    ] = None,
    precision: Annotated[
        list[str] | None, typer.Option(help="Further precisions, such as int8 and fp32.")
    ] = None,
    apart: Annotated[
        bool, typer.Option(help="Also measure ours in processes of one thread.")
    ] = False,
    differing: Annotated[
        Path | None, typer.Option(help="JSON lines file for the translations that differ.")
    ] = None,
) -> None:
    """Print the figures as JSON."""
    texts = sentences.read_text(encoding="utf-8").splitlines()[:count]
    ours = Ours(model, threads)
    others = {f"greedy, {name}": Ours(model, threads, precision=name) for name in precision or ()}
    with LibraryPool(model, threads) as library, OurPool(model, threads if apart else 0) as pool:
        ways: Ways = {"fxtranslate": lambda: library.translate(texts)}
        for name, beams in BEAMS.items():
            ways[name] = partial(ours.translate, texts, beams)
        ways |= {name: partial(engine.translate, texts, 1) for name, engine in others.items()}
        found = {name: run().texts for name, run in ways.items()}
        for name, beams in BEAMS.items() if apart else ():
            ways[f"{name}, {threads} processes"] = partial(pool.translate, texts, beams)
            if pool.translate(texts, beams).texts != found[name]:
                raise AssertionError(f"{name}: processes give other translations than threads.")
        speed = _measure(ways, len(texts), rounds) if rounds else {}
        typer.echo(f"sentences/s: {json.dumps(speed)}", err=True)
        peaks = [_peak(), *pool.peaks()]
    theirs, mine = found["fxtranslate"], found["greedy"]
    shares = {name: _share(rows, theirs) for name, rows in found.items() if rows is not theirs}
    figures: dict[str, Any] = {
        "sentences": len(texts),
        "source tokens a sentence": round(ours.mean_tokens(texts), 1),
        "sentences/s, by the clock and by a core's time": speed,
        "equal to fxtranslate": shares,
        "what differs": {
            name: _kinds(rows, theirs) for name, rows in found.items() if name.startswith("greedy")
        },
        "BLEU against fxtranslate's": _bleu(mine, theirs),
        "mean log-probability a token under our network": {
            name: ours.mean_score(texts, rows) for name, rows in found.items()
        },
        "peak memory, MiB": peaks,
    }
    if back is not None:
        figures["there and back against the sentences"] = _there_and_back(
            back, threads, texts, found
        )
    if differing:
        _write(differing, texts, found)
    print(json.dumps(figures, indent=2, ensure_ascii=False))


class Ours:
    """Our decoder of one model."""

    def __init__(
        self,
        model: Path,
        threads: int,
        precision: str = "auto",
    ) -> None:
        from pipeline.translation.decoding import parse_precision
        from pipeline.translation.engines.marian.engine import MarianEngine, examine_student
        from pipeline.translation.engines.marian.vocabulary import load_vocabularies

        checkpoint = examine_student(str(model))
        self._engine: MarianEngine = MarianEngine(
            checkpoint,
            "cpu",
            parse_precision(precision),
            threads=threads,
        )
        self._source, self._target = load_vocabularies(str(model))

    def translate(self, texts: Sequence[str], beams: int) -> Made:
        """The best translation of each, among as many candidates as beams."""
        from pipeline.translation.decoding import Decoding

        start, decoding = time.process_time(), Decoding(beams, beams)
        found: list[list[Output]] = self._engine.translate(
            self._source.encode(texts), decoding, batch_tokens=BUDGET
        )
        made = [self._target.decode(row[0].ids).strip() for row in found]
        return Made(made, time.process_time() - start)

    def mean_tokens(self, texts: Sequence[str]) -> float:
        """Pieces of a text, its end included."""
        return statistics.mean(map(len, self._source.encode(texts)))

    def mean_score(self, texts: Sequence[str], translations: Sequence[str]) -> float:
        """Mean score of given translations under the network."""
        targets = [row[:-1] for row in self._target.encode(translations)]
        scores = self._engine.score(self._source.encode(texts), targets, batch_tokens=BUDGET)
        return round(statistics.mean(scores), 4)


class LibraryPool:
    """Processes of the library, each with the model; a context manager."""

    def __init__(self, model: Path, processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(processes, context, _load, (str(model),))

    def __enter__(self) -> LibraryPool:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown()

    def translate(self, texts: Sequence[str]) -> Made:
        """The translation of each, in the processor time of all processes."""
        chunks = [texts[i : i + CHUNK] for i in range(0, len(texts), CHUNK)]
        parts = list(self._pool.map(_translate, chunks))
        return Made([text for part in parts for text in part.texts], sum(p.seconds for p in parts))


class OurPool:
    """Processes of ours with one thread, each with the model; a context manager."""

    def __init__(self, model: Path, processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pools = [
            ProcessPoolExecutor(1, context, _load_ours, (str(model),)) for _ in range(processes)
        ]

    def __enter__(self) -> OurPool:
        return self

    def __exit__(self, *error: object) -> None:
        for pool in self._pools:
            pool.shutdown()

    def translate(self, texts: Sequence[str], beams: int) -> Made:
        """The best translation of each, in the processor time of all processes."""
        count = len(self._pools)
        futures = [
            pool.submit(_translate_ours, list(texts[i::count]), beams)
            for i, pool in enumerate(self._pools)
        ]
        made, seconds = [""] * len(texts), 0.0
        for i, future in enumerate(futures):
            part: Made = future.result()
            made[i::count], seconds = part.texts, seconds + part.seconds
        return Made(made, seconds)

    def peaks(self) -> list[int]:
        """The peak memory of each process, in MiB."""
        return [pool.submit(_peak).result() for pool in self._pools]


def kind(mine: str, theirs: str) -> str:
    """What the difference between two translations changes."""
    from rapidfuzz.distance import Levenshtein

    from pipeline.acceptance.text.words import words

    one, other = words(mine), words(theirs)
    if one == other:
        return "case or punctuation"
    if sorted(one) == sorted(other):
        return "order of words"
    return "one word" if Levenshtein.distance(one, other) == 1 else "several words"


def _kinds(mine: Sequence[str], theirs: Sequence[str]) -> dict[str, int]:
    return dict(Counter(kind(a, b) for a, b in zip(mine, theirs, strict=True) if a != b))


def _bleu(found: Sequence[str], wanted: Sequence[str]) -> float:
    from sacrebleu import corpus_bleu

    return round(corpus_bleu(list(found), [list(wanted)]).score, 2)


def _there_and_back(
    model: Path, threads: int, texts: list[str], found: dict[str, list[str]]
) -> dict[str, dict[str, float]]:
    """How close each way's round trip comes to the sentences, both directions in one precision."""
    with LibraryPool(model, threads) as library:
        back = {"fxtranslate": library.translate(found["fxtranslate"]).texts}
    for name, rows in found.items():
        if name not in back:
            _, _, precision = name.partition("greedy, ")
            beams = 4 if name.startswith("beam 4") else 1
            ours = Ours(model, threads, precision=precision or "auto")
            back[name] = ours.translate(rows, beams).texts
    return _compared(back, texts)


def _compared(found: dict[str, list[str]], texts: list[str]) -> dict[str, dict[str, float]]:
    """BLEU and chrF of each way, and the probability of so large a difference by chance alone."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.significance import PairedTest, Result

    os.environ.setdefault("SACREBLEU_SEED", "0")
    metrics = {"BLEU": BLEU(references=[texts]), "chrF": CHRF(references=[texts])}
    test = PairedTest(list(found.items()), metrics, None, test_type="bs", n_samples=1000)
    _, made = test()
    scores = {name: [r for r in rows if isinstance(r, Result)] for name, rows in made.items()}
    return {
        name: {
            "BLEU": round(scores["BLEU"][i].score, 2),
            "chrF": round(scores["chrF2"][i].score, 2),
            "p of BLEU": round(1.0 if (p := scores["BLEU"][i].p_value) is None else p, 3),
        }
        for i, name in enumerate(found)
    }


def _measure(ways: Ways, count: int, rounds: int) -> dict[str, list[float]]:
    """Median sentences per second of each way, by the clock and by processor time."""
    seconds: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            start = time.perf_counter()
            processor = run().seconds
            seconds[name].append((time.perf_counter() - start, processor))
    return {
        name: [round(count / statistics.median(column), 1) for column in zip(*rows, strict=True)]
        for name, rows in seconds.items()
    }


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

    parts: list[Any] = [path and path.read_bytes() for path in find_files(Path(folder))]
    _library = Translator(*parts)


def _translate(texts: list[str]) -> Made:
    start = time.process_time()
    made = [_library.translate(text).strip() for text in texts]
    return Made(made, time.process_time() - start)


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _load_ours(folder: str) -> None:
    global _ours
    _ours = Ours(Path(folder), 1)


def _translate_ours(texts: list[str], beams: int) -> Made:
    made: Made = _ours.translate(texts, beams)
    return made


if __name__ == "__main__":
    typer.run(main)
