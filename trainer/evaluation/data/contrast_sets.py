"""Contrast sets from files, folders and the package itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from importlib import resources
from pathlib import Path
from typing import TypeVar

from schemas.errors import UserError
from schemas.files import sha256_json
from trainer.evaluation.data.contrast_layouts import read_rows
from trainer.evaluation.data.contrast_rows import Contrast, ContrastPair, ContrastTriple
from trainer.evaluation.data.records import READERS

BUNDLED = "bundled"
"""Name of the set that comes with this package; its sentences were not made by rules.

Form alone does not separate its paraphrases from its contradictions: neither the words shared with
the anchor, nor the length, nor the number of negating words. In the 64 sentences of
`transformations.jsonl`, which measure how much wording counts, nearly every contradiction is closer
in wording than the paraphrases. The two sets have no sentence in common.
"""
SCOPE = "bundled-scope"
"""Name of a small set beside it, in which a denial moves: "left, but not because she was ill", "did
not leave, because she was ill". The number of negating words does not separate its paraphrases from
its contradictions; most of the contradictions are closer in wording."""
_FILES = {BUNDLED: "contrast.jsonl", SCOPE: "scope.jsonl"}

PARTS = ("triples.parquet", "pairs.parquet")
"""If a folder has one of these files, only they are read."""

Row = TypeVar("Row", ContrastTriple, ContrastPair)


def read_contrast(sources: Sequence[str], most: int | None = None) -> Contrast:
    """Read contrast sets.

    Args:
        sources: files, folders, `bundled` or `bundled-scope`. From a folder, `triples.parquet` and
            `pairs.parquet` are read, or every file if it has neither.
        most: maximum rows per set; from a larger one, the rows with the smallest SHA-256 are taken.

    Raises:
        UserError: the layout of a file is unknown, or the pairs of a set have only one label.
    """
    rows = [row for source in dict.fromkeys(sources) for row in _read(source)]
    pairs = _first([row for row in rows if isinstance(row, ContrastPair)], most)
    labels: dict[str, set[int]] = {}
    for pair in pairs:
        labels.setdefault(pair.set, set()).add(pair.same)
    for name, there in labels.items():
        if len(there) < 2:
            raise UserError(
                f"All pairs of {name} have the label {there.pop()}, so they have no average"
                " precision. Give more rows, of both labels."
            )
    return Contrast(_first([row for row in rows if isinstance(row, ContrastTriple)], most), pairs)


def bundled_contrast() -> Contrast:
    """The set that comes with this package."""
    return read_contrast([BUNDLED])


def _read(source: str) -> list[ContrastTriple | ContrastPair]:
    if source in _FILES:
        with resources.as_file(resources.files(__package__) / _FILES[source]) as file:
            return [replace(row, set=source) for row in read_rows(file)]
    place = Path(source)
    if not place.exists():
        raise UserError(
            f"{source} does not exist. Name a file or a folder of contrast sets, {BUNDLED} or"
            f" {SCOPE}."
        )
    if not place.is_dir():
        return read_rows(place)
    files = [place / name for name in PARTS if (place / name).is_file()]
    files = files or sorted(file for file in place.iterdir() if file.suffix.lower() in READERS)
    if not files:
        raise UserError(
            f"{source} holds no contrast set. Name a folder with {' or '.join(PARTS)}, or one with"
            f" files that end in {', '.join(READERS)}."
        )
    return [row for file in files for row in read_rows(file)]


def _first(rows: Sequence[Row], most: int | None) -> list[Row]:
    """The rows of each set with the smallest SHA-256, in order; all rows without a limit.

    The choice depends on the rows alone, so any program that reads the same file can repeat it.
    """
    if most is None:
        return list(rows)
    taken: dict[str, int] = {}
    chosen = []
    for place in sorted(range(len(rows)), key=lambda place: sha256_json(asdict(rows[place]))):
        name = rows[place].set
        taken[name] = taken.get(name, 0) + 1
        if taken[name] <= most:
            chosen.append(place)
    return [rows[place] for place in sorted(chosen)]
