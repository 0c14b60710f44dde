#!/usr/bin/env python3
r"""List the error messages that no test makes appear.

    benchmarks/messages.py -- -n 2 --dist loadfile --no-loadscope-reorder
    benchmarks/messages.py --under pipeline/storage -- tests/pipeline/storage
    benchmarks/messages.py --made FOLDER -- tests/schemas

Runs the tests (arguments after `--` go to pytest) with the programs compiled so that each place
that makes a message records that it was reached, also in processes that the tests start. Then
prints the places that were not reached. `reached.py` says what counts as a message. With `--made`,
the places are kept in a folder, so that runs over parts of the tests add up while the code stays
the same.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import reached
import typer

ROOT = Path(__file__).resolve().parents[1]


def places(folder: Path) -> dict[str, str]:
    """Every place below a folder that makes a message: its mark, and its line with its source."""
    found = {}
    for file in sorted(folder.rglob("*.py")):
        for node in reached.sites(ast.parse(file.read_text(encoding="utf-8"))):
            source = " ".join(ast.unparse(node).split())
            found[reached.mark(file, node)] = f"{file.relative_to(folder)}:{node.lineno} {source}"
    return found


def made(arguments: list[str], kept: Path | None) -> set[str]:
    """Run pytest and return the marks of the messages that were made.

    Args:
        arguments: those of pytest.
        kept: folder for the marks, which may have those of earlier runs; None for a new one.
    """
    with tempfile.TemporaryDirectory() as folder:
        log = (kept or Path(folder) / "made").resolve()
        log.mkdir(parents=True, exist_ok=True)
        shutil.copy(reached.__file__, Path(folder) / "sitecustomize.py")
        path = os.pathsep.join([folder, str(ROOT)])
        subprocess.run(
            [sys.executable, "-m", "pytest", *arguments],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": path, reached.LOG: str(log)}, check=False,
        )  # fmt: skip
        return {file.name for file in log.iterdir()}


def main(
    arguments: Annotated[list[str] | None, typer.Argument(help="Arguments of pytest.")] = None,
    under: Annotated[
        list[str] | None, typer.Option(help="Only messages of this folder; may be repeated.")
    ] = None,
    kept: Annotated[
        Path | None, typer.Option("--made", help="Keeps what was reached, for further runs.")
    ] = None,
) -> None:
    """Run the tests and list the messages that none of them made appear."""
    seen = made(arguments or [], kept)
    counts = {}
    for folder in under or reached.PROGRAMS:
        there = places(ROOT / folder)
        unseen = [place for mark, place in there.items() if mark not in seen]
        for place in unseen:
            print(f"{folder}/{place[:200]}")
        counts[folder] = (len(there), len(there) - len(unseen))
    for folder, (total, reached_) in counts.items():
        print(f"{folder}: {reached_} of {total} reached")


if __name__ == "__main__":
    typer.run(main)
