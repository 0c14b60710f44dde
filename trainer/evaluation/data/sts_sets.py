"""Reads sentence pairs with human similarity scores and groups them into tasks.

The layout is one Parquet file per subset, with the columns `dataset`, `subset`, `split`,
`sentence1`, `sentence2`, `score`; a SentEval folder works too. STS12 to STS16 use the "all"
setting: the subsets of a year are one task, with one correlation over their concatenation, as in
SimCSE and later papers. A task keeps its subsets apart, for means over them and for tables of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from schemas.errors import UserError, WorkFailed
from schemas.hub import hub_once
from schemas.packages import optional
from trainer.evaluation.data.pairs import Pairs, Part, make_pairs
from trainer.evaluation.data.parquet_tables import (
    as_rows,
    read_table,
    require_text,
)
from trainer.evaluation.data.senteval import read_senteval_sts, senteval_root

STANDARD = ("STS12", "STS13", "STS14", "STS15", "STS16", "STSB", "SICK-R")
"""The seven test sets of the average in the papers; STSB and SICK-R with their test split."""

SHOWN = (*STANDARD[:6], "STSB-dev", "SICK-R")
"""Tasks of an evaluation by default, where present; STSB-dev is not in the average."""

HUB: Mapping[str, tuple[str, str]] = {
    **{f"STS{year}": (f"mteb/sts{year}-sts", "test") for year in range(12, 17)},
    "STSB": ("mteb/stsbenchmark-sts", "test"),
    "STSB-dev": ("mteb/stsbenchmark-sts", "validation"),
    "SICK-R": ("mteb/sickr-sts", "test"),
}
"""Hub data set and split of each task."""

_COLUMNS = ("sentence1", "sentence2", "score")


def read_pairs(path: Path, name: str) -> Pairs:
    """Read one file of scored pairs as one task.

    Raises:
        UserError: the file cannot be read, lacks a column or has an unusable row.
    """
    return make_pairs(name, [Part(path, "", *_lists(_table(path)))])


def read_folder(
    folder: Path, wanted: Iterable[str] = (), *, everything: bool = False
) -> list[Pairs]:
    """Read the tasks of a folder.

    Args:
        folder: with Parquet files, or from SentEval (the folder `data`, or any that contains the
            folder `STS`).
        wanted: names of tasks: a data set's name, or `NAME-split` for one of its splits; by default
            all of `SHOWN` that the folder has, or all that it has if none of these is there.
        everything: if no task is named, read all tasks and not only those of `SHOWN`.

    Raises:
        UserError: the folder has no data or lacks a wanted task, or a file is wrong.
    """
    root = senteval_root(folder)
    groups = read_senteval_sts(root) if root is not None else _parquet_groups(folder)
    shown = [name for name in SHOWN if name in groups and not everything]
    names = list(wanted) or shown or list(groups)
    absent = [name for name in names if name not in groups]
    if absent:
        raise UserError(f"{folder} has no task {', '.join(absent)}; it has {', '.join(groups)}.")
    return [make_pairs(name, groups[name]) for name in names]


def _parquet_groups(folder: Path) -> dict[str, list[Part]]:
    """The subsets of each task in a folder with Parquet files."""
    files = sorted(folder.glob("*.parquet"))
    if not files:
        raise UserError(
            f"{folder} holds no Parquet files of scored sentence pairs. Give a folder that does,"
            " SentEval's folder, or hub."
        )
    groups: dict[str, list[Part]] = {}
    for file in files:
        table = _table(file, ("dataset", "split", *_COLUMNS), ("subset",))
        named = [name for name in ("dataset", "split", "subset") if name in table.column_names]
        rows = as_rows(table.select(named), file)
        keys = {(str(row["dataset"]), str(row["split"] or "")) for row in rows}
        if len(keys) != 1:
            raise UserError(
                f"{file} has rows of {len(keys)} data sets or splits: write one file for each."
            )
        dataset, split = keys.pop()
        # The yearly sets have only a test split, and some writers leave it unnamed.
        name = dataset if split in {"test", ""} else f"{dataset}-{split}"
        subset = str(rows[0]["subset"] or "") if "subset" in named else file.stem
        groups.setdefault(name, []).append(Part(file, subset, *_lists(table)))
    return groups


def read_hub(wanted: Iterable[str] = ()) -> list[Pairs]:
    """Fetch tasks from the hub's `mteb/*-sts` data sets.

    Raises:
        UserError: `datasets` is not installed, or a task unknown.
        WorkFailed: the hub cannot be reached.
    """
    names = list(wanted) or list(SHOWN)
    unknown = [name for name in names if name not in HUB]
    if unknown:
        raise UserError(f"The hub has no task {', '.join(unknown)}; it has {', '.join(HUB)}.")
    datasets = optional(
        "datasets",
        "The hub's data sets need the package datasets: pip install 'osscse[hub]'. Without it,"
        " give a folder of Parquet files.",
    )
    found = []
    for name in names:
        repository, split = HUB[name]
        try:
            with hub_once(repository):
                rows = datasets.load_dataset(repository, split=split)
        except Exception as error:  # the errors of the hub's client depend on its version
            raise WorkFailed(
                f"Could not download {repository} from the hub: there is no network, or the hub"
                " does not answer. Where there is a network, `trainer data hub --output DIR` writes"
                " the data to a folder, which you can copy here and give."
            ) from error
        columns = [list(rows[column]) for column in _COLUMNS]
        found.append(make_pairs(name, [Part(Path(repository), "", *columns)]))
    return found


def _table(path: Path, columns: Sequence[str] = _COLUMNS, optional: Sequence[str] = ()) -> pa.Table:
    table = read_table(path, columns, optional)
    require_text(table, _COLUMNS[:2], path)
    kinds = {column: table.schema.field(column).type for column in _COLUMNS}
    if not (pa.types.is_floating(kinds["score"]) or pa.types.is_integer(kinds["score"])):
        raise UserError(f"{path}: the column score is {kinds['score']}, it should hold numbers.")
    return table


def _lists(table: pa.Table) -> list[list[Any]]:
    return [table.column(column).to_pylist() for column in _COLUMNS]
