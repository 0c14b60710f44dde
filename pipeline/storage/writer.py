"""The artifacts folder: shards that appear only when whole, and the manifest that vouches for them.

A stage is a list of row ranges of its input, each of which becomes one shard. The ranges depend on
the configuration alone, never on workers, engines or interruptions, so a resumed run ends with the
same bytes as an uninterrupted one. Manifests hold no times, for the same reason. While a stage
runs, a journal beside the manifest names the shards that were finished since.
"""

from __future__ import annotations

import json
from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.storage.journal import Journal, remove_journal
from pipeline.storage.locks import locked
from pipeline.storage.manifest import read_manifest
from schemas.errors import UserError
from schemas.files import (
    atomic_path,
    make_folder,
    remove_temporaries,
    sha256_file,
    sync_folder,
)
from schemas.locations import Location
from schemas.manifest import Manifest, Shard
from schemas.tables import TABLES

ROW_GROUP_ROWS = 16_384
"""Rows a row group: more are read no faster, fewer slower (`benchmarks/layout.py`)."""


def row_ranges(total: int, size: int) -> list[tuple[int, int]]:
    """Half-open ranges of `size` rows that cover `total`; one empty range for an empty input."""
    return [(i, min(i + size, total)) for i in range(0, total, size)] or [(0, 0)]


class StageWriter:
    """Writes the shards of one stage; made by `open_stage`, under the folder's lock."""

    def __init__(self, folder: Location, manifest: Manifest) -> None:
        self.folder, self.manifest = folder, manifest
        self._order = {name: i for i, name in enumerate(manifest.planned)}
        self._journal = Journal(folder, manifest.run())
        self._journaled = False

    def missing(self) -> list[str]:
        """Planned files that are not finished, in order."""
        return self.manifest.missing()

    def write(
        self,
        file: str,
        rows: tuple[int, int],
        table: pa.Table,
        counts: Mapping[str, int] | None = None,
        examples: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Write one shard and enter it in the journal.

        Args:
            file: its planned name.
            rows: the range of input rows that it covers.
            table: its rows, in the stage's schema.
            counts: what was counted while making it.
            examples: a few cases for the counted problems.

        Raises:
            WorkFailed: when it cannot be written; the shards before it are kept.
        """
        path = self.folder / file
        make_folder(path.parent)
        table = table.cast(TABLES[self.manifest.stage])
        with atomic_path(path) as temporary:
            pq.write_table(
                table,
                temporary,
                compression="zstd",
                compression_level=3,
                row_group_size=ROW_GROUP_ROWS,
                # A flipped byte is then an error for every reader that checks.
                write_page_checksum=True,
            )
            shard = Shard(
                file,
                *rows,
                table.num_rows,
                temporary.stat().st_size,
                sha256_file(temporary),
                dict(sorted((counts or {}).items())),
                {name: list(cases) for name, cases in sorted((examples or {}).items())},
            )
        self._journal.append(self._order[file], asdict(shard))
        self._journaled = True
        insort(self.manifest.shards, shard, key=lambda s: self._order[s.file])

    def close(self) -> None:
        """Let the manifest take over what the journal holds."""
        if self._journaled:
            self.manifest.save(self.folder)
            self._journal.remove()
            self._journaled = False

    def abandon(self) -> None:
        """Close the journal and leave it to the next run."""
        self._journal.close()


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    return [
        f"{key} was {old.get(key)!r} and is now {new.get(key)!r}"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]


@contextmanager
def open_stage(artifacts: Location, wanted: Manifest, *, overwrite: bool) -> Iterator[StageWriter]:
    """Begin a stage, or go on with an interrupted one.

    Args:
        artifacts: the artifacts folder.
        wanted: the manifest that the finished stage should have, without shards.
        overwrite: drop an earlier run with another configuration, input or versions.

    Raises:
        UserError: when an earlier run differs and `overwrite` is not set; says what differs.
        WorkFailed: when another process works on the same folder.
    """
    folder = artifacts / wanted.stage
    with locked(folder):
        remove_temporaries(folder)
        found = read_manifest(folder)
        if found is not None:
            if same_run(folder, found, wanted, overwrite=overwrite):
                wanted.shards = [s for s in found.shards if intact(folder, s)]
                if found.complete:
                    wanted.versions = found.versions
            else:
                _clear(folder, found)
        wanted.save(folder)
        remove_journal(folder)
        writer = StageWriter(folder, wanted)
        try:
            yield writer
            writer.close()
        finally:
            writer.abandon()


def same_run(folder: Location, found: Manifest, wanted: Manifest, *, overwrite: bool) -> bool:
    """Whether the run that left `found` had the configuration and input of `wanted`.

    A finished table stays valid under newer packages; a half finished one would be mixed.

    Raises:
        UserError: when it had not and `overwrite` is not set; says what differs.
    """
    # JSON turns tuples into lists; compare what was stored with what would be stored.
    config = json.loads(json.dumps(wanted.config))
    differ = _differences(found.config, config) + _differences(found.input, wanted.input)
    if not found.complete:
        differ += _differences(found.versions, wanted.versions)
    if differ and not overwrite:
        raise UserError(
            f"{folder} was made differently: {'; '.join(differ)}. Run with the old settings,"
            " choose another --artifacts folder, or make it again with --overwrite."
        )
    return not differ


def intact(folder: Location, shard: Shard) -> bool:
    """Whether a finished shard is there with its size; cheap, and enough against interruptions."""
    path = folder / shard.file
    return path.exists() and path.stat().st_size == shard.bytes


def _clear(folder: Location, manifest: Manifest) -> None:
    """Remove an earlier run; its manifest goes first, so that no shard outlives its voucher."""
    remove_journal(folder)
    (folder / "manifest.json").unlink()
    sync_folder(folder)
    for file in manifest.planned:
        (folder / file).unlink(missing_ok=True)
