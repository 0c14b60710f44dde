#!/usr/bin/env python3
"""Measures how long `--help` takes, as wall and processor time, and how busy the machine is.

benchmarks/startup.py --rounds 20
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from typing import Annotated

import typer

COMMANDS = (["pipeline"], ["trainer"], ["pipeline", "run", "all"], ["trainer", "fit"])


def once(arguments: list[str]) -> tuple[float, float]:
    """Wall and processor seconds of a program run to its end.

    Raises:
        CalledProcessError: it failed.
    """
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(rounds: Annotated[int, typer.Option(min=1, help="Runs of each command.")] = 20) -> None:
    """Run each command's `--help` in turn; print least and median seconds."""
    print(f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    taken: dict[str, list[tuple[float, float]]] = {" ".join(words): [] for words in COMMANDS}
    for _ in range(rounds):
        for words in COMMANDS:
            program = [sys.executable, "-m", *words, "--help"]
            taken[" ".join(words)].append(once(program))
    for name, seconds in taken.items():
        for what, values in zip(("wall", "processor"), zip(*seconds, strict=True), strict=True):
            least, median = min(values), statistics.median(values)
            print(f"{name} --help: {what} {least:.2f} s at best, {median:.2f} s median")


if __name__ == "__main__":
    typer.run(main)
