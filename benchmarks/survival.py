#!/usr/bin/env python3
r"""Kill every command at random moments, run it again until it finishes, and compare what it left.

    benchmarks/survival.py --kills 1000 --seed 0 --log kills.jsonl
    benchmarks/survival.py --kills 8 --command ingest --command fit --json

Each command first runs without interruption, which gives its duration and the expected result.
Then, repeatedly: it starts on fresh folders in its own process group, the whole group gets SIGKILL
at a moment drawn uniformly from that duration, and the same command starts again, to be killed too,
until it ends before its moment. What it left is then compared byte for byte: everything in its
folder, but of checkpoints only the tensors, and figures without times. Leftover files count as a
difference. The commands are those of `targets.py`.

Runs are forks of a process that has loaded everything (`forking.py`). In one fresh start of every
`--real`, the program starts by itself each time, with two workers where it has them.
With `--log`, each fresh start that was brought to its end is recorded in a file, and the same
command resumes after those.

The table says how many kills hit before the command had written anything, while it was writing, and
after everything was written, when the process had only to end (or, in a later start of a chain,
nothing to do).
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from attacked import Bench
from forking import call, fork
from leftovers import differences, left
from serving import Server
from tallies import as_row, end

Begin = Callable[[str, Path], int]
"""Starts a command on a folder, in a process group of its own; returns the process's number."""
_POLL_S = 0.002


@dataclass(slots=True)
class Tally:
    """The results of one command.

    Attributes:
        command: its name.
        seconds: duration of an uninterrupted run.
        chains: fresh starts, each of which was brought to its end.
        real: number of those in which the program started by itself.
        kills: number of kills `before`, `while` and `after` writing.
        differences: what differed from the uninterrupted run, one line each.
    """

    command: str
    seconds: float = 0.0
    chains: int = 0
    real: int = 0
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


def by_itself(bench: Bench) -> Begin:
    """Starts programs as a shell does."""
    return lambda name, folder: start(bench, name, folder, _workers(name)).pid


def finish(bench: Bench, name: str, folder: Path, begin: Begin) -> float:
    """Run a command to its end, unless it would refuse to overwrite its output; the seconds."""
    began = time.perf_counter()
    if not bench.made(name, folder):
        _require(bench, name, os.waitpid(begin(name, folder), 0)[1])
    return time.perf_counter() - began


