#!/usr/bin/env python3
"""Interrupt every command at random moments, run it again, and compare what it left.

    benchmarks/interrupts.py --times 12
    benchmarks/interrupts.py --command filter --signal 'INT INT' --workers 2
    benchmarks/interrupts.py --command negate --signal TERM --workers 2 --alone

An uninterrupted run gives the duration and the expected result. Each trial starts on a fresh
folder, gets a signal (Ctrl-C once or twice, SIGTERM or SIGHUP) at a moment drawn uniformly from
that duration, and must end soon: with exit code 130, 143 or 129 and one line that says how to go
on, or with 0 where it was done before. Then the same command runs again, and everything in the
folder is compared byte for byte.

Runs are forks of a process that has loaded everything (`forking.py`), except for one trial of every
`--real`, in which the program starts by itself; signals come once it handles them. With several
`--workers`, which start by themselves, the signal goes to the whole process group, as a terminal
sends it, or with `--alone` to the parent alone, as `kill` sends it; no process may be left of the
group. The run that goes on has one worker: the bytes are the same.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import survival
import typer
from attacked import Bench
from forking import call, fork
from leftovers import differences, left
from serving import Server
from tallies import as_row, end

SIGNALS = {
    "INT": [signal.SIGINT],
    "INT INT": [signal.SIGINT, signal.SIGINT],
    "TERM": [signal.SIGTERM],
    "HUP": [signal.SIGHUP],
}
PATIENCE_S = 60.0
"""A command that takes longer to end is said to hang."""
PAUSE_S = 0.05
"""Seconds between two signals."""


@dataclass(slots=True)
class Tally:
    """The results of one command and signal.

    Attributes:
        command: its name.
        signal: name of the signal, or of each of two.
        tried: number of trials.
        interrupted: number of those that ended by the signal; the others were done before.
        slowest: the most seconds from the signal to the end.
        failed: number of those after which something was wrong.
        wrong: what that was, one line each.
    """

    command: str
    signal: str
    tried: int = 0
    interrupted: int = 0
    slowest: float = 0.0
    failed: int = 0
    wrong: list[str] = field(default_factory=list)


def problems(code: int, lines: Sequence[str], number: int) -> list[str]:
    """What is wrong with how a command ended.

    Args:
        code: its exit code.
        lines: what it said.
        number: the signal that it got.
    """
    told = [line for line in lines if line.startswith("Interrupted.")]
    bad = [line for line in lines if line.startswith(("Traceback", "Error", "Exception ignored"))]
    if code == 0:
        return [f"said {line!r}" for line in (*bad, *told)]
    if code != 128 + number:
        return [f"ended with {code}: {lines[-1:]}"]
    found = [f"said {line!r}" for line in bad]
    if len(told) != 1 or lines[-1] != told[0]:
        found.append(f"{told} at the end of {lines[-3:]}")
    return found


class Interruptions:
    """Interrupts commands.

    Args:
        bench: corpus and models, and later the uninterrupted results.
        twice: whether each signal is sent twice.
        workers: number of processes of a stage, besides the one that starts them.
        alone: whether a signal goes to the parent of the workers alone.
        real: the program starts by itself in one trial of this many.
    """

    def __init__(self, bench: Bench, *, twice: bool, workers: int, alone: bool, real: int) -> None:
        self._bench, self._twice, self._workers, self._real = bench, twice, workers, real
        self._all = workers > 1 and not alone
        self._server, self._kept = Server(bench), bench.root / "tallies.json"
        self._said = self._server.said

    def prepare(self, names: list[str]) -> None:
        """Make the inputs and expected results of commands."""
        for _ in self._server.prepare(names):
            pass

    def attack(self, name: str, numbers: Sequence[str], times: int, seed: int) -> list[Tally]:
        """Interrupt a command by each of some signals."""
        tallies = [Tally(name, number) for number in numbers]

        def work() -> None:
            draw, expected = random.Random(f"{seed} {name}"), left(self._bench.whole(name))
            seconds = [self._uninterrupted(name, real) for real in (False, True)]
            number = 0
            for tally in tallies:
                for _ in range(times):
                    real = number % self._real == 0
                    self._try(tally, draw.uniform(0, seconds[real]), expected, real)
                    number += 1
            told = json.dumps([asdict(one) for one in tallies])
            self._kept.write_text(told, encoding="utf-8", newline="\n")

        self._server.serve(name, work)
        return [Tally(**one) for one in json.loads(self._kept.read_text(encoding="utf-8"))]

    def _uninterrupted(self, name: str, real: bool) -> float:
        folder = self._bench.place("timed")
        self._bench.fresh(name, folder)
        child = self._begin(name, folder, self._workers, real)
        while not _handles_signals(child):
            time.sleep(0.001)
        began = time.perf_counter()
        os.waitpid(child, 0)
        return time.perf_counter() - began

    def _try(self, tally: Tally, moment: float, expected: dict[str, Any], real: bool) -> None:
        """Interrupt a command at a moment, run it again, and count what is wrong."""
        bench, name, folder = self._bench, tally.command, self._bench.place("interrupted")
        numbers = SIGNALS[tally.signal] * (1 + self._twice)
        bench.fresh(name, folder)
        child = self._begin(name, folder, self._workers, real)
        while not _handles_signals(child):
            time.sleep(0.001)
        time.sleep(moment)
        began = time.perf_counter()
        code = self._end(child, numbers)
        tally.slowest = max(tally.slowest, round(time.perf_counter() - began, 2))
        tally.tried += 1
        tally.interrupted += code != 0
        found = problems(code, self._lines(real), numbers[0])
        if self._workers > 1 and _is_left(child):
            found.append("processes were left")
        if code and not bench.made(name, folder):
            again = self._begin(name, folder)
            if ended := os.waitstatus_to_exitcode(os.waitpid(again, 0)[1]):
                found.append(f"ended with {ended} when it ran again: {self._lines()[-1:]}")
        found += differences(expected, left(folder))
        tally.failed += bool(found)
        tally.wrong += [f"{name}, {tally.signal} after {moment:.3f} s: {one}" for one in found]

    def _begin(self, name: str, folder: Path, workers: int = 1, real: bool = False) -> int:
        """Start a command; returns the number of its process and of its group."""
        if real:
            return survival.start(self._bench, name, folder, workers).pid
        arguments = self._bench.arguments(name, folder, workers)

        def work() -> None:
            os.setsid()
            # Workers load the program's file, not this one.
            sys.modules["__main__"].__file__ = str(Path(sys.executable).with_name(arguments[0]))
            call(arguments, ends=True)

        return fork(work, self._said, self._bench.targets[name].typed)

    def _end(self, child: int, numbers: Sequence[int]) -> int:
        """Signal a process or its group, and wait for it; returns its exit code."""
        for number in numbers:
            with suppress(ProcessLookupError):
                os.kill(-child if self._all else child, number)
            time.sleep(PAUSE_S * (len(numbers) > 1))
        last = time.perf_counter() + PATIENCE_S
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.perf_counter() > last:
                os.kill(child, signal.SIGKILL)
            time.sleep(0.005)
        return os.waitstatus_to_exitcode(ended[1])

    def _lines(self, real: bool = False) -> list[str]:
        said = survival.said(self._bench) if real else self._said
        return said.read_text("utf-8", "replace").strip().splitlines()


def _handles_signals(process: int) -> bool:
    """Whether a program has begun to handle SIGTERM, or has ended."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    caught = next((line for line in status.splitlines() if line.startswith("SigCgt")), "SigCgt -1")
    return bool(int(caught.split()[1], 16) >> signal.SIGTERM - 1 & 1) or "State:\tZ" in status


