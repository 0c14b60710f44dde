"""Resolves the values of `--input` to files, including `demo`, standard input and URLs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from pipeline.sources.files import has_columns, require_file
from schemas.errors import UserError
from schemas.files import atomic_path, writing
from schemas.locations import download, is_url, location

DEMO = "demo"
"""The input that stands for the demo sentences of this package."""
DEMO_SENTENCES = Path(__file__).resolve().parents[1] / "demo" / "sentences.txt"


def resolve_inputs(inputs: Sequence[str], spool: Path) -> dict[str, Path]:
    """Map names for the `source` column to the files to read.

    Args:
        inputs: file names, URLs, `-` for standard input, `demo` for the demo sentences.
        spool: folder to which standard input and URLs are copied.

    Raises:
        UserError: an input does not exist, is not a file, or is given twice.
    """
    paths: dict[str, Path] = {}
    for name in inputs:
        if name in paths:
            raise UserError(f"The input {name} is given twice.")
        if is_url(name):
            paths[name] = _fetch(name, spool / f"input-{len(paths)}")
            continue
        path = {"-": spool / "stdin.txt", DEMO: DEMO_SENTENCES}.get(name, Path(name))
        if name == "-":
            _spool_stdin(path)
        else:
            require_file(path)
        paths[name] = path
    return paths


def check_inputs(inputs: Sequence[str], column: str | None) -> None:
    """Find what would stop the reading, as far as that can be told without a download.

    Args:
        column: the field to read, if the user names one.

    Raises:
        UserError: a file does not exist or is not a file, or none has fields to choose from.
    """
    for name in inputs:
        if not is_url(name) and name not in ("-", DEMO):
            require_file(Path(name))
    if column is not None and not any(has_columns(Path(name)) for name in inputs):
        raise UserError(
            f"--column {column} has no effect unless an input is .jsonl, .csv or .parquet: leave"
            " it out."
        )


def _fetch(name: str, folder: Path) -> Path:
    source = location(name)
    # The suffix of the name gives the format.
    target = source if isinstance(source, Path) else folder / source.name
    if not isinstance(source, Path) and source.is_file():
        with writing(target):
            download(source, target)
    elif not target.is_file():
        raise UserError(f"{name} does not exist, or is a folder: name the files in it.")
    return target


def _spool_stdin(target: Path) -> None:
    """Copy standard input to a file, so that an interrupted run can resume without it."""
    with atomic_path(target) as temporary, temporary.open("wb") as out:
        shutil.copyfileobj(sys.stdin.buffer, out)
