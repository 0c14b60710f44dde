"""Scored pairs of sentences, and files of them."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

PAIRS = [
    ("the baker opens the green door .", "a baker opens the green door .", 4.5),
    ("a nurse sells some bread .", "the old ferry moves two lamps .", 0.2),
    ("my cousin cleans the long bench .", "my cousin paints the long bench .", 2.5),
    ("our neighbour repairs a wooden boat .", "a wooden boat is repaired .", 3.5),
]


def write_pairs(folder: Path, dataset: str, subset: str, split: str, rows=PAIRS) -> Path:
    folder.mkdir(exist_ok=True)
    lefts, rights, scores = zip(*rows, strict=True)
    table = pa.table(
        {
            "dataset": [dataset] * len(rows),
            "subset": [subset] * len(rows),
            "split": [split] * len(rows),
            "idx": list(range(len(rows))),
            "sentence1": list(lefts),
            "sentence2": list(rights),
            "score": pa.array(scores, pa.float32()),
        }
    )
    path = folder / f"{dataset}_{subset}_{split}.parquet"
    pq.write_table(table, path)
    return path
