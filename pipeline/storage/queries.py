"""DuckDB within a limited amount of memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.processors import available_cpus

if TYPE_CHECKING:
    import duckdb

THREADS = 4
"""Most threads for DuckDB, since each takes buffers of its own from the memory: with 64 threads,
queries over 8 million rows failed within 512 MB."""


@contextmanager
def bounded(memory: str, spill: Path | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection that writes to disk what does not fit into its memory.

    Args:
        memory: the limit, as in `256MB`.
        spill: folder for the rest; by default a temporary one. DuckDB itself would write below
            the current folder.
    """
    import duckdb

    temporary = tempfile.TemporaryDirectory(prefix="osscse-") if spill is None else nullcontext()
    with temporary as folder, duckdb.connect() as db:
        db.execute("set memory_limit = ?", [memory])
        db.execute("set threads = ?", [min(THREADS, available_cpus())])
        db.execute("set temp_directory = ?", [str(spill or folder)])
        yield db
