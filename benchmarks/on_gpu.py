#!/usr/bin/env python3
r"""Translations per second of an engine on one device, by size of batches and precision.

    benchmarks/on_gpu.py --sentences news.txt --model models/en-pt --precision fp32 --precision bf16
    benchmarks/on_gpu.py --sentences news.txt --model random-wmt19 --count 4096 --beams 1 --beams 5

Every way translates the same texts in one process, after a warm-up of 64 of them; the time is that
of the engine alone, without its tokenizers. Firefox's models are measured with several lengths to
which sources are padded, others with several numbers of rows in a batch. Each way is compared with
the first one of the same beam width. `--spare` then repeats the last way with so little memory left
on the card that batches have to be halved.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from backtranslate import model_folder, work
from matrix_peak import matrix_peak

if TYPE_CHECKING:
    from pipeline.translation.engine import Engine, Source

WARM_UP = 64
PADDING = (4, 16, 32)
ROWS = (512, 4096)


class Way(NamedTuple):
    """A precision, and one size of batches: padded length, or rows, by engine."""

    precision: str
    size: int
    beams: int


def ways(marian: bool, precisions: Sequence[str], beams: Sequence[int]) -> Iterator[Way]:
    """Every combination, the precisions one after the other."""
    for precision in precisions:
        for size in PADDING if marian else ROWS:
            for width in beams:
                yield Way(precision, size, width)


def set_size(engine: Engine, size: int) -> None:
    """Set the padded length of a Marian engine, or the rows in a batch of CTranslate2."""
    name = "_multiple" if hasattr(engine, "_multiple") else "_rows"
    setattr(engine, name, size)


def translated(
    engine: Engine, ids: Sequence[Sequence[int]], width: int, batch_tokens: int, shard: int
) -> tuple[list[list[int]], float]:
    """Best translations, and the seconds that they took, shard by shard."""
    from pipeline.translation.decoding import Decoding

    decoding = Decoding(beams=width, candidates=width)
    engine.translate(ids[:WARM_UP], decoding, batch_tokens=batch_tokens, score=False)
    start = time.perf_counter()
    found = []
    for first in range(0, len(ids), shard):
        part = ids[first : first + shard]
        found += engine.translate(part, decoding, batch_tokens=batch_tokens, score=False)
    return [row[0].ids for row in found], time.perf_counter() - start


def equal(found: Sequence[object], reference: Sequence[object]) -> str:
    """Share of equal translations, in percent."""
    same = sum(a == b for a, b in zip(found, reference, strict=True))
    return f"{100 * same / len(reference):.1f}"


def leave(spare: int) -> Any:
    """Fill the card's memory except for some MiB, for as long as the result is kept."""
    import torch

    torch.cuda.empty_cache()
    free, _ = torch.cuda.mem_get_info()
    return torch.empty(max(free - (spare << 20), 0), dtype=torch.uint8, device="cuda")


def main(
    sentences: Annotated[Path, typer.Option(help="Text file, one sentence per line.")],
    model: Annotated[str, typer.Option(help="Folder, demo, or random-wmt19 (its shape).")],
    count: Annotated[int, typer.Option(min=1, help="Sentences.")] = 4096,
    shard: Annotated[int, typer.Option(min=1, help="Sentences per call of the engine.")] = 2048,
    beams: Annotated[list[int] | None, typer.Option(min=1, help="Widths; repeat.")] = None,
    precision: Annotated[list[str] | None, typer.Option(help="Precisions; repeat.")] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cuda",
    batch_tokens: Annotated[int, typer.Option(min=1, help="Tokens in a batch.")] = 131_072,
    spare: Annotated[int, typer.Option(help="MiB to leave on the card; 0 for all.")] = 0,
) -> None:
    """Measure, and print a line per way."""
    import torch

    from pipeline.translation.decoding import Decoding, parse_precision
    from pipeline.translation.engines.table import open_engine, prepare
    from pipeline.translation.tokens import encode

    texts = [line for line in sentences.read_text("utf-8").splitlines() if line.strip()][:count]
    with tempfile.TemporaryDirectory() as cache:
        source: Source = prepare(model_folder(model, Path(cache)), "auto", Decoding())
        marian = source.engine == "marian"
        ids = encode(source.checkpoint.name, texts)
        peak = matrix_peak(device, torch.float32 if device == "cpu" else torch.bfloat16)
        print(
            f"{source.engine}, {len(ids):,} sentences, {sum(map(len, ids)) / len(ids):.1f} tokens"
        )
        first: dict[int, list[list[int]]] = {}
        opened: dict[str, Engine] = {}
        for way in ways(marian, precision or ["auto"], beams or [1, 4]):
            if way.precision not in opened:
                kind = parse_precision(way.precision)
                opened = {way.precision: open_engine(source, device, kind, 1)}
            engine = opened[way.precision]
            set_size(engine, way.size)
            found, took = translated(engine, ids, way.beams, batch_tokens, shard)
            first.setdefault(way.beams, found)
            made = sum(map(len, found)) + len(found)
            share = ""
            if not marian:
                done = work(source.checkpoint.name, sum(map(len, ids)), made, way.beams)
                share = f", {100 * done / took / peak:.1f} % of the peak"
            print(
                f"{way.precision}, {'padded to' if marian else 'rows'} {way.size}, beams"
                f" {way.beams}: {len(found) / took:,.0f} sentences/s, {made / took:,.0f} tokens/s,"
                f" equal {equal(found, first[way.beams])} %{share}",
                flush=True,
            )
        if spare:
            taken = leave(spare)
            again, took = translated(engine, ids, way.beams, batch_tokens, shard)
            del taken
            print(f"{spare} MiB left: {len(again) / took:,.0f}/s, equal {equal(again, found)} %")


if __name__ == "__main__":
    typer.run(main)
