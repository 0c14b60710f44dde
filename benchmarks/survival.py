#!/usr/bin/env python3
r"""Kill every command at random moments, run it again until it finishes, and compare what it left.

    benchmarks/survival.py --kills 200 --seed 0
    benchmarks/survival.py --kills 8 --command ingest --command fit --json

Each command first runs without interruption, which gives its duration and the expected result.
Then, repeatedly: it starts on fresh folders in its own process group, the whole group gets SIGKILL
at a moment drawn uniformly from that duration, and the same command starts again, to be killed too,
until it ends before its moment. What it left is then compared byte for byte: tables and manifests
of a stage, or of all stages if a repair fixes a damaged shard of each and a lost manifest, and for
a training run the encoder's folder, the checkpoint's tensors and every figure that is not a time.
Leftover files count as a difference.

The table says how many kills hit before the command had written anything, while it was writing,
and after its last shard or step, when nothing but the end of the process was left (or, in a later
start of a chain, nothing at all).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from tiny_models import tiny_encoder, tiny_translation_model

STAGES = {
    "ingest": ("sentences",),
    "negate": ("negations",),
    "rephrase": ("rephrasings",),
    "backtranslate": ("backtranslations",),
    "filter": ("verdicts", "triples"),
}
TABLES = tuple(table for tables in STAGES.values() for table in tables)
COMMANDS = (*STAGES, "repair", "fit")
TIMES = {"seconds", "examples_per_second", "waiting", "output", "triples", "resumed_from"}


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


@dataclass(frozen=True, slots=True)
class Bench:
    """Folders and models that all runs share.

    Attributes:
        root: holds corpus, models and the uninterrupted run.
        sentences: in the corpus, at most 180.
    """

    root: Path
    sentences: int

    @property
    def whole(self) -> Path:
        """The results of the uninterrupted runs."""
        return self.root / "whole"

    def arguments(self, command: str, folder: Path) -> list[str]:
        """The command line for a folder; a training run is resumed once it has started."""
        stage = ["pipeline", "run", command, "--artifacts", str(folder)]
        workers = ["--workers", "1", "--shard-rows"]
        if command == "ingest":
            return [*stage, "--input", str(self.root / "corpus.txt"), "--shard-rows", "4"]
        if command in ("negate", "rephrase"):
            return [*stage, *workers, "4"]
        if command == "backtranslate":
            models = f"de={self.root / 'en-de'},{self.root / 'de-en'}"
            beams = ["--beams", "5", "--candidates", "2", "--max-length", "60"]
            return [*stage, "--models", models, *beams, *workers, "2"]
        if command == "filter":
            return [*stage, "--workers", "2", "--shard-rows", "4"]
        if command == "repair":
            models = f"de={self.root / 'en-de'},{self.root / 'de-en'}"
            return ["pipeline", "repair", "--artifacts", str(folder), "--models", models]
        run = folder / "run"
        train = ["trainer", "fit", "--triples", str(folder), "--output", str(run)]
        if (run / "run.json").exists():
            return [*train, "--resume", "--device", "cpu"]
        sets = ["batch_size=8", "epochs=2", "heldout=0.2", "max_sentence_tokens=24"]
        sets += ["max_eval_tokens=32", "validate_every=5", "checkpoint_every=3", "log_every=1"]
        changes = [part for one in sets for part in ("--set", one)]
        return [*train, "--model", str(self.root / "encoder"), "--device", "cpu", *changes]

    def prepare(self, commands: Sequence[str]) -> None:
        """Write the corpus and make the models that the commands need, with random weights."""
        who = ("The old man", "My sister", "A dog", "Nobody", "Our teacher")
        what = ("was waiting", "sleeps", "had lunch", "can swim")
        where = ("at home", "near the river", "in the garden")
        when = ("", " today", " again")
        lines = [f"{a} {b} {c}{d}." for a in who for b in what for c in where for d in when]
        (self.root / "corpus.txt").write_text(
            "\n".join(lines[: self.sentences]), "utf-8", newline="\n"
        )
        if "backtranslate" in commands:
            for name in ("en-de", "de-en"):
                tiny_translation_model(self.root / name, name)
        if "fit" in commands:
            tiny_encoder(self.root / "encoder")

    def fresh(self, command: str, folder: Path) -> None:
        """Create a folder with the inputs of the command."""
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir()
        needed = {
            "ingest": (),
            "negate": ("sentences",),
            "rephrase": ("sentences",),
            "backtranslate": ("sentences",),
            "filter": ("sentences", "negations", "rephrasings", "backtranslations"),
            "repair": (*TABLES, ".manifests"),
            "fit": ("triples",),
        }[command]
        for table in needed:
            shutil.copytree(self.whole / table, folder / table)
        if command == "repair":
            for table in TABLES:
                shard = damaged_shard(folder / table)
                shard.write_bytes(shard.read_bytes()[:-30])
            (folder / "negations" / "manifest.json").unlink()


def damaged_shard(table: Path) -> Path:
    """The shard of a table that a repair has to make again."""
    return min(table.rglob("part-*.parquet"))


def start(arguments: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a console command in its own process group."""
    program = str(Path(sys.executable).with_name(arguments[0]))
    with log.open("wb") as out:
        return subprocess.Popen(
            [program, *arguments[1:]], stdout=out, stderr=out, start_new_session=True
        )


