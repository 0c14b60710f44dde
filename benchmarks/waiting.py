#!/usr/bin/env python3
"""Measures how long a person at a terminal waits for the first sign of each long command, and for
the next sign after each.

    benchmarks/waiting.py --sentences 60
    benchmarks/waiting.py --first --folder tried

Each command runs on a pseudo-terminal of 80 columns, over the first of the bundled sentences. The
processor time is that of the command and of all its processes: other programs affect it less than
the clock. With `--first` each is stopped at its first sign, so `tried` must hold what an earlier
call left there. Linux only.
"""

from __future__ import annotations

import os
import pty
import shlex
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from schemas.files import write_text

TICKS = os.sysconf("SC_CLK_TCK")
SENTENCES = Path(__file__).parents[1] / "pipeline" / "demo" / "sentences.txt"
COMMANDS = (
    "pipeline run ingest --input corpus.txt",
    "pipeline run negate --kinds all --per-sentence 3",
    "pipeline run backtranslate --models demo",
    "pipeline run rephrase",
    "pipeline run filter --contradict-paraphrases --min-similarity demo:0.5",
    "pipeline run all --input corpus.txt --artifacts all --models demo --preset meaning",
    "pipeline negate 'The shop is closed.'",
    "pipeline rephrase 'The shop is closed.'",
    "pipeline inspect",
    "pipeline verify",
    "pipeline repair",
    "trainer fit --model demo --recipe demo --output run --set epochs=1 --set final_mix=0.7",
    "trainer sweep --model demo --recipe demo --output sweep --set epochs=1",
    "trainer contrast demo run",
    "trainer probe demo run --triples artifacts",
    "trainer transform demo run",
    "trainer report demo run --triples artifacts --output report",
    "trainer export run --output exported",
    "trainer mix run --share 0.4 --output mixed",
    "trainer difference run --output difference.safetensors",
    "trainer release run --output released",
)
"""Commands in an order in which each finds what it needs."""


class Sign(NamedTuple):
    """Something that a command wrote.

    Attributes:
        wall: seconds since the start.
        processor: seconds of processor time until then.
    """

    wall: float
    processor: float


def signs(arguments: Sequence[str], folder: Path, *, first: bool = False) -> list[Sign]:
    """When a command wrote to its terminal, from its start (the first) to its end (the last).

    Args:
        folder: the folder in which it runs.
        first: whether to stop it at its first sign.

    Raises:
        RuntimeError: it failed; with the end of what it wrote.
    """
    start, written = time.perf_counter(), b""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(COLUMNS="80", LINES="24", TERM="xterm")
        os.execvp(arguments[0], list(arguments))
    found = [Sign(0.0, 0.0)]
    while chunk := _read(terminal):
        written = (written + chunk)[-2_000:]
        found.append(Sign(time.perf_counter() - start, _processor_time(child)))
        if first:
            os.killpg(child, signal.SIGKILL)
            break
    os.close(terminal)
    _, status, used = os.wait4(child, 0)
    if status and not first:
        raise RuntimeError(f"{' '.join(arguments)}: {written.decode(errors='replace')}")
    found.append(Sign(time.perf_counter() - start, used.ru_utime + used.ru_stime))
    return found


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # the other end is closed
        return b""


def _processor_time(session: int) -> float:
    """Seconds that the processes of a session have used, those that have ended included."""
    ticks = 0
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def longest_silence(found: Sequence[Sign]) -> Sign:
    """The longest time without a sign after the first one, by processor time, and when it was."""
    gaps = [
        Sign(after.wall - before.wall, after.processor - before.processor)
        for before, after in pairwise(found[1:])
    ]
    return max(gaps, key=lambda gap: gap.processor)


def main(
    sentences: Annotated[int, typer.Option(min=1, help="Number of bundled sentences.")] = 60,
    folder: Annotated[
        Path | None, typer.Option(help="Folder to run in, kept; by default a temporary one.")
    ] = None,
    first: Annotated[
        bool, typer.Option("--first", help="Stop each command at its first sign.")
    ] = False,
) -> None:
    """Run the commands one after another; print their first sign and their longest silence."""
    print(f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print("command: first sign (processor, clock), longest silence after it (processor, clock)")
    with tempfile.TemporaryDirectory() as name:
        place = folder or Path(name)
        place.mkdir(parents=True, exist_ok=True)
        lines = SENTENCES.read_text(encoding="utf-8").splitlines(keepends=True)
        write_text(place / "corpus.txt", "".join(lines[:sentences]))
        for command in COMMANDS:
            found = signs([sys.executable, "-m", *shlex.split(command)], place, first=first)
            shown = [found[1]] if first else [found[1], longest_silence(found)]
            times = "; ".join(f"{sign.processor:.2f} s, {sign.wall:.2f} s" for sign in shown)
            print(f"{command}: {times}", flush=True)


if __name__ == "__main__":
    typer.run(main)
