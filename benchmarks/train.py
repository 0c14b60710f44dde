#!/usr/bin/env python3
"""Encoded sentences per second in training: our steps against the usual ways to train.

    benchmarks/train.py --triples artifacts --model demo
    benchmarks/train.py --triples artifacts --model random-base --precision bf16 --rounds 3

Same encoder, same triples, same batch, same length limit, same precision. Every run is a separate
process, because accelerate keeps a precision for the life of one; the ways alternate, and the
figures are medians over the rounds. A step is timed from its end to the end of the next, data
included; the first ones do not count. The share of the device's matrix peak is three times
(forward, and backward to weights and states) the products with the layers' weights that the tokens
need, without padding, relative to one large product of matrices in the same precision.

The peers: sentence-transformers' trainer with `MultipleNegativesRankingLoss` on anchor, paraphrase
and negation, which is three encodings per row (needs accelerate and datasets); and the reference
script of SimCSE, every sentence twice in one forward, padded to the limit. Ours are `fit` with the
recipes `osscse`, four encodings per row, and `simcse`, two, both with mean pooling and without
templates, so that all see the same tokens.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from matrix_peak import matrix_peak
from training_ways import FIXED, OURS, PEER, SIMCSE, WAYS, Job

WARM_UP = 2
ENCODED = {
    PEER: ("anchor", "paraphrase", "negation"),
    OURS: ("anchor", "anchor", "paraphrase", "negation"),
    FIXED: ("anchor", "anchor"),
    SIMCSE: ("anchor", "anchor"),
}
AGAINST = {OURS: PEER, SIMCSE: FIXED}


def main(
    triples: Annotated[Path, typer.Option(help="Artifacts folder with complete triples.")],
    model: Annotated[
        str, typer.Option(help="demo, random-base (BERT-base's shape), or a folder.")
    ] = "demo",
    batch: Annotated[int, typer.Option(min=2, help="Rows per step.")] = 64,
    steps: Annotated[int, typer.Option(min=1, help="Measured steps per run.")] = 8,
    tokens: Annotated[int, typer.Option(min=8, help="Length limit, special tokens included.")] = 32,
    precision: Annotated[str, typer.Option(help="fp32 or bf16 (autocast).")] = "fp32",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds over all ways.")] = 3,
    device: Annotated[str, typer.Option(help="cpu or cuda.")] = "cpu",
    threads: Annotated[int, typer.Option(min=1, help="Threads on a CPU.")] = 1,
    forwards: Annotated[
        int, typer.Option(min=0, help="Parts of a batch in our steps; 0 for the recipe's number.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Records as JSON.")] = False,
) -> None:
    """Measure encoded sentences per second in training, and print a table."""
    import torch

    torch.set_num_threads(threads)
    peak = matrix_peak(device, torch.bfloat16 if precision == "bf16" else torch.float32)
    found: dict[str, list[dict[str, float]]] = {way: [] for way in ENCODED}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = choose_rows(triples, batch * (steps + WARM_UP), folder / "rows.parquet")
        encoder = prepare_model(model, folder / "model")
        for turn in range(rounds):
            for way in ENCODED:
                counted = (batch, steps + WARM_UP, tokens, precision, device, threads, forwards)
                job = Job(way, str(rows), encoder, *counted)
                found[way].append(run_process(job))
                seconds = found[way][-1]["cpu"]
                print(f"[{turn}] {way}: {seconds:.3f} s of CPU a step", file=sys.stderr, flush=True)
        needed = {way: batch * work(encoder, rows, ENCODED[way], tokens) for way in ENCODED}
    records = report(found, batch)
    for record in records:
        record["peak_percent"] = 100 * needed[record["way"]] / record["wall"] / peak
    settings = f"batch {batch}, limit {tokens}, {precision}, {model}, {threads} thread(s), {device}"
    if as_json:
        print(json.dumps({"settings": settings, "ways": records}, indent=1))
        return
    print(f"{settings}; {rounds} rounds of {steps} steps; load average {os.getloadavg()[0]:.1f}")
    print(f"matrix peak {peak / 1e12:.2f} TFLOP/s")
    print(
        "| way | sentences/s of CPU | sentences/s of wall | to its peer, CPU | wall | % of peak |"
    )
    print("|---|--:|--:|--:|--:|--:|")
    for record in records:
        ratios = [f"{record[k]:.2f}" if record[k] else "" for k in ("to_peer_cpu", "to_peer_wall")]
        speeds = [f"{record[key]:,.0f}" for key in ("per_cpu_second", "per_second")]
        cells = [*speeds, *ratios, f"{record['peak_percent']:.1f}"]
        print(f"| {record['way']} | {' | '.join(cells)} |")


def report(found: dict[str, list[dict[str, float]]], batch: int) -> list[dict[str, Any]]:
    """A record for each way: encoded sentences per second, and the ratio to its peer."""
    median = {
        way: {key: statistics.median(run[key] for run in runs) for key in ("wall", "cpu")}
        for way, runs in found.items()
    }
    records = []
    for way, seconds in median.items():
        rate = {key: len(ENCODED[way]) * batch / value for key, value in seconds.items()}
        peer = AGAINST.get(way)
        base = {k: len(ENCODED[peer]) * batch / v for k, v in median[peer].items()} if peer else {}
        records.append(
            {
                "way": way,
                "wall": seconds["wall"],
                "per_cpu_second": rate["cpu"],
                "per_second": rate["wall"],
                "to_peer_cpu": rate["cpu"] / base["cpu"] if base else None,
                "to_peer_wall": rate["wall"] / base["wall"] if base else None,
                "runs": found[way],
            }
        )
    return records


def work(model: str, rows: Path, columns: Sequence[str], limit: int) -> float:
    """Average floating-point operations for a row in training; see the top of this file."""
    import pyarrow.parquet as pq

    from trainer.encoders.folder import load_encoder

    encoder = load_encoder(model)
    layers = sum(
        weight.numel()
        for name, weight in encoder.backbone.named_parameters()
        if weight.dim() == 2 and "embeddings" not in name
    )
    table = pq.read_table(rows, columns=sorted(set(columns)))
    tokens = {
        name: sum(
            min(len(found.ids), limit)
            for found in encoder.tokenizer.encode_batch_fast(table[name].to_pylist())
        )
        for name in table.column_names
    }
    return 3 * 2 * layers * sum(tokens[name] for name in columns) / len(table)


def choose_rows(
    triples: Path, count: int, file: Path, variants: Literal["paper", "all"] = "paper"
) -> Path:
    """Complete rows of a table as one file, repeated with other ids where there are too few."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from schemas.tables import TRIPLES
    from trainer.data.triples import TripleTable

    rows = TripleTable(triples, variants).heldout(1.0, count)
    if not rows:
        raise typer.BadParameter(f"{triples} has no complete triples.")
    empty = dict.fromkeys(TRIPLES.names)
    records = [
        {
            **empty,
            **rows[i % len(rows)]._asdict(),
            "id": i,
            "variant": 0,
            "status": "complete",
        }
        for i in range(count)
    ]
    pq.write_table(pa.Table.from_pylist(records, schema=TRIPLES), file)
    return file


