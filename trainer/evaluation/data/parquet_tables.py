"""Parquet files of test sets, read whole within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import UserError
from schemas.reading import as_file

MAX_BYTES = 1 << 30
"""Ten times the size of the largest test sets, those for natural language inference."""
MAX_GROWTH = 2000
"""Most that a file may unpack to, beyond 16 MiB, as a multiple of its size, as for inputs of
`pipeline run ingest`; the published test sets take up to eight times their size."""
_GROWTH_BYTES = 16 << 20
_ROWS = 256


def read_table(
    path: Path, columns: Sequence[str] | None = None, optional: Sequence[str] = ()
) -> pa.Table:
    """The rows of a file.

    Args:
        columns: to read; all by default.
        optional: further columns, read where the file has them.

    Raises:
        UserError: there is no such file, it is not a Parquet file, lacks a column or has one twice,
            or unpacks to more than any test set has.
    """
    batches = []
    with _refusing(path), pq.ParquetFile(as_file(path)) as file:
        names = file.schema_arrow.names
        if columns is not None:
            require_columns(names, columns, path)
            columns = [*columns, *(name for name in optional if name in names)]
        if twice := [name for name in columns or names if names.count(name) > 1]:
            raise UserError(f"{path} has the column {twice[0]} more than once.")
        most = min(MAX_BYTES, max(_GROWTH_BYTES, MAX_GROWTH * path.stat().st_size))
        size = 0
        # A few rows at a time: 370 bytes can hold twenty thousand texts of a megabyte.
        for part in file.iter_batches(_ROWS, columns=columns):
            part.validate(full=True)  # text that is not UTF-8 would fail only when used
            batch = _plain(part)
            size += batch.nbytes + batch.num_rows
            if size > most:
                raise UserError(
                    f"{path} unpacks to more than {most >> 20:,} MiB, which no test set of its size"
                    " has."
                )
            batches.append(batch)
        schema = _plain(pa.RecordBatch.from_pylist([], file.schema_arrow)).schema
    if columns is None:
        return pa.Table.from_batches(batches, schema)
    wanted = pa.schema([schema.field(name) for name in columns])
    return pa.Table.from_batches(batches, wanted).select(columns)


def column_names(path: Path) -> list[str]:
    """The columns of a file.

    Raises:
        UserError: there is no such file, or it is not a Parquet file.
    """
    with _refusing(path), pq.ParquetFile(as_file(path)) as file:
        names: list[str] = file.schema_arrow.names
    return names


def as_rows(table: pa.Table, path: Path) -> list[dict[str, Any]]:
    """The rows of a table as objects of Python.

    Args:
        table: from `read_table`.
        path: its file.

    Raises:
        UserError: Python cannot represent a value, such as a date after the year 9999.
    """
    try:
        rows: list[dict[str, Any]] = table.to_pylist()
    except (ValueError, OverflowError) as error:
        raise UserError(f"{path} cannot be read: {error}.") from error
    return rows


def _plain(batch: pa.RecordBatch) -> pa.RecordBatch:
    """The batch without dictionaries, so that its size is the memory that its rows take."""
    columns = [
        column.dictionary_decode() if isinstance(column, pa.DictionaryArray) else column
        for column in batch.columns
    ]
    return pa.RecordBatch.from_arrays(columns, batch.schema.names)


def require_columns(names: Sequence[str], wanted: Sequence[str], path: Path) -> None:
    """Refuse a file without some columns.

    Raises:
        UserError: it lacks one; the message names all that it lacks.
    """
    if missing := [name for name in wanted if name not in names]:
        raise UserError(f"{path} lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}.")


def require_text(table: pa.Table, columns: Sequence[str], path: Path) -> None:
    """Refuse columns of sentences that hold something else.

    Raises:
        UserError: a column holds something else; the message names both.
    """
    for name in columns:
        kind = table.schema.field(name).type
        if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
            raise UserError(f"{path}: the column {name} is {kind}, it should be text.")


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    try:
        yield
    except FileNotFoundError as error:
        raise UserError(f"{path} does not exist.") from error
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not a readable Parquet file.") from error
