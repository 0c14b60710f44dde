"""Contrast sets from files, folders and the package itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
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
            `pairs.parquet` are read, or every file if it has neither. A file is read once; a set
            that its file does not name has the file's name, and where several files share it, that
            of the folder too.
        most: maximum rows per set; from a larger one, the rows with the smallest SHA-256 are taken.

    Raises:
        UserError: the layout of a file is unknown, or the pairs of a set have only one label.
    """
    rows = [row for name, file in _named(sources) for row in _read(name, file)]
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


def _named(sources: Sequence[str]) -> list[tuple[str, Path | None]]:
    """Name and file of every set or part of one, each file once; None for a bundled set."""
    bundled = [source for source in sources if source in _FILES]
    files: dict[str | Path, Path | None] = {}
    for source in sources:
        found = [] if source in bundled else _files_of(source)
        files |= {file.resolve(): file for file in found} if found else {source: None}
    names = _names([file for file in files.values() if file is not None], bundled)
    return [(str(key) if file is None else names[file], file) for key, file in files.items()]


def _read(name: str, file: Path | None) -> list[ContrastTriple | ContrastPair]:
    if file is not None:
        return read_rows(file, name)
    with resources.as_file(resources.files(__package__) / _FILES[name]) as own:
        return [replace(row, set=name) for row in read_rows(own)]


def _files_of(source: str) -> list[Path]:
    """The files that a name of a file or a folder stands for."""
    place = Path(source)
    if not place.exists():
        raise UserError(
            f"{source} does not exist. Name a file or a folder of contrast sets, {BUNDLED} or"
            f" {SCOPE}."
        )
    if not place.is_dir():
        return [place]
    files = [place / name for name in PARTS if (place / name).is_file()]
    files = files or sorted(file for file in place.iterdir() if file.suffix.lower() in READERS)
    if not files:
        raise UserError(
            f"{source} holds no contrast set. Name a folder with {' or '.join(PARTS)}, or one with"
            f" files that end in {', '.join(READERS)}."
        )
    return files


def _names(files: Sequence[Path], taken: Sequence[str]) -> dict[Path, str]:
    """A name for each of several files: the shortest part of its path that tells it apart.

    Args:
        files: all different.
        taken: names of other sets.
    """
    forms: Sequence[Callable[[Path], str]] = (
        lambda file: file.stem,
        lambda file: f"{file.parent.name}/{file.stem}",
        lambda file: f"{file.parent.name}/{file.name}",
        str,
    )
    # A link to a file keeps its own name: what a cache links to is named by a digest.
    whole = {file: file.parent.resolve() / file.name for file in files}
    named: dict[Path, str] = {}
    for form in forms:
        left = {file: form(path) for file, path in whole.items() if file not in named}
        count = Counter([*taken, *named.values(), *left.values()])
        named |= {file: name for file, name in left.items() if count[name] == 1}
    return named


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
