#!/usr/bin/env python3
"""Splits contrast sets in two by their sentences: one half to choose settings on, one to report.

    benchmarks/halves.py contrast halves
    trainer contrast demo osscse --data halves/reported

A sentence is in the same half in every set, whatever the order of the rows.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

FILES = {"triples.parquet": "anchor", "pairs.parquet": "sentence1"}
"""File of a folder of contrast sets -> its column of sentences."""
HALVES = ("chosen", "reported")


def half(sentence: str) -> str:
    """The half of a sentence: by the first byte of its SHA-256, even or odd."""
    return HALVES[hashlib.sha256(sentence.encode()).digest()[0] % 2]


def main(
    sets: Annotated[Path, typer.Argument(help="Folder with triples.parquet and pairs.parquet.")],
    output: Annotated[Path, typer.Argument(help="Folder for the halves.")],
) -> None:
    """Write the two halves of every set, and print their numbers of rows."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    for file, column in FILES.items():
        rows = pq.read_table(sets / file)
        halves = pa.array([half(sentence) for sentence in rows[column].to_pylist()])
        for name in HALVES:
            part = rows.filter(pc.equal(halves, name))
            (output / name).mkdir(parents=True, exist_ok=True)
            pq.write_table(part, output / name / file)
            print(f"{name} {file}: {part.num_rows:,} rows")


if __name__ == "__main__":
    typer.run(main)
