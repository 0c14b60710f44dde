#!/usr/bin/env python3
"""End every command at each of its changes to the disk, resume it, and compare what it left.

    benchmarks/crash_points.py
    benchmarks/crash_points.py --command ingest --command filter --every 7 --json

Each command that writes into an artifacts folder or a run first runs without interruption, which
gives its number of changes (files made, renamed, removed, synced) and the expected result. Then,
for each change: from a fresh start the process is killed just before it, the same command runs
again and must succeed, and tables, manifests, weights and figures are compared byte for byte;
leftover temporary files count as a difference. A second round cuts the power instead
(`crashing.py`). The commands are those of the programs: one that is neither here nor in `READING`
stops the benchmark, so that no new stage is forgotten.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from crashing import Watch, forked
from survival import STAGES, Bench, differences, left

ORDER = (*STAGES, "repair", "fit", "export")
"""The commands in the order in which each needs the ones before it."""
READING = {
    "pipeline": "negate rephrase status inspect audit judge verify".split(),
    "trainer": "evaluate transfer splits probe data contrast transform failures report compare"
    " recipes difference".split(),
}
"""Commands that print, or write single pages or test sets that the next call writes again."""
ELSEWHERE = {
    "pipeline run all", "trainer sweep", "trainer mix", "trainer release", "pipeline models fetch",
}  # fmt: skip
"""Made of the commands here: of all stages, of `fit`, of the writing of an encoder as `export`; or
fetched from a network, and compared with the published SHA-256 before it has its name."""


@dataclass(slots=True)
class Tally:
    """The results of one command.

    Attributes:
        command: its name.
        power: whether the power was cut; otherwise SIGKILL.
        changes: number of changes in an uninterrupted run.
        tried: number of changes at which a process was ended.
        differences: what differed afterwards, one line each.
        seconds: duration of all of it.
    """

    command: str
    power: bool
    changes: int = 0
    tried: int = 0
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0


def written_commands() -> Iterator[str]:
    """The names of all commands that write what another call resumes from.

    Raises:
        SystemExit: one of them is not covered here.
    """
    from pipeline.cli import app as pipeline
    from trainer.cli import app as trainer

    for program, app in (("pipeline", pipeline), ("trainer", trainer)):
        for words in _leaves(typer.main.get_command(app)):
            name = words[-1]
            known = name in READING[program] and len(words) == 1
            if known or " ".join([program, *words]) in ELSEWHERE:
                continue
            if name not in ORDER:
                raise SystemExit(
                    f"{program} {' '.join(words)} is not killed by this benchmark: give it"
                    " arguments in survival.py and its place in ORDER, or name it among READING."
                )
            yield name


def _leaves(command: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if not hasattr(command, "commands"):
        yield above
        return
    for name, one in command.commands.items():
        yield from _leaves(one, (*above, name))


class Crashes:
    """Runs commands in forks of this process, which has imported what they share.

    Args:
        bench: corpus and models, and later the uninterrupted results.
    """

    def __init__(self, bench: Bench) -> None:
        self._bench = bench
        self._log = bench.root / "log.txt"

    def prepare(self, commands: list[str]) -> dict[str, int]:
        """Make the inputs and expected results of commands; returns their numbers of changes."""
        bench = self._bench
        needed = ORDER[: 1 + max(map(ORDER.index, commands))]
        made = forked(lambda: bench.prepare([c for c in needed if c != "export"]), self._log)
        self._require(made, "the models")
        bench.whole.mkdir()
        changes = {}
        for command in needed:
            folder = bench.whole
            if command == "repair":
                folder = bench.root / "repaired"
                bench.fresh(command, folder)
            changes[command] = self._uninterrupted(command, folder)
        return changes

    def attack(self, tally: Tally, every: int, first: int) -> None:
        """End a command at each change, or at every `every`th from the `first`, and compare."""
        began = time.perf_counter()
        folder = self._bench.root / "killed"
        for stop in range(first, tally.changes + 1, every):
            self._fresh(tally.command, folder)
            cut = random.Random(f"{tally.command} {stop}") if tally.power else None
            ended = self._carry_out(tally.command, folder, stop, cut)
            tally.tried += 1
            if ended != -9:
                tally.differences.append(f"{tally.command}, change {stop}: ended with {ended}")
                continue
            if again := self._carry_out(tally.command, folder):
                said = self._log.read_text("utf-8", "replace").strip().splitlines()[-1:]
                found = [f"ended with {again} when it went on: {said}"]
            else:
                found = self._found(tally.command, folder)
            tally.differences += [f"{tally.command}, change {stop}: {one}" for one in found]
        tally.seconds = round(time.perf_counter() - began, 1)

    def _found(self, command: str, folder: Path) -> list[str]:
        litter = [f"{p.relative_to(folder)} is left over" for p in folder.rglob(".*.tmp")]
        if command == "export":
            expected, found = (_bytes(at / "exported") for at in (self._bench.whole, folder))
        else:
            expected, found = left(command, self._bench.whole), left(command, folder)
        return list(dict.fromkeys(differences(expected, found) + litter))

    def _fresh(self, command: str, folder: Path) -> None:
        shutil.rmtree(folder.with_name(f"{folder.name}.kept"), ignore_errors=True)
        if command == "export":
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(self._bench.whole / "run", folder / "run")
        else:
            self._bench.fresh(command, folder)

    def _uninterrupted(self, command: str, folder: Path) -> int:
        count = self._bench.root / "count.txt"

        def work() -> None:
            watch = Watch(folder, 0)
            watch.begin()
            try:
                _call(self._arguments(command, folder))
            finally:
                count.write_text(str(watch.changes), encoding="utf-8", newline="\n")

        self._require(forked(work, self._log), command)
        return int(count.read_text(encoding="utf-8"))

    def _carry_out(
        self, command: str, folder: Path, stop: int = 0, cut: random.Random | None = None
    ) -> int:
        def work() -> None:
            if stop:
                Watch(folder, stop, cut).begin()
            elif command == "export":
                # It refuses an existing folder, so whoever resumes removes the unfinished one.
                shutil.rmtree(folder / "exported", ignore_errors=True)
            _call(self._arguments(command, folder))

        return forked(work, self._log)

    def _arguments(self, command: str, folder: Path) -> list[str]:
        if command == "export":
            return ["trainer", "export", str(folder / "run"), "--output", str(folder / "exported")]
        given = self._bench.arguments(command, folder)
        # In this process alone: a worker makes no changes.
        places = [i + 1 for i, one in enumerate(given) if one == "--workers"]
        given = [("1" if i in places else one) for i, one in enumerate(given)]
        return given if command != "repair" else [*given, "--workers", "1"]

    def _require(self, code: int, what: str) -> None:
        if code:
            raise SystemExit(f"{what} failed:\n{self._log.read_text('utf-8', 'replace')}")


def _call(arguments: list[str]) -> None:
    from pipeline.cli import app as pipeline
    from schemas.errors import run_app
    from trainer.cli import app as trainer

    run_app({"pipeline": pipeline, "trainer": trainer}[arguments[0]], arguments[1:])


def _bytes(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _preload(commands: list[str]) -> None:
    """Import once what every fork needs, without starting threads."""
    import pipeline.inspection.datacard
    import pipeline.repair.repair
    import pipeline.stages.filter
    import pipeline.stages.ingest  # noqa: F401

    if any(command in ("negate", "repair", "rephrase") for command in commands):
        from pipeline.negation import load_parser

        load_parser()
    if any(command in ("backtranslate", "repair", "fit", "export") for command in commands):
        import torch
        import transformers  # noqa: F401

        torch.set_num_threads(1)


def main(
    command: Annotated[list[str] | None, typer.Option(help=", ".join(ORDER))] = None,
    every: Annotated[int, typer.Option(min=1, help="Take every n-th change.")] = 1,
    first: Annotated[int, typer.Option(min=1, help="Start with this change.")] = 1,
    sentences: Annotated[int, typer.Option(min=12, max=180, help="Sentences in the corpus.")] = 24,
    power: Annotated[bool, typer.Option(help="Also cut the power.")] = True,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """End commands at each of their changes to the disk and compare what they leave."""
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false")
    every_command = list(dict.fromkeys(written_commands()))
    commands = command or sorted(every_command, key=ORDER.index)
    tallies: list[Tally] = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        _preload(commands)
        crashes = Crashes(Bench(Path(folder), sentences))
        changes = crashes.prepare(commands)
        for name in commands:
            for cut in (False, True) if power else (False,):
                tally = Tally(name, cut, changes[name])
                crashes.attack(tally, every, first)
                tallies.append(tally)
                print(_row(tally), file=sys.stderr, flush=True)
    if json_:
        print(json.dumps([asdict(tally) for tally in tallies], indent=1))
    else:
        print("| command | ended by | changes | tried | differences |\n|---|---|--:|--:|--:|")
        print("\n".join(map(_row, tallies)))
    for tally in tallies:
        for difference in tally.differences:
            print(difference, file=sys.stderr)
    if any(tally.differences for tally in tallies):
        raise typer.Exit(1)


def _row(tally: Tally) -> str:
    how = "power cut" if tally.power else "SIGKILL"
    cells = [tally.command, how, tally.changes, tally.tried, len(tally.differences)]
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    typer.run(main)
