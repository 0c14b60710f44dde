#!/usr/bin/env python3
r"""Translations per second: our engine against the usual ways to run FSMT models.

    benchmarks/backtranslate.py --sentences news.txt --count 5000 --beams 1 --beams 5
    benchmarks/backtranslate.py --sentences news.txt --model random-half --count 5000
    benchmarks/backtranslate.py --sentences news.txt --model random-wmt19 --device cuda

All ways translate the same texts, from text to text, in one process, one after the other in each
round; the figure is the median over the rounds. The share of the device's matrix peak compares the
matrix products that the tokens need, without padding, with one large matrix product in the same
precision. With random weights a translation would never end, so the random models are rigged to
end at the length of their source (see `random_models.rig`): a step costs as much as in a real
model, and lengths are as natural as those of the sentences.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import psutil
import typer
from matrix_peak import matrix_peak
from random_models import SHAPES, make_model

if TYPE_CHECKING:
    from own_decoder import OwnDecoder

    from pipeline.translation.decoding import Precision
    from pipeline.translation.engine import Engine, Source

BATCH_ROWS = 32


Run = Callable[[Sequence[str]], tuple[list[str], list[int]]]
"""Translates texts; returns the translations, and the tokens of each with the end."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds of each round, wall clock and CPU; texts, and tokens of each."""

    wall: list[float]
    cpu: list[float]
    texts: list[str]
    tokens: list[int]


def reference_way(source: Source, device: str, dtype: str, beams: int) -> Run:
    """(a) `generate` on batches of 32 in the order of the file, as scripts and nlpaug do."""
    import torch

    from pipeline.translation.checkpoint import load_model, load_tokenizer

    model: Any = load_model(source.checkpoint.name)
    model = model.to(device, getattr(torch, dtype))
    tokenizer = load_tokenizer(source.checkpoint.name)
    early = {"early_stopping": True} if beams > 1 else {}

    def run(texts: Sequence[str]) -> tuple[list[str], list[int]]:
        found: list[str] = []
        lengths: list[int] = []
        for i in range(0, len(texts), BATCH_ROWS):
            batch = tokenizer(list(texts[i : i + BATCH_ROWS]), padding=True, return_tensors="pt")
            with torch.inference_mode():
                ids = model.generate(
                    **batch.to(device), num_beams=beams, do_sample=False, max_length=200, **early
                )
            found += tokenizer.batch_decode(ids, skip_special_tokens=True)
            # The start does not count, and padding follows the end.
            lengths += ids[:, 1:].ne(tokenizer.pad_token_id).sum(1).tolist()
        return [text.strip() for text in found], lengths

    return run


def engine_way(engine: Engine | OwnDecoder, beams: int, threads: int, batch_tokens: int) -> Run:
    """Ours, (b) `transformers` in our batches, or (d) a decoder of our own in them.

    With several threads, ours has as many tokenizer processes, as in `pipeline run backtranslate`;
    on a GPU all ways have them.
    """
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.ctranslate2_engine import CTranslate2Engine
    from pipeline.translation.tokens import CHUNK, TokenizerPool, decode, encode

    name = engine.checkpoint.name
    ahead = isinstance(engine, CTranslate2Engine) or engine.device != "cpu"
    pool = TokenizerPool(threads if threads > 1 and ahead else 0)
    # Every process of the pool has its tokenizer loaded before anything is measured.
    pool.map(encode, name, ["Rain fell."] * (2 * threads * CHUNK)).result()

    def run(texts: Sequence[str]) -> tuple[list[str], list[int]]:
        ids = pool.map(encode, name, texts).result()
        outputs = engine.translate(
            ids, Decoding(beams=beams), batch_tokens=batch_tokens, score=False
        )
        found = [rows[0].ids for rows in outputs]
        return pool.map(decode, name, found).result(), [len(row) + 1 for row in found]

    return run