def finish(arguments: Sequence[str], log: Path) -> float:
    """Run a command to its end; returns the seconds."""
    began = time.perf_counter()
    process = start(arguments, log)
    if process.wait():
        raise SystemExit(f"{' '.join(arguments)} failed:\n{log.read_text('utf-8', 'replace')}")
    return time.perf_counter() - began


def kill_at(arguments: Sequence[str], seconds: float, log: Path) -> bool:
    """Start a command and kill its group after that time; False if it ended before."""
    process = start(arguments, log)
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{log.read_text('utf-8', 'replace')}")
    return False


def moment(command: str, folder: Path) -> str:
    """Whether a killed command had not begun to write, was writing, or had written everything."""
    if command == "fit":
        record = folder / "run" / "run.json"
        if not (folder / "run").exists():
            return "before"
        return "after" if record.exists() and _json(record)["finished"] else "while"
    if command == "repair":
        pairs = [(folder / table, folder.with_name("whole") / table) for table in TABLES]
        same = [damaged_shard(a).read_bytes() == damaged_shard(b).read_bytes() for a, b in pairs]
        return "after" if all(same) else "while" if any(same) else "before"
    tables = [folder / table for table in STAGES[command]]
    if not any(list(table.rglob("*.parquet")) for table in tables):
        return "before"
    manifests = [table / "manifest.json" for table in tables]
    whole = all(m.exists() and _json(m)["state"] == "complete" for m in manifests)
    return "after" if whole else "while"


def left(command: str, folder: Path) -> dict[str, Any]:
    """Everything that a command left, in a comparable form."""
    tables = STAGES.get(command, TABLES)
    places = [folder / "run"] if command == "fit" else [folder / t for t in tables]
    if command != "fit":
        places += [folder / ".manifests" / table for table in tables]
    found: dict[str, Any] = {}
    for path in sorted(p for place in places for p in place.rglob("*") if p.is_file()):
        name = str(path.relative_to(folder))
        if path.name == "checkpoint.safetensors":
            found[name] = _tensors(path)
        elif name == "run/run.json":
            found[name] = _without_times(_json(path))
        elif path.name == "metrics.jsonl":
            lines = path.read_text(encoding="utf-8").splitlines()
            found[name] = [_without_times(json.loads(line)) for line in lines]
        elif path.name != "curves.svg":
            found[name] = path.read_bytes()
    return found


