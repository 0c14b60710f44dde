#!/usr/bin/env python3
"""End every command at each of its changes to the disk, resume it, and compare what it left.

    benchmarks/crash_points.py --log crashes.jsonl
    benchmarks/crash_points.py --command ingest --command filter --every 7 --json

Each command that writes first runs without interruption, which gives its changes (files made, cut,
renamed, removed, synced) and the expected result. Then, for each change: the process ends just
before it, the same command runs again and must succeed, and everything in the folder is compared
byte for byte; a leftover file counts as a difference. A second round cuts the power instead
(`crashing.py`). The last crash point is the end of the command: what it leaves there must be
complete without another run; it gets four times as many power cuts.

What a process leaves before each change is copied during one run (`states.py`), and a state that
has been resumed is not resumed again. In one trial of every `--real`, a process really dies; after
SIGKILL it must leave the same files as the copy. Runs are forks of a process that has loaded
everything (`forking.py`). As a check, each command also runs in a process of its own, which must
leave the same bytes, and all its processes are killed `--outside` times at random moments, as in
`survival.py`.

With `--log`, the trials are recorded in a file, and the same command resumes after them. Commands
with few changes come first. On a disk most of the time goes into syncs; `TMPDIR=/dev/shm` saves it,
since the simulated power cuts do not depend on the disk. The commands are those of the programs
(`targets.py`), so a new stage is included automatically.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import survival
import typer
from attacked import Bench
from crashing import Watch
from forking import call, exit_code, forked
from leftovers import differences, left
from serving import Server
from states import Album, State, States, names
from tallies import as_row, end

END_CUTS = 4
"""Power cuts after the end of a command, for each one at a change: no later run repairs those."""

How = Literal["SIGKILL", "power cut", "from outside"]
By = Literal["death", "copy", "known"]
"""Where the state after a crash comes from: a process that died, a copy taken during a run, or, if
`known`, an equal state from which the command was resumed before."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One end of a command.

    Attributes:
        command: its name.
        how: how it was ended.
        stop: number of the change before which it was ended; from outside, number of the kill.
        draw: number of the power cut at this change.
    """

    command: str
    how: How
    stop: int
    draw: int = 0


@dataclass(slots=True)
class Tally:
    """The results of one command.

    Attributes:
        command: its name.
        how: how it was ended.
        changes: number of changes in an uninterrupted run, with its end.
        tried: number of trials.
        died: number of those in which a process really died.
        resumed: number of different states from which it was run again.
        failed: number of ends after which something differed.
        differences: what differed afterwards, one line each.
        seconds: duration of all of it.
    """

    command: str
    how: How
    changes: int
    tried: int = 0
    died: int = 0
    resumed: int = 0
    failed: int = 0
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Log:
    """What was tried, in a file of JSON lines.

    Args:
        path: the file, created if missing.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.touch()

    def add(self, trial: Trial, change: str, found: Sequence[str], seconds: float, by: By) -> None:
        """Add a trial, the change before which it was ended, and what differed."""
        line = asdict(trial) | {"change": change, "found": found, "seconds": round(seconds, 2)}
        line["by"] = by
        with self._path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(line) + "\n")

    def read(self) -> list[tuple[Trial, dict[str, Any]]]:
        """All trials, with the rest of their lines."""
        lines = map(json.loads, self._path.read_text(encoding="utf-8").splitlines())
        return [(Trial(**{k: one[k] for k in Trial.__slots__}), one) for one in lines]


