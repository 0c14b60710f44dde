"""Writes scored pairs and labelled sentences of SentEval or the hub as Parquet files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.files import alone_in, atomic_path, remove_temporaries_of
from trainer.evaluation.data.labelled import TransferTask
from trainer.evaluation.data.pairs import Pairs


def write_pairs(folder: Path, tasks: Sequence[Pairs]) -> list[Path]:
    """Write one file per subset, `DATASET_SUBSET_SPLIT.parquet`, which `--data` reads.

    Args:
        folder: created if missing.
        tasks: with the names of `trainer.evaluation.data.sts_sets`.

    Raises:
        WorkFailed: another process is writing there, or a file cannot be written.
    """
    tables = {}
    for task in tasks:
        dataset, split = _parts(task.name)
        for name, part in zip(task.sizes, task.subsets(), strict=True):
            subset, rows = name or "all", len(part.scores)
            tables[f"{dataset}_{subset}_{split}"] = pa.table(
                {
                    "dataset": [dataset] * rows,
                    "subset": [subset] * rows,
                    "split": [split] * rows,
                    "idx": pa.array(range(rows), pa.int32()),
                    "sentence1": part.first,
                    "sentence2": part.second,
                    "score": pa.array(part.scores, pa.float32()),
                }
            )
    return _write(folder, tables)


def write_labelled(folder: Path, tasks: Sequence[TransferTask]) -> list[Path]:
    """Write one file per task, `TASK.parquet`, which `trainer transfer --data` reads.

    Raises:
        WorkFailed: another process is writing there, or a file cannot be written.
    """
    tables = {}
    for task in tasks:
        columns: dict[str, list[object]] = {"sentence": [], "label": [], "split": []}
        for split, rows in task.splits.items():
            columns["sentence"] += rows.first
            columns["label"] += rows.labels
            columns["split"] += [split] * len(rows.labels)
            if rows.second is not None:
                columns.setdefault("sentence2", []).extend(rows.second)
        table = pa.table(columns)
        labels = table.column("label").cast(pa.int32())
        tables[task.name] = table.set_column(1, "label", labels)
    return _write(folder, tables)


def _parts(name: str) -> tuple[str, str]:
    """Data set and split from a task's name: `STSB-dev` is the split dev of STSB."""
    for split in ("dev", "train", "trial"):
        if name.endswith(f"-{split}"):
            return name.removesuffix(f"-{split}"), split
    return name, "test"


def _write(folder: Path, tables: Mapping[str, pa.Table]) -> list[Path]:
    files = [folder / f"{name}.parquet" for name in tables]
    with alone_in(folder, "writing test sets"):
        for path, table in zip(files, tables.values(), strict=True):
            remove_temporaries_of(path)
            with atomic_path(path) as temporary:
                pq.write_table(table, temporary, compression="zstd")
    return files
