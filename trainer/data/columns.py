"""Columns of triples, read a piece at a time; rows that are far longer than triples are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from schemas.errors import UserError
from schemas.locations import Location
from schemas.tables import TRIPLES
from trainer.data.manifest import open_parquet

ROW_BYTES = 32 * 1024
"""Highest mean size, in bytes, of the rows read at once: more than twice three texts of 4,096
characters, the longest that `ingest` keeps by default."""
ROWS_AT_ONCE = 8192
_GROUP_BYTES = 64 * 1024
"""Bytes that a row group may have besides its rows, for the headers of its pages."""
_TEXTS = [field.name for field in TRIPLES if pa.types.is_string(field.type)]


def values_of(
    file: Location, columns: Sequence[str], group: int | None = None
) -> Iterator[tuple[Any, ...]]:
    """The values of each row in some columns of a file of triples, or of one of its row groups.

    Raises:
        UserError: the file is damaged, or rows are longer than `ROW_BYTES`, which is found before
            they are unpacked.
    """
    with open_parquet(file, dictionaries=_TEXTS) as source:
        groups = range(source.num_row_groups) if group is None else [group]
        for one in groups:
            _check_group(source.metadata.row_group(one), file)
        for batch in source.iter_batches(ROWS_AT_ONCE, row_groups=groups, columns=columns):
            size = sum(unpacked_bytes(column) for column in batch.columns)
            _check_size(size, batch.num_rows, file)
            yield from zip(*(_plain(batch.column(name)) for name in columns), strict=True)


def unpacked_bytes(column: pa.Array) -> int:
    """The bytes of a column's values; one that repeats counts each time.

    Args:
        column: may be a dictionary, which holds a text that repeats once.
    """
    if not isinstance(column, pa.DictionaryArray):
        return int(column.nbytes)
    lengths = pc.binary_length(column.dictionary)
    return int(pc.sum(lengths.take(column.indices).cast(pa.int64())).as_py() or 0)


def _plain(column: pa.Array) -> list[Any]:
    if isinstance(column, pa.DictionaryArray):
        column = column.dictionary_decode()
    values: list[Any] = column.to_pylist()
    return values


def _check_group(group: pq.RowGroupMetaData, file: Location) -> None:
    """Refuse a row group before it is unpacked; a text that repeats may count only once here."""
    # Not the sizes of its columns: pyarrow ends the process if the statistics of one are damaged.
    _check_size(group.total_byte_size - _GROUP_BYTES, group.num_rows, file)


def _check_size(size: int, rows: int, file: Location) -> None:
    if size > rows * ROW_BYTES:
        raise UserError(
            f"{file} has rows of more than {ROW_BYTES >> 10} KiB on average, far longer than"
            " sentences are, and is not read. Split such texts into sentences, or leave them out."
        )
