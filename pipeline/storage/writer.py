"""The artifacts folder: shards that appear only when complete, and the manifest that lists them.

A stage is a list of row ranges of its input, each of which becomes one shard. The ranges depend on
the configuration alone, never on workers, engines or interruptions, so a resumed run ends with the
same bytes as an uninterrupted one. While a stage runs, a journal beside the manifest lists the
newly finished shards. A shard that a complete table lost must come out with its original bytes, or
it is refused.
"""

from __future__ import annotations

import json
import re
from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.storage.journal import Journal, remove_journal
from pipeline.storage.locks import locked
from pipeline.storage.manifest import MADE_BY, find_manifest, once_whole, save_manifest, sound
from schemas.advice import option_for
from schemas.errors import UserError, WorkFailed
from schemas.files import atomic_path, make_folder, remove_temporaries, sha256_file, sync_folder
from schemas.locations import Location
from schemas.manifest import FILE, Manifest, Shard, copy_folder
from schemas.tables import STAGES, TABLES

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SHOWN = 3
"""How many entries of a list a message names; it counts the others."""
ROW_GROUP_ROWS = 16_384
"""Rows per row group: more are no faster to read, fewer are slower (`benchmarks/layout.py`)."""


def planned_shards(total: int, size: int) -> dict[str, tuple[int, int]]:
    """File of each shard -> half-open range of its rows; an empty input has one empty shard."""
    starts = range(0, total, size) or [0]
    return {f"part-{i:05d}.parquet": (s, min(s + size, total)) for i, s in enumerate(starts)}