class Crashes:
    """Ends commands in forks of this process.

    Args:
        bench: corpus and models, and later the uninterrupted results.
        log: records what was tried.
        real: a process really dies in one trial of this many.
    """

    def __init__(self, bench: Bench, log: Log, real: int) -> None:
        self._bench, self._log, self._server, self._real = bench, log, Server(bench), real
        self._listed, self._states = bench.root / "changes.json", States(bench.root / "states")
        self.changes: dict[str, list[str]] = {}

    def prepare(self, names: list[str]) -> None:
        """Make the inputs and expected results of commands, and list their changes."""
        for name in self._server.prepare(names, self._list):
            self.changes[name] = json.loads(self._listed.read_text(encoding="utf-8"))

    def _list(self, name: str) -> None:
        """Carry a command out, and record what changed."""
        watch = self._watched(name, self._bench.whole(name))
        self._listed.write_text(json.dumps(watch.changes), encoding="utf-8", newline="\n")

    def attack(self, name: str, trials: Sequence[Trial]) -> None:
        """End a command as the trials say, except for those that are already in the log."""
        done = {trial for trial, _ in self._log.read()}
        rest = [trial for trial in trials if trial not in done]

        def work() -> None:
            expected = left(self._bench.whole(name))
            album = self._album(name, rest)
            known: dict[str, list[str]] = {}
            for number, trial in enumerate(rest):
                began = time.perf_counter()
                state = album[trial.stop][0 if trial.how == "SIGKILL" else 1 + trial.draw]
                key = json.dumps([trial.stop == len(self.changes[name]), state])
                by: By = "known" if key in known else "copy"
                if number % self._real == 0:
                    by, found = "death", self._die(trial, state) or self._resume(trial, expected)
                elif by == "known":
                    found = known[key]
                else:
                    self._states.put(state, self._bench.place("killed"))
                    found = known[key] = self._resume(trial, expected)
                change = self.changes[name][trial.stop - 1]
                self._log.add(trial, change, found, time.perf_counter() - began, by)

        if rest:
            self._server.serve(name, work)

    def attack_from_outside(self, name: str, kills: int) -> None:
        """Run a command in its own process to its end, then kill its group at random moments."""
        done = sum(one.command == name and one.how == "from outside" for one, _ in self._log.read())
        if done >= kills:
            return
        bench, folder = self._bench, self._bench.place("outside")
        bench.fresh(name, folder)
        tally, begin = survival.Tally(name), survival.by_itself(bench)
        whole = survival.finish(bench, name, folder, begin)
        found = [f"by itself: {one}" for one in differences(left(bench.whole(name)), left(folder))]
        draw = random.Random(f"{name} {done}")
        while done < kills:
            began, before = time.perf_counter(), sum(tally.kills.values())
            found += survival.chain(bench, tally, draw, kills - done, begin, whole)
            now = sum(tally.kills.values())
            for _ in range(before, now):
                done += 1
                seconds = (time.perf_counter() - began) / (now - before)
                self._log.add(Trial(name, "from outside", done), "", found, seconds, "death")
                found = []

    def _watched(self, name: str, folder: Path, *crash: Any) -> Watch:
        """Run a command in this process, watched by a `Watch` with the arguments `crash`."""
        watch = Watch(folder, *(crash or (0,)))
        watch.begin()
        if code := exit_code(lambda: call(self._bench.arguments(name, folder))):
            raise SystemExit(code)
        watch.end()
        return watch

    def _album(self, name: str, trials: Sequence[Trial]) -> dict[int, list[State]]:
        """What each crash would leave of a command, from one run."""
        folder = self._bench.place("killed")
        draws: dict[int, int] = {}
        for trial in trials:
            if trial.how == "power cut":
                draws[trial.stop] = max(draws.get(trial.stop, 0), trial.draw + 1)
        album = Album(
            self._states, self._bench.root / "album.json", {one.stop for one in trials},
            lambda stop: [_drawn(name, stop, draw) for draw in range(draws.get(stop, 0))],
        )  # fmt: skip

        def work() -> None:
            watch = self._watched(name, folder, 0, None, album.add)
            if watch.changes != self.changes[name]:
                raise SystemExit(f"{name} changed other files than before: {watch.changes}")
            album.save()

        self._bench.fresh(name, folder)
        said, typed = self._server.said, self._bench.targets[name].typed
        if code := forked(work, said, typed):
            raise SystemExit(f"{name} ended with {code}: {self._server.lines()[-1:]}")
        return album.read()

    def _die(self, trial: Trial, state: State) -> list[str]:
        """End a command before a change; returns how its end differs from the expected one."""
        bench, name, folder = self._bench, trial.command, self._bench.place("killed")
        bench.fresh(name, folder)
        cut = _drawn(name, trial.stop, trial.draw) if trial.how == "power cut" else None
        work = partial(self._watched, name, folder, trial.stop, cut)
        if (ended := forked(work, self._server.said, bench.targets[name].typed)) != -9:
            return [f"ended with {ended}: {self._server.lines()[-1:]}"]
        if cut is None and names(self._states.take(folder)) != names(state):
            return [f"left other files than in the copy: {sorted(self._states.take(folder))}"]
        return []

    def _resume(self, trial: Trial, expected: dict[str, Any]) -> list[str]:
        """Run a command again on what its end has left; returns what differs then."""
        bench, name, folder = self._bench, trial.command, self._bench.place("killed")
        if trial.stop < len(self.changes[name]) and not bench.made(name, folder):
            work = partial(call, bench.arguments(name, folder))
            if again := forked(work, self._server.said, bench.targets[name].typed):
                return [f"ended with {again} when it went on: {self._server.lines()[-1:]}"]
        return differences(expected, left(folder))