def _json(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def _without_times(value: dict[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in value.items() if key not in TIMES}


def _tensors(path: Path) -> dict[str, bytes]:
    """The bytes of each tensor; the metadata beside them contain seconds."""
    from safetensors import safe_open

    with safe_open(path, framework="np") as file:
        return {name: file.get_tensor(name).tobytes() for name in file.keys()}  # noqa: SIM118


def differences(expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Files that only one of the two has, or that differ."""
    missing = [f"{name} is missing" for name in sorted(expected.keys() - found.keys())]
    extra = [f"{name} is left over" for name in sorted(found.keys() - expected.keys())]
    both = sorted(expected.keys() & found.keys())
    return missing + extra + [f"{n} differs" for n in both if expected[n] != found[n]]


def chain(bench: Bench, command: str, tally: Tally, draw: random.Random, kills: int) -> None:
    """From a fresh start through at most `kills` kills to the end, and the comparison."""
    folder = bench.root / "killed"
    log = bench.root / "log.txt"
    bench.fresh(command, folder)
    for _ in range(kills):
        if not kill_at(bench.arguments(command, folder), draw.uniform(0, tally.seconds), log):
            break
        tally.kills[moment(command, folder)] += 1
    else:
        finish(bench.arguments(command, folder), log)
    tally.chains += 1
    found = differences(left(command, bench.whole), left(command, folder))
    tally.differences += [f"{command}, start {tally.chains}: {one}" for one in found]


def survive(bench: Bench, commands: Sequence[str], kills: int, seed: int) -> list[Tally]:
    """Uninterrupted runs of all commands, then the kills, in turn over `commands`."""
    needed = COMMANDS[: 1 + max(COMMANDS.index(command) for command in commands)]
    bench.prepare(needed)
    tallies = {command: Tally(command) for command in needed}
    bench.whole.mkdir()
    for command in needed:
        folder = bench.whole
        if command == "repair":  # it does not touch complete tables
            folder = bench.root / "repaired"
            bench.fresh(command, folder)
        arguments = bench.arguments(command, folder)
        tallies[command].seconds = finish(arguments, bench.root / "log.txt")
    draw = random.Random(seed)
    share = {
        c: kills // len(commands) + (i < kills % len(commands)) for i, c in enumerate(commands)
    }
    for command in commands:
        tally = tallies[command]
        while (rest := share[command] - sum(tally.kills.values())) > 0:
            chain(bench, command, tally, draw, rest)
            done = sum(tally.kills.values())
            print(f"{command}: {done}/{share[command]} kills", file=sys.stderr, flush=True)
    return [tallies[command] for command in commands]


def main(
    kills: Annotated[int, typer.Option(min=1, help="Number of kills over all commands.")] = 200,
    seed: Annotated[int, typer.Option(help="Random seed for the moments.")] = 0,
    sentences: Annotated[int, typer.Option(min=12, max=180, help="Sentences in the corpus.")] = 180,
    command: Annotated[list[str] | None, typer.Option(help=", ".join(COMMANDS))] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Kill commands at random moments and compare what they leave."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    commands = command or list(COMMANDS)
    if unknown := [one for one in commands if one not in COMMANDS]:
        raise typer.BadParameter(f"{', '.join(unknown)}: there are {', '.join(COMMANDS)}.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OSSCSE_CACHE"] = str(Path(folder) / "cache")
        tallies = survive(Bench(Path(folder), sentences), commands, kills, seed)
    if json_:
        print(json.dumps([asdict(tally) for tally in tallies], indent=1))
    else:
        print("| command | uninterrupted | starts | kills | before | while | after | differences |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        for t in tallies:
            parts = " | ".join(map(str, t.kills.values()))
            killed = sum(t.kills.values())
            row = [t.command, f"{t.seconds:.1f} s", t.chains, killed, parts, len(t.differences)]
            print(f"| {' | '.join(map(str, row))} |")
    for tally in tallies:
        for difference in tally.differences:
            print(difference, file=sys.stderr)
    if any(tally.differences for tally in tallies):
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
