#!/usr/bin/env python3
"""A line of the README's board: minutes from raw text to an encoder, and how well it ranks.

    benchmarks/halves.py contrast halves
    benchmarks/time_to_meaning.py --contrast halves/reported --sts sts --what "stricter rules"
    benchmarks/time_to_meaning.py --input corpus.txt --contrast halves/reported --sts sts

Runs `pipeline run all --preset meaning` and `trainer fit --recipe meaning`, as `make demo` does,
and measures the time of both programs. The measurements that follow are not counted. Minutes are
wall time, so they hold only if no other program uses the cores. The processor time of all processes
depends less on that and is printed as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from startup import once

FIREFOX = ("--models", "firefox:pt", "--beams", "4", "--candidates", "2", "--preset", "meaning")
"""Options of `pipeline run all` for the user's own text, as in the README."""


def steps(text: str, model: str, folder: Path, changes: list[str]) -> dict[str, list[str]]:
    """The commands from a text to an encoder, by name.

    Args:
        text: a file, or `demo` for the bundled sentences.
        model: the encoder to begin with.
        folder: where to write.
        changes: settings of the recipe, as for `trainer fit --set`.
    """
    given = ["--demo"] if text == "demo" else ["--input", text, *FIREFOX]
    sets = [word for change in changes for word in ("--set", change)]
    artifacts, run = str(folder / "artifacts"), str(folder / "run")
    fit = ["fit", "--triples", artifacts, "--model", model, "--recipe", "meaning"]
    return {
        "pipeline run all": ["pipeline", "run", "all", *given, "--artifacts", artifacts],
        "trainer fit": ["trainer", *fit, "--output", run, *sets],
    }


def measured(command: str, encoder: str, data: Path, *options: str) -> dict[str, Any]:
    """The figures that `trainer contrast` or `trainer evaluate` prints for an encoder."""
    program = [sys.executable, "-m", "trainer", command, encoder, "--data", str(data), *options]
    done = subprocess.run([*program, "--json"], check=True, capture_output=True, text=True)
    [scores] = json.loads(done.stdout).values()
    return dict(scores)


def ranked(encoder: str, contrast: Path) -> float:
    """The share of triples ranked correctly, in percent: the mean over the sets."""
    return float(measured("contrast", encoder, contrast)["triples_mean"]["score"])


def row(what: str, minutes: float, share: float, stsb: float | None) -> str:
    """The line of the board, with today's date and the commit of the clone."""
    root = Path(__file__).parent
    words = ["git", "-C", str(root), "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(words, capture_output=True, text=True).stdout.strip() or "unknown"
    correlation = "" if stsb is None else f"{stsb:.1f}"
    day = datetime.now(UTC).date()
    return f"| {day} | `{commit}` | {what} | {minutes:.1f} | {share:.1f} | {correlation} |"


def main(
    contrast: Annotated[Path, typer.Option(help="Contrast sets, as for `trainer contrast`.")],
    sts: Annotated[Path | None, typer.Option(help="Scored pairs with STS-B.")] = None,
    text: Annotated[str, typer.Option("--input", help="Sentences, one per line.")] = "demo",
    model: Annotated[str, typer.Option(help="Encoder to begin with.")] = "demo",
    what: Annotated[str, typer.Option(help="What the line is about.")] = "recipe `meaning`",
    set_: Annotated[
        list[str] | None, typer.Option("--set", help="As for `trainer fit --set`.")
    ] = None,
) -> None:
    """Make an encoder, print the time of each step, and then a line for the board."""
    print(f"load of the last minute {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    minutes = 0.0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, arguments in steps(text, model, folder, set_ or []).items():
            wall, processor = (seconds / 60 for seconds in once([sys.executable, "-m", *arguments]))
            print(f"{name}: {wall:.1f} minutes, {processor:.1f} of processor time")
            minutes += wall
        print(f"load of the last minute {os.getloadavg()[0]:.1f}")
        run = str(folder / "run")
        tasks = ("--tasks", "STSB")
        stsb = measured("evaluate", run, sts, *tasks)["spearman"]["STSB"] if sts else None
        print(row(what, minutes, ranked(run, contrast), stsb))


if __name__ == "__main__":
    typer.run(main)