def bare_way(source: Source, device: str, compute: str, beams: int, threads: int) -> Run:
    """(c) CTranslate2 on the same converted weights, called directly with its own batching."""
    import ctranslate2

    from pipeline.translation.tokens import decode, encode

    translator = ctranslate2.Translator(
        source.location,
        device=device,
        compute_type=compute,
        inter_threads=threads if device == "cpu" else 1,
        intra_threads=1,
    )
    name = source.checkpoint.name

    def run(texts: Sequence[str]) -> tuple[list[str], list[int]]:
        tokens = [[str(i) for i in ids] for ids in encode(name, texts)]
        results = translator.translate_batch(
            tokens, beam_size=beams, max_batch_size=2048, batch_type="tokens",
            max_decoding_length=200, min_decoding_length=0,
        )  # fmt: skip
        found = [[int(t) for t in r.hypotheses[0]] for r in results]
        return decode(name, found), [len(row) + 1 for row in found]

    return run


def processor_time() -> float:
    """CPU seconds of this process and its workers."""
    here = psutil.Process()
    times = [process.cpu_times() for process in (here, *here.children(recursive=True))]
    return sum(taken.user + taken.system for taken in times)


def measure(ways: dict[str, Run], texts: Sequence[str], rounds: int) -> dict[str, Timing]:
    """Run every way once per round, after a short warm-up of each."""
    for run in ways.values():
        run(texts[:BATCH_ROWS])
    found = {name: Timing([], [], [], []) for name in ways}
    for _ in range(rounds):
        for name, run in ways.items():
            wall, cpu = time.perf_counter(), processor_time()
            texts_out, tokens = run(texts)
            found[name].wall.append(time.perf_counter() - wall)
            found[name].cpu.append(processor_time() - cpu)
            found[name].texts[:], found[name].tokens[:] = texts_out, tokens
    return found


def work(folder: str, source_tokens: int, tokens: int, beams: int) -> float:
    """Floating-point operations of the products with weights for this many tokens."""
    from transformers import AutoConfig

    config: Any = AutoConfig.from_pretrained(folder)
    width, vocabulary = config.d_model, config.tgt_vocab_size
    encoder = config.encoder_layers * (4 * width**2 + 2 * width * config.encoder_ffn_dim)
    source = config.decoder_layers * 2 * width**2  # keys and values of the source
    decoder = config.decoder_layers * (6 * width**2 + 2 * width * config.decoder_ffn_dim)
    step = beams * (decoder + width * vocabulary)
    return 2.0 * ((encoder + source) * source_tokens + step * tokens)


def report(
    found: dict[str, Timing], folder: str, source_tokens: int, beams: int, peak: float
) -> list[dict[str, Any]]:
    """One record per way: rates, ratios to the first, share of the peak, and equal outputs.

    Args:
        found: what was measured.
        folder: the model's folder.
        source_tokens: number of source tokens in all texts.
        beams: width of the search.
        peak: operations per second of the device in the precision of the ways except int8.
    """
    first = next(iter(found.values()))
    base_wall, base_cpu = statistics.median(first.wall), statistics.median(first.cpu)
    records = []
    for name, timing in found.items():
        wall, cpu = statistics.median(timing.wall), statistics.median(timing.cpu)
        tokens = sum(timing.tokens)
        done = work(folder, source_tokens, tokens, beams)
        records.append(
            {
                "beams": beams,
                "way": name,
                "sentences_per_s": round(len(timing.texts) / wall, 1),
                "tokens": tokens,
                "tokens_per_s": round(tokens / wall),
                "ratio_wall": round(base_wall / wall, 2),
                # A text or two take less than one tick of the processor's clock.
                "ratio_cpu": round(base_cpu / cpu, 2) if cpu else None,
                "peak_percent": None if "int8" in name else round(100 * done / wall / peak, 1),
                "equal": sum(a == b for a, b in zip(first.texts, timing.texts, strict=True)),
            }
        )
    return records


