"""Reads finished tables: any range of rows, or the rows made from a range of the input."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, takewhile

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.advice import option_for
from schemas.errors import WorkFailed
from schemas.locations import Location
from schemas.manifest import Manifest, Shard
from schemas.progress import counted
from schemas.reading import as_file
from schemas.tables import TABLES, Stage, conformed, difference


class TableReader:
    """Reads ranges of a finished stage's rows, numbered from 0 over all shards.

    The row ranges in the manifest count the input, so they are not used: `ingest` leaves lines out.
    """

    def __init__(self, artifacts: Location, manifest: Manifest) -> None:
        self.folder = artifacts / manifest.stage
        self.manifest = manifest
        self._schema = TABLES[manifest.stage]
        self._held: tuple[str, pa.Table] | None = None

    @cached_property
    def _ends(self) -> list[int]:
        """For each shard, the number of rows up to its end."""
        return list(accumulate(shard.rows for shard in self.manifest.shards))

    @property
    def rows(self) -> int:
        """Number of rows of the table."""
        return self._ends[-1] if self._ends else 0

    def read(self, start: int, stop: int) -> pa.Table:
        """Rows `start` to `stop` of the table, from as few files as possible."""
        parts = []
        at = bisect_right(self._ends, start)
        while start < stop and at < len(self._ends):
            shard = self.manifest.shards[at]
            first = self._ends[at] - shard.rows
            end = min(stop, self._ends[at])
            if start < end:
                parts.append(self._file(shard).slice(start - first, end - start))
            start, at = max(start, end), at + 1
        return pa.concat_tables(parts) if parts else self._schema.empty_table()

    def _file(self, shard: Shard) -> pa.Table:
        if self._held is None or self._held[0] != shard.file:
            self._held = (
                shard.file,
                read_shard(self.folder / shard.file, self._schema, shard.rows, shard.sha256),
            )
        return self._held[1]


class ShardsReader:
    """Reads the rows that a stage made from a range of its input, however many there are.

    Args:
        shards: of its manifest, in the order of the input; all of them, or those of one pivot.
    """

    def __init__(self, artifacts: Location, stage: Stage, shards: Sequence[Shard]) -> None:
        self._folder, self._schema, self._shards = artifacts / stage, TABLES[stage], shards
        self._held: dict[str, pa.Table] = {}

    def read(self, start: int, stop: int) -> pa.Table:
        """All rows of the shards that overlap rows `start` to `stop` of the input.

        Only these are kept in memory, and they are not read again for the next range.
        """
        first = bisect_right(self._shards, start, key=lambda shard: shard.stop)
        wanted = list(takewhile(lambda shard: shard.start < stop, self._shards[first:]))
        self._held = {
            shard.file: self._held[shard.file]
            if shard.file in self._held
            else read_shard(self._folder / shard.file, self._schema, shard.rows, shard.sha256)
            for shard in wanted
        }
        return pa.concat_tables([self._schema.empty_table(), *self._held.values()])


def read_shard(path: Location, schema: pa.Schema, rows: int, sha256: str | None = None) -> pa.Table:
    """Read one shard and check it.

    Args:
        rows: number of rows in its manifest. Pages have checksums, but the footer, which says
            which pages to read, has none.
        sha256: the digest in its manifest; None if it was compared already.

    Raises:
        WorkFailed: the file is missing, not Parquet, or of another schema, length or content.
    """
    try:
        # One request to an object store: a shard is always read whole.
        content = as_file(path).read_bytes()
        if sha256 is not None and hashlib.sha256(content).hexdigest() != sha256:
            raise WorkFailed(
                f"{path} cannot be read: its content differs from its manifest (SHA-256)."
                f" {remedy(path)}"
            )
        source = pa.BufferReader(content)
        file = pq.ParquetFile(source, page_checksum_verification=True)
        found = file.metadata.num_rows
        # Only what was expected is unpacked: a footer may claim any number of rows.
        table = file.read() if found == rows else file.schema_arrow.empty_table()
        if found == rows:  # its groups may have fewer
            found = table.num_rows
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise WorkFailed(f"{path} cannot be read ({error}). {remedy(path)}") from error
    if problem := difference(table.schema, schema):
        raise WorkFailed(f"{path} is not a shard of this table: {problem}. {remedy(path)}")
    if found != rows:
        raise WorkFailed(
            f"{path} has {counted(found, 'row')} instead of the {rows:,} in its manifest."
            f" {remedy(path)}"
        )
    try:
        return conformed(table, schema)
    except ValueError as error:
        raise WorkFailed(f"{path} is not a shard of this table: {error}. {remedy(path)}") from error


def remedy(path: Location) -> str:
    """What to do about a damaged table.

    Args:
        path: one of its files, or the artifacts folder.
    """
    if path.parent.parent.name == "judgements":
        return (
            f"Judgements cannot be made again: restore {path.parent} from a copy, or move it away."
        )
    folders = path.parents if path.suffix == ".parquet" else ()
    table = next((folder for folder in folders if folder.name in TABLES), None)
    where = path if table is None else table.parent
    at = option_for(where)
    return (
        f"Run `pipeline verify{at}` to see what is damaged, and `pipeline repair{at}` to"
        " make it again."
    )
