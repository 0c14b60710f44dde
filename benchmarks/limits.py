#!/usr/bin/env python3
"""Carry every command out where something is scarce or missing, and see what it says and makes.

    benchmarks/limits.py
    benchmarks/limits.py --limit "20 columns" --limit "no home" --json

A corpus goes through all stages, the reading commands, training and what follows it: once as usual,
and once under each limit, in one process for all commands. They have to end well and to leave the
same bytes, or to refuse with a message for users. A traceback or an internal error is a failure.
Files that name the folder are compared only if the folder has the same name.
Some limits need mounts in a namespace of their own, which not every system allows.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from attacked import Bench
from forking import call, exit_code
from leftovers import differences, left
from tallies import as_row, end

USUAL = "as usual"
USUAL_PLACE = "limited"
NAMING = "page.html", "page/index.html", "page/report.json"
"""Files that name the folder, each escaped in another way."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What is scarce or missing.

    Attributes:
        name: its name in the table.
        shell: commands before the program, in which `$DIR` is an empty folder.
        environment: changed variables; None removes one.
        mounts: whether `shell` mounts something.
        workers: processes of a stage.
        place: name of the folder above the artifacts folder.
    """

    name: str
    shell: str = ""
    environment: dict[str, str | None] = field(default_factory=dict)
    mounts: bool = False
    workers: int = 1
    place: str = USUAL_PLACE


_ODD = "a b'c\"d%s $HOME é[x]*"
_READ_ONLY = 'mount --bind "$DIR" "$DIR" && mount -o remount,ro,bind "$DIR" && export HOME="$DIR"'
_NO_CACHES: dict[str, str | None] = {"XDG_CACHE_HOME": None, "MPLCONFIGDIR": None}
LIMITS = (
    Limit("64 open files, two workers", "ulimit -n 64", workers=2),
    Limit("no home", environment={"HOME": "/nonexistent", "OSSCSE_CACHE": None}),
    Limit("a read-only home", _READ_ONLY, {"OSSCSE_CACHE": None, **_NO_CACHES}, mounts=True),
    Limit("a read-only home, `OSSCSE_CACHE` elsewhere", _READ_ONLY, _NO_CACHES, mounts=True),
    Limit(
        "no space for temporary files",
        'mount -t tmpfs -o size=4k full "$DIR" && head -c 4096 /dev/zero > "$DIR/a" && export'
        ' TMPDIR="$DIR"',
        mounts=True,
    ),
    Limit(
        "`LC_ALL=C` without UTF-8 mode",
        environment={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ),
    Limit("20 columns", environment={"COLUMNS": "20"}),
    Limit(f"a folder `{_ODD}`", place=_ODD),
)
"""All of them apply without a terminal."""


@dataclass(slots=True)
class Found:
    """What became of the commands under a limit.

    Attributes:
        limit: its name.
        tried: number of commands.
        refused: those that ended with a message, and the message.
        failed: what was wrong, one line each.
    """

    limit: str
    tried: int = 0
    refused: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def commands(bench: Bench, folder: Path, workers: int) -> dict[str, list[str]]:
    """Name -> command line, in order, all on one folder that is empty at first."""
    stages = [name for name in bench.targets if bench.targets[name].words[1] == "run"]
    stages.remove("all")
    found = {name: bench.arguments(name, folder, workers) for name in stages}
    where = ["--artifacts", str(folder)]
    found["status"] = ["pipeline", "status", *where]
    found["inspect"] = ["pipeline", "inspect", "--sample", "3", *where]
    found["inspect --html"] = bench.arguments("inspect", folder)
    found["verify"] = ["pipeline", "verify", *where]
    found["fit"] = bench.arguments("fit", folder)
    run = str(folder / "run")
    found["contrast"] = ["trainer", "contrast", run]
    page = ["--output", str(folder / "page")]
    found["report"] = ["trainer", "report", str(bench.root / "encoder"), run, *page]
    found["export"] = bench.arguments("export", folder)
    for name in ("release", "mix", "difference", "sweep", "data"):
        found[name] = bench.arguments(name, folder)
    found["recipes"] = ["trainer", "recipes"]
    found["recipes meaning"] = ["trainer", "recipes", "meaning"]
    return found


def carry_out(given: dict[str, list[str]], answers: Path) -> None:
    """Carry commands out one after another in this process, and record how each ended."""
    for name, arguments in given.items():
        place = os.lseek(1, 0, os.SEEK_CUR)
        code = exit_code(partial(call, arguments))
        sys.stdout.flush()
        sys.stderr.flush()
        size = os.lseek(1, 0, os.SEEK_CUR) - place
        with answers.open("a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps([name, code, place, size]) + "\n")


def try_limit(bench: Bench, limit: Limit, expected: dict[str, Any]) -> Found:
    """Carry all commands out under a limit, and compare what they leave."""
    folder, answers = bench.place(limit.place), bench.root / "answers.jsonl"
    bench.fresh("ingest", folder)
    given = commands(bench, folder, limit.workers)
    said = _run(bench, limit, given, answers)
    found = Found(limit.name, len(given))
    ended = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
    for name, code, place, size in ended:
        lines = said[place : place + size].decode("utf-8", "replace").strip().splitlines()
        bad = [line for line in lines if line.startswith(("Traceback", "Error: Internal error"))]
        if bad or code not in (0, 1, 2):
            found.failed.append(f"{name}: ended with {code}: {[*bad, *lines][-1:]}")
        elif code:
            found.refused.append(f"{name}: {' '.join(lines[-1:])}")
    if len(ended) < len(given):
        tail = said.decode("utf-8", "replace").strip().splitlines()[-1:]
        found.failed.append(f"{[*given][len(ended)]}: the process died: {tail}")
    if not found.refused:
        there = left(folder)
        if limit.place != USUAL_PLACE:
            expected, there = _without_content(NAMING, expected), _without_content(NAMING, there)
        found.failed += differences(expected, there)
    return found


def _without_content(names: Sequence[str], held: Mapping[str, Any]) -> dict[str, Any]:
    return {name: b"" if name in names else value for name, value in held.items()}


def _run(bench: Bench, limit: Limit, given: dict[str, list[str]], answers: Path) -> bytes:
    """Run the commands in a process under a limit; all that it said."""
    answers.write_text("", encoding="utf-8", newline="\n")
    listed = bench.root / "commands.json"
    listed.write_text(json.dumps(given), encoding="utf-8", newline="\n")
    log = bench.root / "log.txt"
    program = [sys.executable, __file__, "--carry-out", str(listed), "--answers", str(answers)]
    if limit.shell:
        program = ["sh", "-c", f'{limit.shell} && exec "$@"', "sh", *program]
    if limit.mounts:
        program = ["unshare", "-rm", *program]
    changed = {name: value for name, value in limit.environment.items() if value is not None}
    kept = {name: value for name, value in os.environ.items() if name not in limit.environment}
    with tempfile.TemporaryDirectory() as empty, log.open("wb") as out:
        subprocess.run(
            program, env={**kept, **changed, "DIR": empty}, stdin=subprocess.DEVNULL,
            stdout=out, stderr=out, start_new_session=True, check=False,
        )  # fmt: skip
    return log.read_bytes()


def main(
    limits: Annotated[
        list[str] | None, typer.Option("--limit", help="Name of a limit; all by default.")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    listed: Annotated[Path | None, typer.Option("--carry-out", hidden=True)] = None,
    answers: Annotated[Path | None, typer.Option("--answers", hidden=True)] = None,
) -> None:
    """Carry all commands out under limits and compare what they say and leave."""
    if listed is not None and answers is not None:
        carry_out(json.loads(listed.read_text(encoding="utf-8")), answers)
        return
    names = [limit.name for limit in LIMITS]
    if unknown := set(limits or ()) - set(names):
        raise typer.BadParameter(
            f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(names)}."
        )
    os.environ.update(OMP_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false", HF_HUB_OFFLINE="1")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        bench = Bench(Path(folder), 40)
        bench.prepare([*bench.targets])
        usual = try_limit(bench, Limit(USUAL), {})
        expected = left(bench.place(USUAL_PLACE))
        if usual.refused or any(" is left over" not in line for line in usual.failed):
            raise SystemExit(f"without any limit: {usual}")
        found = []
        for limit in LIMITS:
            if limit.name in (limits or names):
                found.append(try_limit(bench, limit, expected))
                print(as_row(_row(found[-1])), file=sys.stderr, flush=True)
                for refused in found[-1].refused:
                    print(f"{limit.name}: {refused}", file=sys.stderr)
    head = "| limit | commands | refused | failed |\n|---|--:|--:|--:|"
    end(found, head, _row, _failed, as_json=json_)


def _row(found: Found) -> list[object]:
    return [found.limit, found.tried, len(found.refused), len(found.failed)]


def _failed(found: Found) -> list[str]:
    return [f"{found.limit}: {said}" for said in found.failed]


if __name__ == "__main__":
    typer.run(main)
