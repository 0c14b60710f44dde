"""Sentence pairs with human scores of similarity: reading them and grouping them into tasks.

The layout is one Parquet file a subset, with the columns `dataset`, `subset`, `split`, `sentence1`,
`sentence2`, `score`. STS12 to STS16 follow the "all" setting: the subsets of a year are one task,
with one correlation over their concatenation, as SimCSE and its successors report.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import UserError

STANDARD = ("STS12", "STS13", "STS14", "STS15", "STS16", "STSB", "SICK-R")
"""The seven test sets whose average the papers report; STSB and SICK-R by their test split."""

SHOWN = (*STANDARD[:6], "STSB-dev", "SICK-R")
"""Tasks of an evaluation that names none, where present; STSB-dev is outside the average."""

HUB: Mapping[str, tuple[str, str]] = {
    **{f"STS{year}": (f"mteb/sts{year}-sts", "test") for year in range(12, 17)},
    "STSB": ("mteb/stsbenchmark-sts", "test"),
    "STSB-dev": ("mteb/stsbenchmark-sts", "validation"),
    "SICK-R": ("mteb/sickr-sts", "test"),
}
"""Hub data set and split of each task."""

_COLUMNS = ("sentence1", "sentence2", "score")


@dataclass(frozen=True, slots=True)
class Pairs:
    """A task: pairs and their human scores, row by row.

    Attributes:
        name: of the task.
        first: one sentence of each pair.
        second: the other.
        scores: higher is more similar; the scale does not matter.
    """

    name: str
    first: list[str]
    second: list[str]
    scores: list[float]


def read_pairs(path: Path, name: str) -> Pairs:
    """Read one file of scored pairs as one task.

    Raises:
        UserError: where the file cannot be read, lacks a column or holds a row of no use.
    """
    table = _table(path)
    return _pairs(name, [(path, table)])


def read_folder(folder: Path, wanted: Iterable[str] = ()) -> list[Pairs]:
    """Read the tasks of a folder.

    Args:
        folder: with Parquet files.
        wanted: names of tasks; a data set's name, or `NAME-split` for one of its splits; all of
            `SHOWN` that are there if empty.

    Raises:
        UserError: where the folder holds no data or lacks a wanted task, or a file is wrong.
    """
    files = sorted(folder.glob("*.parquet"))
    if not files:
        raise UserError(
            f"{folder} holds no Parquet files of scored sentence pairs. Give --data a folder that"
            " does, or --data hub."
        )
    groups: dict[str, list[tuple[Path, pa.Table]]] = {}
    for file in files:
        table = _table(file, ("dataset", "split", *_COLUMNS))
        keys = {(d, s) for d, s in zip(*_lists(table, "dataset", "split"), strict=True)}
        if len(keys) != 1:
            raise UserError(f"{file} holds {len(keys)} data sets and splits; it should hold one.")
        dataset, split = keys.pop()
        # The yearly sets have a test split alone, and some writers leave it unnamed.
        name = dataset if split in {"test", "", None} else f"{dataset}-{split}"
        groups.setdefault(name, []).append((file, table))
    names = list(wanted) or [name for name in SHOWN if name in groups]
    absent = [name for name in names if name not in groups]
    if absent or not names:
        raise UserError(
            f"{folder} has no task {', '.join(absent or SHOWN)}; it has {', '.join(groups)}."
        )
    return [_pairs(name, groups[name]) for name in names]


def read_hub(wanted: Iterable[str] = ()) -> list[Pairs]:
    """Fetch tasks from the hub's `mteb/*-sts` data sets.

    Raises:
        UserError: where `datasets` is not installed, the hub is out of reach or a task unknown.
    """
    names = list(wanted) or list(SHOWN)
    unknown = [name for name in names if name not in HUB]
    if unknown:
        raise UserError(f"The hub has no task {', '.join(unknown)}; it has {', '.join(HUB)}.")
    try:
        import datasets
    except ImportError as error:
        raise UserError(
            "--data hub needs the package datasets: pip install 'osscse[hub]'. Without it, give"
            " --data a folder of Parquet files."
        ) from error
    found = []
    for name in names:
        repository, split = HUB[name]
        try:
            rows = datasets.load_dataset(repository, split=split)
        except Exception as error:  # the hub's client raises those of whatever it is built on
            raise UserError(
                f"{repository} could not be fetched from the hub ({type(error).__name__}). Give"
                " --data a folder of Parquet files where there is no network."
            ) from error
        table = pa.table({column: list(rows[column]) for column in _COLUMNS})
        found.append(_pairs(name, [(Path(repository), table)]))
    return found


def _pairs(name: str, parts: list[tuple[Path, pa.Table]]) -> Pairs:
    first: list[str] = []
    second: list[str] = []
    scores: list[float] = []
    for path, table in parts:
        lefts, rights, values = _lists(table, *_COLUMNS)
        for row, (left, right, score) in enumerate(zip(lefts, rights, values, strict=True)):
            problem = _problem(left, right, score)
            if problem:
                raise UserError(f"{path}, row {row + 1}: {problem}. Mend or remove the row.")
            first.append(left)
            second.append(right)
            scores.append(float(score))
    if len(set(scores)) < 2:
        raise UserError(
            f"All scores of {name} ({parts[0][0]}) are equal, so no rank correlation is defined."
        )
    return Pairs(name, first, second, scores)


def _problem(left: Any, right: Any, score: Any) -> str | None:
    if not left or not right or left.isspace() or right.isspace():
        return "a sentence is empty"
    if score is None or not math.isfinite(score):
        return f"the score is {score}, not a number"
    return None


def _table(path: Path, columns: tuple[str, ...] = _COLUMNS) -> pa.Table:
    try:
        names = pq.read_schema(path).names
        missing = [column for column in columns if column not in names]
        if missing:
            raise UserError(
                f"{path} lacks the column{'s' if len(missing) > 1 else ''} {', '.join(missing)}."
            )
        table = pq.read_table(path, columns=list(columns))
    except FileNotFoundError as error:
        raise UserError(f"{path} does not exist.") from error
    except (pa.ArrowInvalid, OSError) as error:
        raise UserError(f"{path} is not a Parquet file that can be read.") from error
    kinds = {column: table.schema.field(column).type for column in _COLUMNS}
    if not (pa.types.is_floating(kinds["score"]) or pa.types.is_integer(kinds["score"])):
        raise UserError(f"{path}: the column score is {kinds['score']}, it should be numbers.")
    return table


def _lists(table: pa.Table, *columns: str) -> list[list[Any]]:
    return [table.column(column).to_pylist() for column in columns]
