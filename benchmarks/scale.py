#!/usr/bin/env python3
"""Memory and rows per second of ingest, filter and the trainer's reader, for 10^4 to 10^7 rows.

    benchmarks/scale.py --rows 10000 --rows 100000 --output scale
    benchmarks/scale.py --rows 10000 --rows 100000 --rows 1000000 --rows 10000000 --output scale

The sentences are synthetic (common long words of English, drawn at random, two in a hundred
sentences repeated), and so are their negations and two back-translations each, written with the
store's own writer. It measures what users run: `pipeline run ingest`, `pipeline run filter`, and
one epoch of the trainer's reader, each in its own processes. Memory is the resident set of the
whole process tree, summed, sampled twenty times a second; pages that processes share count once for
each. Needs Linux, about 500 bytes of disk per row, and the extra `report` for the plot.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import pyarrow as pa

STEPS = ("ingest", "filter", "reader")
CHUNK = 10_000
DUPLICATES = 200  # of each chunk
PIVOTS = ("de", "ru")
GIB = 2**30
app = typer.Typer(add_completion=False, help=__doc__, rich_markup_mode=None)


@dataclass(frozen=True, slots=True)
class Measured:
    """One step for one number of rows: wall-clock and CPU seconds of the whole process tree, and
    its peak memory in bytes."""

    step: str
    rows: int
    seconds: float
    cpu: float
    peak: int


# What is measured: synthetic sentences, and what earlier stages would make from them.


def table_of_columns(columns: Mapping[str, Any], schema: pa.Schema) -> pa.Table:
    """A table of the given columns; those that are left out are null."""
    import pyarrow as pa

    rows = len(columns["id"])
    empty = {field.name: pa.nulls(rows, field.type) for field in schema}
    return pa.Table.from_pydict(empty | dict(columns), schema=schema)


def vocabulary() -> list[str]:
    """3,000 common English words of at least five letters, none of which a guard refuses."""
    from wordfreq import top_n_list

    words = [w for w in top_n_list("en", 10_000, ascii_only=True) if len(w) > 4 and w.isalpha()]
    return words[:3000]


def sentences(rows: int) -> Iterator[list[str]]:
    """Sentences of 5 to 20 words, a chunk at a time; the last of each chunk repeat its first."""
    import numpy as np

    words = vocabulary()
    for chunk in range(0, rows, CHUNK):
        draw = np.random.default_rng(chunk)
        size = min(CHUNK, rows - chunk)
        lengths = draw.integers(5, 21, size)
        # Common words are frequent: the square shifts the draw towards the first ones.
        places = (draw.random(lengths.sum()) ** 2 * len(words)).astype(int)
        ends = np.cumsum(lengths)
        lines = [
            " ".join(words[p] for p in places[end - length : end]).capitalize() + "."
            for end, length in zip(ends, lengths, strict=True)
        ]
        if size == CHUNK:
            lines[-DUPLICATES:] = lines[:DUPLICATES]
        yield lines


def write_text(path: Path, rows: int) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as handle:
        for lines in sentences(rows):
            handle.write("\n".join(lines) + "\n")


def reworded(text: str, changes: int, words: list[str]) -> str:
    """The text with other words in `changes` places, spread over the sentence."""
    said = text.split(" ")
    for i in range(changes):
        place = (i * 5 + 1) % len(said)
        said[place] = words[(len(said[place]) * 97 + len(text) + i) % len(words)]
    return " ".join(said)


def denied(text: str) -> str:
    first, _, rest = text.partition(" ")
    return f"{first} not {rest}"


def write_inputs_of_filter(artifacts: Path, shard_rows: int = 65_536) -> None:
    """Negations, and one candidate per pivot with up to seven words changed, for every sentence."""

    from pipeline.storage.artifacts import ArtifactsFolder
    from pipeline.storage.writer import open_stage, planned_shards
    from schemas.manifest import Manifest
    from schemas.tables import BACKTRANSLATIONS, NEGATIONS

    reader = ArtifactsFolder(artifacts).table("sentences")
    source = {"sentences": reader.manifest.fingerprint()}
    files = planned_shards(reader.rows, shard_rows)
    planned = [f"{lang}/{file}" for lang in PIVOTS for file in files]
    negations = Manifest("negations", {}, {}, source, [*files], reader.rows)
    config = {"pivots": list(PIVOTS)}
    words = vocabulary()
    candidates = Manifest(
        "backtranslations", config, {}, source, planned, reader.rows * len(PIVOTS)
    )
    with (
        open_stage(artifacts, negations, overwrite=False) as first,
        open_stage(artifacts, candidates, overwrite=False) as second,
    ):
        for file, (start, stop) in files.items():
            table = reader.read(start, stop)
            ids, texts = table["id"], table["text"].to_pylist()
            count = len(texts)
            made = {
                "id": ids,
                "rank": [0] * count,
                "kind": ["negation"] * count,
                "negation": [denied(text) for text in texts],
                "rule": ["auxiliary.v1"] * count,
                "cue": ["+not"] * count,
            }
            first.write(file, (start, stop), table_of_columns(made, NEGATIONS))
            for n, lang in enumerate(PIVOTS):
                columns = {
                    "id": ids,
                    "pivot_lang": [lang] * count,
                    "rank": [0] * count,
                    "pivot_text": ["слово" if lang == "ru" else "Wort"] * count,
                    "paraphrase": [
                        reworded(t, (i * 3 + n) % 8, words) for i, t in enumerate(texts)
                    ],
                    "score": [-((i + n) % 100) / 100 for i in range(count)],
                }
                rows = table_of_columns(columns, BACKTRANSLATIONS)
                second.write(f"{lang}/{file}", (start, stop), rows)


def read_epoch(artifacts: Path) -> int:
    """Read one shuffled epoch as `trainer fit` does; returns the rows."""
    from trainer.data.triples import TripleTable

    table = TripleTable(artifacts)
    counts = table.count(0.05)
    rows = sum(
        len(batch)
        for batch in table.batches(64, seed=0, epoch=0, buffer=16_384, heldout=0.05, rows="all")
    )
    if rows != counts.training:
        raise RuntimeError(f"the reader gave {rows} of {counts.training} rows")
    return rows


# How it is measured.


def tree_memory(root: int) -> int:
    """Resident bytes of a process and all of its descendants."""
    total, waiting = 0, [root]
    while waiting:
        pid = waiting.pop()
        try:
            pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text("ascii").split())
        except OSError:  # it has ended
            continue
        total += pages * 4096
    return total


def measured(step: str, rows: int, command: list[str]) -> Measured:
    """Run a command and watch the memory of its process tree."""
    peak, done = 0, threading.Event()
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def watch() -> None:
        nonlocal peak
        while not done.wait(0.05):
            peak = max(peak, tree_memory(process.pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    seconds = time.perf_counter() - start
    done.set()
    watcher.join()
    if code:
        raise typer.Exit(code)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Measured(step, rows, seconds, cpu, peak)


def measure(rows: int, folder: Path, workers: int, until: str) -> Iterator[Measured]:
    """The three steps for this number of rows, or only the first ones."""
    pipeline = str(Path(sys.executable).parent / "pipeline")
    text, artifacts = folder / "corpus.txt", folder / "artifacts"
    write_text(text, rows)
    command = [pipeline, "run", "ingest", "--input", str(text), "--artifacts", str(artifacts)]
    yield measured("ingest", rows, command)
    text.unlink()
    if until == "ingest":
        return
    write_inputs_of_filter(artifacts)
    command = [pipeline, "run", "filter", "--artifacts", str(artifacts), "--workers", str(workers)]
    yield measured("filter", rows, command)
    if until == "reader":
        yield measured("reader", rows, [sys.executable, __file__, "read", str(artifacts)])


# What is shown.


def show(found: list[Measured]) -> None:
    print(
        f"{'step':8} {'rows':>11} {'seconds':>9} {'rows/s':>9} {'cpu s':>9} {'us/row':>9}"
        f" {'peak MiB':>9}"
    )
    for m in sorted(found, key=lambda m: (STEPS.index(m.step), m.rows)):
        print(
            f"{m.step:8} {m.rows:11,} {m.seconds:9.1f} {m.rows / m.seconds:9,.0f} {m.cpu:9.1f}"
            f" {1e6 * m.cpu / m.rows:9.1f} {m.peak / 2**20:9,.0f}"
        )


def plot(found: list[Measured], path: Path) -> None:
    """CPU time per row, and peak memory, by the number of rows."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "scale"
    from matplotlib import pyplot

    figure, (cost, memory) = pyplot.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
    for step in dict.fromkeys(m.step for m in found):
        points = sorted((m.rows, m.cpu, m.peak) for m in found if m.step == step)
        rows = [p[0] for p in points]
        cost.plot(rows, [1e6 * p[1] / p[0] for p in points], marker="o", label=step)
        memory.plot(rows, [p[2] / GIB for p in points], marker="o", label=step)
    cost.set(xscale="log", yscale="log", xlabel="rows", ylabel="processor time a row, µs")
    memory.set(xscale="log", xlabel="rows", ylabel="peak of the process tree, GiB", ylim=(0, 2.2))
    memory.axhline(2, color="grey", linestyle=":", linewidth=1)
    cost.legend()
    figure.savefig(path, metadata={"Date": None})


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    rows: Annotated[list[int] | None, typer.Option(min=1, help="Repeat for several.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes of filter.")] = 2,
    until: Annotated[
        str, typer.Option(metavar="|".join(STEPS), help="The last step to measure.")
    ] = "reader",
    output: Annotated[
        Path | None, typer.Option(help="Folder for scale.json and scale.svg.")
    ] = None,
    work: Annotated[
        Path | None, typer.Option(help="Folder for the tables; a temporary one by default.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure the three steps for each number of rows."""
    if context.invoked_subcommand is not None:
        return
    if until not in STEPS:
        raise typer.BadParameter(f"--until {until!r} is not one of {', '.join(STEPS)}")
    found: list[Measured] = []
    for count in sorted(rows or [10_000, 100_000]):
        with tempfile.TemporaryDirectory(dir=work) as folder:
            for m in measure(count, Path(folder), workers, until):
                found.append(m)
                print(f"{m.step} {m.rows:,}: {m.seconds:.1f} s", file=sys.stderr, flush=True)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        (output / "scale.json").write_text(
            json.dumps([asdict(m) for m in found], indent=1) + "\n", "utf-8", newline="\n"
        )
        plot(found, output / "scale.svg")
    print(json.dumps([asdict(m) for m in found], indent=1)) if as_json else show(found)
    if over := [m for m in found if m.peak >= 2 * GIB]:
        print(f"over 2 GiB: {', '.join(f'{m.step} at {m.rows:,}' for m in over)}", file=sys.stderr)
        raise typer.Exit(1)


@app.command(hidden=True)
def read(artifacts: Path) -> None:
    """Read one epoch."""
    read_epoch(artifacts)


if __name__ == "__main__":
    app()
