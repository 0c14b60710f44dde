"""The second pass of ingest: finds the first occurrence of each sentence, out of core."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.sources.staging import EXAMPLES, STAGING_ROWS, Staged
from pipeline.storage.queries import bounded
from schemas.catalog import in_glob, in_quotes
from schemas.errors import WorkFailed, first_line
from schemas.reading import as_file

MEMORY = "256MB"
"""Memory for DuckDB; the rest goes to disk. With more, 52 million ids were no faster."""


def first_occurrences(staging: Path, staged: Staged) -> int:
    """Write the rows to keep to `kept.parquet`, in order, and count the duplicates in `staged`.

    Returns:
        The number of rows to keep.

    Raises:
        WorkFailed: there is no room for what is written.
    """
    import duckdb

    if staged.rows == 0:
        return 0
    try:
        return _first_occurrences(staging, staged)
    except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
        raise WorkFailed(
            f"The search for duplicates failed in {staging} ({first_line(error)}). Free some space,"
            " or choose another folder, then run the same command again. What was finished is kept."
        ) from error


def _first_occurrences(staging: Path, staged: Staged) -> int:
    kept = staging / "kept.parquet"
    with bounded(MEMORY, staging / "spill") as db:
        db.execute("set preserve_insertion_order = false")
        clean = f"read_parquet('{in_glob(str(staging))}/clean-*.parquet')"
        db.execute(
            f"copy (select min(position) as position from {clean} group by id order by position)"
            f" to '{in_quotes(str(kept))}' (format parquet)"
        )
        count = pq.ParquetFile(as_file(kept)).metadata.num_rows
        if duplicates := staged.rows - count:
            staged.dropped["duplicate"] = duplicates
            staged.examples["duplicate"] = [
                f"{source}, line {line}"
                for source, line in db.execute(
                    f"select c.source, c.line from {clean} c anti join"
                    f" read_parquet('{in_glob(str(kept))}') k using (position)"
                    f" order by c.position limit {EXAMPLES}"
                ).fetchall()
            ]
    return int(count)


def kept_tables(staging: Path) -> Iterator[pa.Table]:
    """The rows that `first_occurrences` kept, in the order of the input."""
    file = pq.ParquetFile(as_file(staging / "kept.parquet"))
    kept = iter(file.iter_batches(batch_size=STAGING_ROWS))
    ahead = np.empty(0, dtype=np.int64)
    for path in sorted(staging.glob("clean-*.parquet")):
        table = pq.read_table(as_file(path))
        last = table["position"][-1].as_py()
        while ahead.size == 0 or ahead[-1] <= last:
            batch = next(kept, None)
            if batch is None:
                break
            ahead = np.concatenate([ahead, batch.column(0).to_numpy()])
        cut = int(np.searchsorted(ahead, last, side="right"))
        yield table.take(ahead[:cut] - table["position"][0].as_py()).drop_columns(["position"])
        ahead = ahead[cut:]