def _is_left(group: int) -> bool:
    """Whether processes of a group live on for seconds; they are killed."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    os.killpg(group, signal.SIGKILL)
    return True


def main(
    times: Annotated[int, typer.Option(min=1, help="Trials of each command and signal.")] = 12,
    signals: Annotated[
        list[str] | None,
        typer.Option("--signal", help="INT, 'INT INT', TERM or HUP; by default all."),
    ] = None,
    twice: Annotated[bool, typer.Option("--twice", help="Send each signal twice.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes of a stage.")] = 1,
    alone: Annotated[
        bool, typer.Option("--alone", help="With --workers: signal the parent alone.")
    ] = False,
    real: Annotated[
        int, typer.Option(min=1, help="Start the program from a shell in one of this many trials.")
    ] = 10,
    seed: Annotated[int, typer.Option(help="Random seed for the moments.")] = 0,
    sentences: Annotated[int, typer.Option(min=12, max=180, help="Sentences in the corpus.")] = 12,
    command: Annotated[
        list[str] | None, typer.Option(help="Commands; all that write by default.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Interrupt commands at random moments and compare what they leave."""
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    if unknown := set(signals or ()) - SIGNALS.keys():
        raise typer.BadParameter(
            f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(SIGNALS)}."
        )
    for number, *_ in SIGNALS.values():  # a shell lets background programs ignore some
        signal.signal(number, signal.SIG_DFL)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        bench = Bench(Path(folder), sentences)
        names = bench.chosen(command)
        interruptions = Interruptions(bench, twice=twice, workers=workers, alone=alone, real=real)
        interruptions.prepare(names)
        found: list[Tally] = []
        for name in names:
            found += interruptions.attack(name, signals or [*SIGNALS], times, seed)
            for tally in found[-len(signals or SIGNALS) :]:
                print(as_row(_row(tally)), file=sys.stderr, flush=True)
    head = (
        "| command | signal | tried | interrupted | slowest | failed |\n|---|---|--:|--:|--:|--:|"
    )
    end(found, head, _row, lambda tally: tally.wrong, as_json=json_)


def _row(tally: Tally) -> list[object]:
    counts = [tally.command, tally.signal, tally.tried, tally.interrupted]
    return [*counts, f"{tally.slowest:.1f} s", tally.failed]


if __name__ == "__main__":
    typer.run(main)
