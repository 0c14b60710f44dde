"""Measures the released forms of an encoder: ranking, correlation, speed, size."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import torch

from trainer.encoders.embeddings import Embeddings, unit
from trainer.encoders.inference import Vectors
from trainer.evaluation.data.contrast_rows import Contrast
from trainer.evaluation.data.pairs import Pairs
from trainer.evaluation.scores.contrast import judge
from trainer.evaluation.scores.sts import distinct_texts, score

Encode = Callable[[Sequence[str]], Vectors]
WARM_UP = 32
TIMES = 2

AIMED_SPEED = 2.5
"""Target speed of an int8 graph, as a multiple of the fp32 folder's."""
AIMED_LOSS = 0.3
"""Most points that an int8 graph should lose in any score."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of a released encoder.

    Attributes:
        name: for people.
        files: their paths in the folder.
        megabytes: size of these files.
        ranking: share of the triples whose paraphrase it ranks above the contradiction, times 100.
        correlation: Spearman correlation by STS task, times 100.
        sentences_per_second: of processor time, which other processes do not affect; with one
            thread of torch, on the triples' sentences, the better of two passes.
    """

    name: str
    files: str
    megabytes: float
    ranking: float
    correlation: dict[str, float]
    sentences_per_second: float


def measure_variant(
    name: str, files: Sequence[Path], encode: Encode, rows: Contrast, tasks: Sequence[Pairs]
) -> Variant:
    """Measure one form.

    Args:
        files: its files, in the folder of the release.
        rows: contrast sets; the speed is measured on their texts too.
        tasks: scored pairs; may be empty.
    """
    texts = rows.texts
    with _one_thread():
        encode(texts[:WARM_UP])
        passes = [_timed(encode, texts) for _ in range(TIMES)]
    vectors, seconds = min(passes, key=lambda one: one[1])
    ranked = judge(_embeddings(texts, vectors), rows).ranked
    pairs = distinct_texts(tasks)
    scores = score(_embeddings(pairs, encode(pairs)), tasks).spearman if pairs else {}
    size = sum(path.stat().st_size for path in files)
    return Variant(
        name,
        files[0].name if len(files) == 1 else files[0].parent.name,
        size / 1e6,
        100 * float(ranked.mean()),
        scores,
        len(texts) / seconds,
    )


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let torch use one thread, as several spend processor time on waiting for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def _timed(encode: Encode, texts: Sequence[str]) -> tuple[Vectors, float]:
    """Vectors of texts, and the processor time of a pass.

    Some clocks advance in steps of 10 ms, so the pass is repeated until the clock has advanced.
    """
    start, count = time.process_time(), 0
    while True:
        vectors, count = encode(texts), count + 1
        if spent := time.process_time() - start:
            return vectors, spent / count


def _embeddings(texts: Sequence[str], vectors: Vectors) -> Embeddings:
    return Embeddings(unit(vectors), {text: row for row, text in enumerate(texts)})


def judge_int8(whole: Variant, small: Variant, triples: int) -> str:
    """Sentences for the card: what int8 gains and loses, and why it misses a target.

    Args:
        whole: the fp32 folder.
        small: the int8 graph.
        triples: size of the contrast sets.
    """
    speed = small.sentences_per_second / whole.sentences_per_second
    lost = {"contrast": whole.ranking - small.ranking}
    lost |= {task: whole.correlation[task] - small.correlation[task] for task in whole.correlation}
    worst = max(lost, key=lambda name: lost[name])
    said = f"int8 is {speed:.1f} times as fast as fp32 in sentence-transformers"
    said += (
        f" and loses at most {lost[worst]:.2f} points ({worst})."
        if lost[worst] > 0
        else " and loses no points."
    )
    if not whole.correlation:
        said += " Its loss on STS was not measured."
    if speed < AIMED_SPEED:
        said += (
            f" That is less than the target of {AIMED_SPEED:g} times: only the matrix products with"
            " the weights run in 8 bits. In a small model, much of the time goes to"
            " normalisation, attention and activations. Processors without instructions for 8-bit"
            " products (VNNI, AMX, or Arm's dot products) gain least."
        )
    if lost[worst] > AIMED_LOSS:
        said += (
            f" That is more than the target of {AIMED_LOSS:g} points: all activations of a tensor"
            " share one scale, so a few large ones make the others coarser."
        )
        if worst == "contrast":
            fewer = round(2 * lost[worst] * triples / 100) / 2  # equal similarities count half
            said += (
                f" The loss is {fewer:g} of {triples} triples; a single triple is"
                f" {100 / triples:.2f} points."
            )
    return said