def main(
    sentences: Annotated[Path, typer.Option(help="Text file, one sentence per line.")],
    model: Annotated[
        str, typer.Option(help="demo, random-half, random-wmt19, or a folder.")
    ] = "demo",
    count: Annotated[int, typer.Option(min=1, help="Sentences to translate.")] = 5000,
    beams: Annotated[list[int] | None, typer.Option(min=1, help="Widths; repeat.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds over all ways.")] = 3,
    threads: Annotated[int, typer.Option(min=1, help="Threads on a CPU.")] = 2,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    batch_tokens: Annotated[int, typer.Option(min=1, help="Batch size of b, d and ours.")] = 16_384,
    skip: Annotated[
        list[str] | None, typer.Option(help="Ways to leave out: a, b, c, d, int8.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the records as JSON.")] = False,
) -> None:
    """Measure and print a table."""
    import torch

    from pipeline.translation.tokens import encode

    torch.set_num_threads(threads)
    full = torch.float32 if device == "cpu" else torch.bfloat16
    texts = [line.strip() for line in sentences.read_text("utf-8").splitlines() if line.strip()][
        :count
    ]
    with tempfile.TemporaryDirectory() as cache:
        os.environ.setdefault("OSSCSE_CACHE", cache)
        records = []
        folder = model_folder(model, Path(cache))
        source_tokens = sum(map(len, encode(folder, texts)))
        peak = matrix_peak(device, full)
        sources = prepared(folder)
        for width in beams or [1, 5]:
            ways = make_ways(sources, device, width, threads, batch_tokens, skip or [])
            records += report(measure(ways, texts, rounds), folder, source_tokens, width, peak)
    if as_json:
        print(json.dumps(records, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    title = (
        f"{model}, {len(texts):,} sentences, {device}, {threads} threads, {rounds} rounds,"
        f" peak {peak / 1e12:.2f} TFLOP/s"
    )
    table = Table(*records[0], title=title)
    for record in records:
        table.add_row(*map(str, record.values()))
    Console(width=120).print(table)


def model_folder(model: str, cache: Path) -> str:
    """The folder of the model to measure; random ones are made in `cache`."""
    from pipeline.translation.models import demo_pivots

    if model == "demo":
        return demo_pivots()[0].forward
    if model not in SHAPES:
        return model
    if not (cache / model).exists():
        make_model(model, cache / model)
    return str(cache / model)


def prepared(folder: str) -> tuple[Source, Source]:
    """The model for CTranslate2, and for `transformers`."""
    from pipeline.translation.decoding import Decoding
    from pipeline.translation.engines.table import prepare

    return prepare(folder, "ctranslate2", Decoding()), prepare(folder, "transformers", Decoding())


def make_ways(
    sources: tuple[Source, Source],
    device: str,
    beams: int,
    threads: int,
    batch_tokens: int,
    skip: Sequence[str],
) -> dict[str, Run]:
    """The ways to compare, the slowest first."""
    import torch
    from own_decoder import OwnDecoder

    from pipeline.translation.engines.table import open_engine

    rest = (beams, threads, batch_tokens)
    fast, plain = sources
    full: Precision = "fp32" if device == "cpu" else "bf16"
    dtype = "float32" if device == "cpu" else "bfloat16"
    makers: dict[str, tuple[str, Callable[[], Run]]] = {
        "a": (
            "(a) transformers, file order, 32",
            lambda: reference_way(plain, device, dtype, beams),
        ),
        "b": (
            "(b) transformers, our batches",
            lambda: engine_way(open_engine(plain, device, full, threads), *rest),
        ),
        "c": (
            "(c) ctranslate2, called plainly",
            lambda: bare_way(fast, device, dtype, beams, threads),
        ),
        "d": (
            "(d) own decoder in torch",
            lambda: engine_way(OwnDecoder(plain.checkpoint, device, getattr(torch, dtype)), *rest),
        ),
        "ours": (
            f"ours, {full}",
            lambda: engine_way(open_engine(fast, device, full, threads), *rest),
        ),
        "int8": (
            "ours, int8",
            lambda: engine_way(open_engine(fast, device, "int8", threads), *rest),
        ),
    }
    return {label: make() for key, (label, make) in makers.items() if key not in skip}


if __name__ == "__main__":
    typer.run(main)