def prepare_model(name: str, folder: Path) -> str:
    """Folder of a plain encoder with mean pooling."""
    from trainer.encoders.folder import load_encoder, save_encoder

    encoder = load_encoder("demo" if name == "random-base" else name, pooling="mean", template="")
    if name == "random-base":
        from transformers import BertConfig, BertModel

        size = encoder.tokenizer.get_vocab_size()
        encoder.backbone = BertModel(BertConfig(vocab_size=size), add_pooling_layer=False)
    folder.mkdir()
    save_encoder(encoder, folder)
    return str(folder)


def run_process(job: Job) -> dict[str, float]:
    """Seconds per step of a way in a separate process, wall clock and CPU."""
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": str(job.threads),
        "TOKENIZERS_PARALLELISM": "false",
        "HF_HUB_OFFLINE": "1",
    }
    done = subprocess.run(
        [sys.executable, __file__, "worker", json.dumps(asdict(job))],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{job.way} failed:\n{done.stderr[-2000:]}")
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def worker(job: Job) -> None:
    """Run a way and print its seconds per step."""
    import torch

    torch.set_num_threads(job.threads)
    marks: list[tuple[float, float]] = []

    def mark() -> None:
        if job.device == "cuda":
            torch.cuda.synchronize()
        marks.append((time.perf_counter(), time.process_time()))

    WAYS[job.way](job, mark)
    counted = marks[WARM_UP - 1 :]
    wall, cpu = ((counted[-1][i] - counted[0][i]) / (len(counted) - 1) for i in (0, 1))
    print(json.dumps({"wall": wall, "cpu": cpu, "steps": len(counted) - 1}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["worker"]:
        worker(Job(**json.loads(sys.argv[2])))
    else:
        typer.run(main)
