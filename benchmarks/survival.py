#!/usr/bin/env python3
r"""Kill every command at random moments, run it again until it finishes, and compare what it left.

    benchmarks/survival.py --kills 200 --seed 0
    benchmarks/survival.py --kills 8 --command ingest --command fit --json

Each command first runs without interruption, which gives its duration and the expected result.
Then, repeatedly: it starts on fresh folders in its own process group, the whole group gets SIGKILL
at a moment drawn uniformly from that duration, and the same command starts again, to be killed too,
until it ends before its moment. What it left is then compared byte for byte: everything in its
folder, except that of checkpoints only the tensors count, and of figures no times. Leftover files
count as a difference. The commands are those of `targets.py`.

The table says how many kills hit before the command had written anything, while it was writing, and
after everything was written, when the process had only to end (or, in a later start of a chain,
nothing to do).
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer
from attacked import Bench
from leftovers import differences, left
from tallies import end


@dataclass(slots=True)
class Tally:
    """The results of one command.

    Attributes:
        command: its name.
        seconds: duration of an uninterrupted run.
        chains: fresh starts, each of which was brought to its end.
        kills: number of kills `before`, `while` and `after` writing.
        differences: what differed from the uninterrupted run, one line each.
    """

    command: str
    seconds: float = 0.0
    chains: int = 0
    kills: dict[str, int] = field(default_factory=lambda: {"before": 0, "while": 0, "after": 0})
    differences: list[str] = field(default_factory=list)


def start(bench: Bench, name: str, folder: Path, workers: int = 1) -> subprocess.Popen[bytes]:
    """Start a console command in its own process group; its output goes to `said`."""
    program, *given = bench.arguments(name, folder, workers)
    typed = bench.root / "typed.txt"
    typed.write_text(bench.targets[name].typed, encoding="utf-8", newline="\n")
    with said(bench).open("wb") as out, typed.open("rb") as keys:
        return subprocess.Popen(
            [str(Path(sys.executable).with_name(program)), *given],
            stdin=keys, stdout=out, stderr=out, start_new_session=True,
        )  # fmt: skip


def finish(bench: Bench, name: str, folder: Path) -> float:
    """Run a command to its end, unless it has made what it would not make again; the seconds."""
    began = time.perf_counter()
    if not bench.made(name, folder):
        _require(bench, name, start(bench, name, folder, _workers(name)).wait())
    return time.perf_counter() - began


def kill_at(bench: Bench, name: str, folder: Path, seconds: float) -> bool:
    """Start a command and kill its group after that time; False if it ended before."""
    if bench.made(name, folder):
        return False
    process = start(bench, name, folder, _workers(name))
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    _require(bench, name, process.returncode)
    return False


def chain(bench: Bench, tally: Tally, draw: random.Random, kills: int) -> list[str]:
    """From a fresh start through at most `kills` kills to the end; what differs then."""
    name, folder = tally.command, bench.place("killed")
    bench.fresh(name, folder)
    before, whole = left(folder), left(bench.whole(name))
    for _ in range(kills):
        if not kill_at(bench, name, folder, draw.uniform(0, tally.seconds)):
            break
        now = left(folder)
        tally.kills["before" if now == before else "after" if now == whole else "while"] += 1
    else:
        finish(bench, name, folder)
    tally.chains += 1
    found = differences(whole, left(folder))
    tally.differences += [f"{name}, start {tally.chains}: {one}" for one in found]
    return found


def survive(bench: Bench, commands: Sequence[str], kills: int, seed: int) -> list[Tally]:
    """Uninterrupted runs of all commands, then the kills, in turn over `commands`."""
    needed = bench.needed(commands)
    bench.prepare(needed)
    tallies = {command: Tally(command) for command in needed}
    for command, tally in tallies.items():
        bench.fresh(command, bench.whole(command))
        tally.seconds = finish(bench, command, bench.whole(command))
    draw = random.Random(seed)
    share = {
        c: kills // len(commands) + (i < kills % len(commands)) for i, c in enumerate(commands)
    }
    for command in commands:
        tally = tallies[command]
        while (rest := share[command] - sum(tally.kills.values())) > 0:
            chain(bench, tally, draw, rest)
            done = sum(tally.kills.values())
            print(f"{command}: {done}/{share[command]} kills", file=sys.stderr, flush=True)
    return [tallies[command] for command in commands]


def said(bench: Bench) -> Path:
    """The file with the output of the last command that was started."""
    return bench.root / "log.txt"


def _workers(name: str) -> int:
    return 2 if name == "filter" else 1  # the quickest one that starts workers


def _require(bench: Bench, name: str, code: int) -> None:
    if code:
        raise SystemExit(f"{name} failed:\n{said(bench).read_text('utf-8', 'replace')}")


def main(
    kills: Annotated[int, typer.Option(min=1, help="Number of kills over all commands.")] = 200,
    seed: Annotated[int, typer.Option(help="Random seed for the moments.")] = 0,
    sentences: Annotated[int, typer.Option(min=12, max=180, help="Sentences in the corpus.")] = 180,
    command: Annotated[list[str] | None, typer.Option(help="By default all that write.")] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Kill commands at random moments and compare what they leave."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        bench = Bench(Path(folder), sentences)
        tallies = survive(bench, bench.chosen(command), kills, seed)
    head = "| command | uninterrupted | starts | kills | before | while | after | differences |"
    head += "\n|---|--:|--:|--:|--:|--:|--:|--:|"
    end(tallies, head, _row, lambda tally: tally.differences, as_json=json_)


def _row(tally: Tally) -> list[object]:
    seconds, killed = f"{tally.seconds:.1f} s", sum(tally.kills.values())
    counts = [tally.chains, killed, *tally.kills.values(), len(tally.differences)]
    return [tally.command, seconds, *counts]


if __name__ == "__main__":
    typer.run(main)