class StageWriter:
    """Writes the shards of one stage; made by `open_stage`, under the folder's lock.

    Args:
        manifest: receives the entries of finished shards.
        expected: file -> the SHA-256 that it had when the table was complete, and must have again.
        changed: the differences between the present versions and those that made the table.
    """

    def __init__(
        self, folder: Location, manifest: Manifest, expected: Mapping[str, str], changed: list[str]
    ) -> None:
        self.folder, self.manifest = folder, manifest
        self._expected, self._changed = expected, changed
        self._order = {name: i for i, name in enumerate(manifest.planned)}
        self.journal = Journal(folder, manifest.run())

    def write(
        self,
        file: str,
        rows: tuple[int, int],
        table: pa.Table,
        counts: Mapping[str, int] | None = None,
        examples: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Write one shard and record it in the journal.

        Args:
            counts: what was counted while making it.
            examples: a few examples of the counted problems.

        Raises:
            WorkFailed: it cannot be written, or differs from the shard that the table lost; earlier
                shards are kept.
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
                # With checksums a flipped byte is an error for every reader that verifies them.
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
            if self._expected.get(file, shard.sha256) != shard.sha256:
                raise WorkFailed(self._other_bytes(path))
        self.journal.append(self._order[file], asdict(shard))
        insort(self.manifest.shards, shard, key=lambda s: self._order[s.file])

    def _other_bytes(self, path: Location) -> str:
        why = f" (versions: {'; '.join(self._changed)})" if self._changed else ""
        return (
            f"{path}: made again, it differs from the shard that the table had{why}, so the table"
            " would be mixed. Run"
            f" `{MADE_BY[self.manifest.stage]}{option_for(self.folder.parent)} --overwrite` with"
            " the settings of that run to make all of it again."
        )


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """One phrase per setting that differs; settings in groups are named without the group."""
    found: list[str] = []
    for name in sorted({*old, *new}):
        was, now = old.get(name), new.get(name)
        if was == now:
            continue
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            found += _differences(was, now)
        elif isinstance(was, list) and isinstance(now, list):
            gone = _named("removed", [one for one in was if one not in now])
            come = _named("added", [one for one in now if one not in was])
            found.append(f"{name}: {', '.join(gone + come) or 'order changed'}")
        elif name not in old or name not in new:
            which, value = ("with", now) if name in new else ("without", was)
            found.append(f"{which} {name} ({_short(value)})")
        else:
            found.append(f"{name} was {_short(was)} and is now {_short(now)}")
    return found


def _other_sources(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """One phrase per input that differs; tables without fingerprints, which say nothing."""
    changed = [s for s in STAGES if s in old and s in new and old[s] != new[s]]
    renamed = _renamed(old, new)
    told = {*changed, *renamed, *renamed.values()}
    rest = [{name: one[name] for name in one if name not in told} for one in (old, new)]
    return [
        *(f"from other {stage} than the present ones" for stage in changed),
        *(f"the input was {was} and is now {now} (same content)" for was, now in renamed.items()),
        *_differences(*rest),
    ]


def _renamed(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Inputs that are gone, with one of the same content that has come for each."""
    come = [name for name in new if name not in old]
    found: dict[str, str] = {}
    for name in old:
        same = [other for other in come if name not in new and new[other] == old[name]]
        if same:
            found[name] = same[0]
            come.remove(same[0])
    return found


def _named(what: str, entries: list[Any]) -> list[str]:
    """A phrase about entries that came or went: the first of them, and the number of the others."""
    if not entries:
        return []
    more = f" and {len(entries) - _SHOWN} more" if len(entries) > _SHOWN else ""
    return [f"{', '.join(map(str, entries[:_SHOWN]))}{more} {what}"]


def _short(value: Any) -> str:
    said = "not set" if value is None else repr(value)
    return _DIGEST.sub(lambda found: found[0][:8] + "...", said)


@contextmanager
def open_stage(artifacts: Location, wanted: Manifest, *, overwrite: bool) -> Iterator[StageWriter]:
    """Start a stage, or resume an interrupted one.

    Args:
        wanted: the manifest that the finished stage should have, without shards.
        overwrite: replace an earlier run with another configuration, input or versions.

    Raises:
        UserError: an earlier run differs and `overwrite` is not set; the message says how.
        WorkFailed: another process is working on the same folder, or the manifest of the earlier
            run was altered and `overwrite` is not set.
    """
    folder = artifacts / wanted.stage
    with locked(folder):
        remove_temporaries(folder)
        remove_temporaries(copy_folder(folder))
        # An altered table can be replaced, but not resumed.
        there = find_manifest(folder)
        found = there.manifest if there and overwrite else sound(folder, there)
        whole = once_whole(folder, found) if found else None
        changed = _differences(whole.versions, wanted.versions) if whole else []
        altered = there is not None and bool(there.fault)
        if found and (altered or not _goes_on(folder, found, whole, wanted, overwrite=overwrite)):
            _clear(folder, found)
            whole = None
        elif found:
            wanted.shards = [s for s in found.shards if intact(folder, s)]
            if whole:
                wanted.versions = whole.versions
        else:
            # After someone removed the table, another run may create it.
            (copy_folder(folder) / FILE).unlink(missing_ok=True)
        save_manifest(folder, wanted)
        expected = {s.file: s.sha256 for s in whole.shards} if whole else {}
        writer = StageWriter(folder, wanted, expected, changed)
        before = len(wanted.shards)
        with closing(writer.journal):  # after a failure, its entries are there for the next run
            yield writer
        if len(wanted.shards) > before:
            save_manifest(folder, wanted)


def _goes_on(
    folder: Location, found: Manifest, whole: Manifest | None, wanted: Manifest, *, overwrite: bool
) -> bool:
    """Whether the finished shards stay. Overwriting a table that lost some makes all of it
    again."""
    if overwrite and whole and not all(intact(folder, shard) for shard in whole.shards):
        return False
    return same_run(folder, found, wanted, overwrite=overwrite)


def same_run(folder: Location, found: Manifest, wanted: Manifest, *, overwrite: bool) -> bool:
    """Whether the run that left `found` had the configuration and input of `wanted`.

    A finished table stays valid with newer packages; a half-finished one would become mixed.

    Raises:
        UserError: it did not, it wrote shards, and `overwrite` is not set; the message says how.
    """
    # JSON turns tuples into lists, so both sides are compared as JSON.
    config = json.loads(json.dumps(wanted.config))
    differ = _differences(found.config, config) + _other_sources(found.input, wanted.input)
    whole = once_whole(folder, found)
    if whole is None:
        differ += _differences(found.versions, wanted.versions)
    kept = bool(found.shards) or whole is not None
    if differ and kept and not overwrite:
        raise UserError(
            f"{folder} was made differently: {'; '.join(differ)}. Run with the old settings,"
            " choose another --artifacts folder, or make it again with --overwrite."
        )
    return not differ


def intact(folder: Location, shard: Shard) -> bool:
    """Whether a finished shard exists with its size; cheap, and enough after interruptions."""
    path = folder / shard.file
    return path.exists() and path.stat().st_size == shard.bytes


def _clear(folder: Location, manifest: Manifest) -> None:
    """Remove an earlier run, its manifest first, so that no shard outlasts its manifest."""
    remove_journal(folder)
    (copy_folder(folder) / FILE).unlink(missing_ok=True)
    (folder / FILE).unlink()
    sync_folder(folder)
    for file in manifest.planned:
        (folder / file).unlink(missing_ok=True)