def _drawn(name: str, stop: int, draw: int) -> random.Random:
    """Decides what a power cut destroys."""
    return random.Random(f"{name} {stop} {draw}")


def tallies(log: Log, changes: dict[str, list[str]], names: Sequence[str]) -> Iterator[Tally]:
    """The results of commands, by how they were ended."""
    found: dict[tuple[str, How], Tally] = {}
    for trial, line in log.read():
        if trial.command not in names:
            continue
        key = trial.command, trial.how
        tally = found.setdefault(key, Tally(*key, len(changes[trial.command])))
        tally.tried += 1
        by = line.get("by", "death")
        tally.died += by == "death"
        tally.resumed += by != "known"
        tally.failed += bool(line["found"])
        tally.seconds = round(tally.seconds + line["seconds"], 1)
        where = f"{trial.command}, {trial.how} {trial.stop}.{trial.draw} ({line['change']})"
        tally.differences += [f"{where}: {one}" for one in line["found"]]
    yield from sorted(found.values(), key=lambda tally: names.index(tally.command))


def main(
    command: Annotated[
        list[str] | None, typer.Option(help="Commands; all that write by default.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Take every n-th change.")] = 1,
    first: Annotated[int, typer.Option(min=1, help="Start with this change.")] = 1,
    sentences: Annotated[int, typer.Option(min=12, max=180, help="Sentences in the corpus.")] = 12,
    cuts: Annotated[int, typer.Option(min=0, help="Power cuts at each change.")] = 2,
    outside: Annotated[int, typer.Option(min=0, help="Kills from outside per command.")] = 0,
    real: Annotated[
        int, typer.Option(min=1, help="Let a process really die in one of this many trials.")
    ] = 10,
    log: Annotated[
        Path | None, typer.Option(help="File of the trials so far; a later call continues it.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """End commands at each of their changes to the disk and compare what they leave."""
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        bench, kept = Bench(Path(folder), sentences), Log(log or Path(folder) / "log.jsonl")
        names = bench.chosen(command)
        crashes = Crashes(bench, kept, real)
        crashes.prepare(names)
        for name in sorted(names, key=lambda name: len(crashes.changes[name])):
            last = len(crashes.changes[name])
            stops = range(first, last + 1, every)
            kills = [Trial(name, "SIGKILL", stop) for stop in stops]
            cut = [Trial(name, "power cut", stop, draw) for stop in stops for draw in range(cuts)]
            cut += [Trial(name, "power cut", last, draw) for draw in range(cuts, END_CUTS * cuts)]
            crashes.attack(name, kills + cut)
            crashes.attack_from_outside(name, outside)
            for tally in tallies(kept, crashes.changes, [name]):
                print(as_row(_row(tally)), file=sys.stderr, flush=True)
        found = list(tallies(kept, crashes.changes, names))
    head = "| command | ended by | changes | tried | died | resumed | failed |"
    head += "\n|---|---|--:|--:|--:|--:|--:|"
    end(found, head, _row, lambda tally: tally.differences, as_json=json_)


def _row(tally: Tally) -> list[object]:
    counts = [tally.changes, tally.tried, tally.died, tally.resumed, tally.failed]
    return [tally.command, tally.how, *counts]


if __name__ == "__main__":
    typer.run(main)