def kill_at(bench: Bench, name: str, folder: Path, seconds: float, begin: Begin) -> bool:
    """Start a command and kill its group after that time; False if it ended before."""
    if bench.made(name, folder):
        return False
    last = time.perf_counter() + seconds
    process = begin(name, folder)
    while not (ended := os.waitpid(process, os.WNOHANG))[0]:
        if time.perf_counter() >= last:
            os.kill(process, signal.SIGKILL)
            with suppress(ProcessLookupError):  # a fork that has no group yet has no workers either
                os.killpg(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return True
        time.sleep(_POLL_S)
    _require(bench, name, ended[1])
    return False


def chain(
    bench: Bench, tally: Tally, draw: random.Random, kills: int, begin: Begin, seconds: float
) -> list[str]:
    """Start afresh, kill at most `kills` times and run to the end; returns what differs then.

    Args:
        bench: folders, and the expected result.
        tally: gets the kills and what differs.
        draw: random numbers for the moments.
        kills: maximum number of kills.
        begin: starts the command.
        seconds: duration of an uninterrupted run that is started in the same way.
    """
    name, folder = tally.command, bench.place("killed")
    bench.fresh(name, folder)
    before, whole = left(folder), left(bench.whole(name))
    for _ in range(kills):
        if not kill_at(bench, name, folder, draw.uniform(0, seconds), begin):
            break
        now = left(folder)
        tally.kills["before" if now == before else "after" if now == whole else "while"] += 1
    else:
        finish(bench, name, folder, begin)
    tally.chains += 1
    found = differences(whole, left(folder))
    tally.differences += [f"{name}, start {tally.chains}: {one}" for one in found]
    return found


class Kills:
    """Kills commands that are forks of this process, or start by themselves.

    Args:
        bench: corpus and models, and later the uninterrupted results.
        log: file of the fresh starts, created if missing.
        real: the program starts by itself in one fresh start of this many.
    """

    def __init__(self, bench: Bench, log: Path, real: int) -> None:
        self._bench, self._log, self._real, self._server = bench, log, real, Server(bench)
        log.touch()

    def prepare(self, names: Sequence[str]) -> Iterator[str]:
        """Make the inputs and expected results of commands; gives each name."""
        return self._server.prepare(names)

    def attack(self, name: str, kills: int, seed: int) -> Tally:
        """Kill a command until the log has this many of its kills."""
        if sum(self.tally(name).kills.values()) < kills:
            self._server.serve(name, lambda: self._attack(name, kills, seed))
        return self.tally(name)

    def tally(self, name: str) -> Tally:
        """What the log says of a command."""
        found = Tally(name)
        for line in map(json.loads, self._log.read_text(encoding="utf-8").splitlines()):
            if line["command"] == name:
                found.seconds = line["seconds"]
                found.chains += 1
                found.real += line["real"]
                found.kills = {when: line["kills"][when] + n for when, n in found.kills.items()}
                found.differences += line["differences"]
        return found

    def _attack(self, name: str, kills: int, seed: int) -> None:
        """Make fresh starts, in a server that has loaded what the command needs."""
        bench, so_far, seconds = self._bench, self.tally(name), {}
        done, number = sum(so_far.kills.values()), so_far.chains
        while done < kills:
            real = number % self._real == self._real - 1
            begin = by_itself(bench) if real else self._begin
            if real not in seconds:
                bench.fresh(name, bench.place("killed"))
                seconds[real] = finish(bench, name, bench.place("killed"), begin)
            tally = Tally(name, round(seconds[real], 2), number, int(real))
            draw = random.Random(f"{seed} {name} {number}")
            chain(bench, tally, draw, kills - done, begin, seconds[real])
            number, done = number + 1, done + sum(tally.kills.values())
            self._add(tally)

    def _add(self, tally: Tally) -> None:
        line: dict[str, Any] = {"command": tally.command, "seconds": tally.seconds}
        line |= {"real": tally.real, "kills": tally.kills, "differences": tally.differences}
        with self._log.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")

    def _begin(self, name: str, folder: Path) -> int:
        """Start a command in a fork; returns the number of its process and of its group."""
        arguments = self._bench.arguments(name, folder)

        def work() -> None:
            os.setsid()
            call(arguments)

        return fork(work, said(self._bench), self._bench.targets[name].typed)


def said(bench: Bench) -> Path:
    """The file with the output of the last command that was started."""
    return bench.root / "log.txt"


def _workers(name: str) -> int:
    return 2 if name == "filter" else 1  # the quickest one that starts workers


def _require(bench: Bench, name: str, status: int) -> None:
    if status:
        text = said(bench).read_text("utf-8", "replace")
        raise SystemExit(f"{name} failed ({os.waitstatus_to_exitcode(status)}):\n{text}")


def main(
    kills: Annotated[int, typer.Option(min=1, help="Number of kills over all commands.")] = 200,
    seed: Annotated[int, typer.Option(help="Random seed for the moments.")] = 0,
    sentences: Annotated[int, typer.Option(min=12, max=180, help="Sentences in the corpus.")] = 12,
    command: Annotated[
        list[str] | None, typer.Option(help="Commands; all that write by default.")
    ] = None,
    real: Annotated[
        int,
        typer.Option(
            min=1, help="Let the program start by itself in one of this many fresh starts."
        ),
    ] = 10,
    log: Annotated[
        Path | None,
        typer.Option(help="File of the fresh starts so far; a later call continues it."),
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Kill commands at random moments and compare what they leave."""
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        bench = Bench(Path(folder), sentences)
        names = bench.chosen(command)
        attacks = Kills(bench, log or Path(folder) / "log.jsonl", real)
        for _ in attacks.prepare(names):
            pass
        found = []
        for number, name in enumerate(names):
            share = kills // len(names) + (number < kills % len(names))
            found.append(attacks.attack(name, share, seed))
            print(as_row(_row(found[-1])), file=sys.stderr, flush=True)
    head = "| command | starts | by itself | kills | before | while | after | differences |"
    head += "\n|---|--:|--:|--:|--:|--:|--:|--:|"
    end(found, head, _row, lambda tally: tally.differences, as_json=json_)


def _row(tally: Tally) -> list[object]:
    killed = sum(tally.kills.values())
    counts = [tally.chains, tally.real, killed, *tally.kills.values(), len(tally.differences)]
    return [tally.command, *counts]


if __name__ == "__main__":
    typer.run(main)
