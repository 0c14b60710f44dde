"""Reads labelled sentences for the transfer tasks from Parquet files or a SentEval folder.

Parquet: one file per task with the columns `sentence`, `label` (an integer), `split` (`all` if the
task is cross-validated, otherwise `train`, `dev`, `test`) and, for MRPC, `sentence2`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from schemas.errors import UserError
from trainer.evaluation.data.parquet_tables import (
    as_rows,
    column_names,
    read_table,
    require_columns,
    require_text,
)
from trainer.evaluation.data.senteval import fields, joined, read_lines, senteval_root

TRANSFER = ("MR", "CR", "SUBJ", "MPQA", "SST2", "TREC", "MRPC")
"""The seven tasks whose average the papers report, in their order."""

_POLAR = {
    "MR": ("MR/rt-polarity.pos", "MR/rt-polarity.neg"),
    "CR": ("CR/custrev.pos", "CR/custrev.neg"),
    "SUBJ": ("SUBJ/subj.objective", "SUBJ/subj.subjective"),
    "MPQA": ("MPQA/mpqa.pos", "MPQA/mpqa.neg"),
}
"""Files with label 1 and with label 0 in a SentEval folder."""

_SPLITS = {
    "SST2": {split: f"SST/binary/sentiment-{split}" for split in ("train", "dev", "test")},
    "TREC": {"train": "TREC/train_5500.label", "test": "TREC/TREC_10.label"},
    "MRPC": {split: f"MRPC/msr_paraphrase_{split}.txt" for split in ("train", "test")},
}
"""Files of the other tasks by split."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Rows of one split.

    Attributes:
        first: the sentences.
        labels: integers.
        second: the other sentences of a task with pairs; None for other tasks.
    """

    first: list[str]
    labels: list[int]
    second: list[str] | None = None

    @property
    def texts(self) -> list[str]:
        """Every sentence."""
        return [*self.first, *(self.second or ())]


@dataclass(frozen=True, slots=True)
class TransferTask:
    """A task.

    Attributes:
        name: one of `TRANSFER`, or the name of a file.
        splits: `all`, or `train` and `test` and perhaps `dev`.
    """

    name: str
    splits: dict[str, Labelled]

    @property
    def texts(self) -> list[str]:
        """Every sentence of all splits."""
        return [text for split in self.splits.values() for text in split.texts]


def read_transfer(folder: Path, wanted: Sequence[str] = ()) -> list[TransferTask]:
    """Read the tasks in a folder.

    Args:
        wanted: names of tasks; by default those of `TRANSFER` that the folder has, and then its
            other Parquet files with sentences and labels.

    Raises:
        UserError: the folder has none or lacks a wanted one, or a file is wrong.
    """
    root = senteval_root(folder)
    there = _senteval_names(root) if root else [p.stem for p in sorted(folder.glob("*.parquet"))]
    names = list(wanted) or [name for name in TRANSFER if name in there]
    if not wanted and not root:
        others = [name for name in there if name not in TRANSFER]
        names += [name for name in others if _is_task(folder / f"{name}.parquet")]
    absent = [name for name in names if name not in there]
    if absent or not names:
        raise UserError(
            f"{folder} has no transfer task {', '.join(absent or TRANSFER)}; it has"
            f" {', '.join(there) or 'none'}. Give a folder of Parquet files, or SentEval's."
        )
    tasks = [
        _read_senteval(root, name) if root else _read_parquet(folder / f"{name}.parquet")
        for name in names
    ]
    for task in tasks:
        _check(task, folder)
    return tasks


def _is_task(path: Path) -> bool:
    return {"sentence", "label"} <= {*column_names(path)}


def _check(task: TransferTask, folder: Path) -> None:
    if "all" not in task.splits and not {"train", "test"} <= set(task.splits):
        raise UserError(
            f"{task.name} in {folder} has the splits {', '.join(task.splits)}; it should have all,"
            " or train and test."
        )
    for name, split in task.splits.items():
        if len(set(split.labels)) < 2:
            raise UserError(
                f"{task.name} in {folder}: its split {name} has a single label; it should have two"
                " or more."
            )
        empty = next((i for i, text in enumerate(split.texts) if not text.strip()), None)
        if empty is not None:
            row = empty % len(split.first) + 1
            raise UserError(
                f"{task.name} in {folder}, split {name}, row {row}: a sentence is empty. Fix or"
                " remove the row."
            )


def _read_parquet(path: Path) -> TransferTask:
    table = read_table(path)
    require_columns(table.column_names, ("sentence", "label", "split"), path)
    if not pa.types.is_integer(table.schema.field("label").type):
        raise UserError(f"{path}: the column label should hold integers.")
    paired = "sentence2" in table.column_names
    require_text(table, ["sentence", *(["sentence2"] if paired else [])], path)
    splits: dict[str, Labelled] = {}
    for row, entry in enumerate(as_rows(table, path), start=1):
        held = splits.setdefault(str(entry["split"]), Labelled([], [], [] if paired else None))
        if entry["sentence"] is None or entry["label"] is None:
            raise UserError(
                f"{path}, row {row}: the sentence or the label is missing. Fix or remove the row."
            )
        held.first.append(entry["sentence"])
        held.labels.append(entry["label"])
        if held.second is not None:
            held.second.append(entry["sentence2"] or "")
    return TransferTask(path.stem, splits)


def _senteval_names(root: Path) -> list[str]:
    files = {name: pair[0] for name, pair in _POLAR.items()}
    files |= {name: of["train"] for name, of in _SPLITS.items()}
    return [name for name in TRANSFER if (root / files[name]).is_file()]


def _read_senteval(root: Path, name: str) -> TransferTask:
    if name in _POLAR:
        ones, zeros = (
            [joined(line) for line in read_lines(root / file) if line.strip()]
            for file in _POLAR[name]
        )
        labels = [1] * len(ones) + [0] * len(zeros)
        return TransferTask(name, {"all": Labelled(ones + zeros, labels)})
    files = {split: root / file for split, file in _SPLITS[name].items()}
    if name != "TREC":
        read = _sst if name == "SST2" else _mrpc
        return TransferTask(name, {split: read(file) for split, file in files.items()})
    questions = {split: _trec(file) for split, file in files.items()}
    classes = sorted({kind for rows in questions.values() for kind, _ in rows})
    splits = {
        split: Labelled([text for _, text in rows], [classes.index(kind) for kind, _ in rows])
        for split, rows in questions.items()
    }
    return TransferTask(name, splits)


def _sst(path: Path) -> Labelled:
    rows = list(fields(path, 2, header=False))
    labels = [_label(row[1], path, line) for line, row in enumerate(rows, start=1)]
    return Labelled([joined(row[0]) for row in rows], labels)


def _trec(path: Path) -> list[tuple[str, str]]:
    """Coarse class and question of each line `CLASS:fine question`."""
    found = []
    for number, line in enumerate(read_lines(path), start=1):
        head, _, text = line.partition(" ")
        kind, colon, _ = head.partition(":")
        if not colon or not text.strip():
            raise UserError(f"{path}, line {number}: it should read CLASS:fine question.")
        found.append((kind, joined(text)))
    return found


def _mrpc(path: Path) -> Labelled:
    rows = list(fields(path, 5, header=True))
    labels = [_label(row[0], path, line) for line, row in enumerate(rows, start=2)]
    return Labelled([joined(row[3]) for row in rows], labels, [joined(row[4]) for row in rows])


def _label(text: str, path: Path, line: int) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise UserError(f"{path}, line {line}: the label {text!r} is not an integer.") from error
