"""The artifacts folder: shards that appear only when whole, and the manifest that vouches for them.

A stage is a list of row ranges of its input, each of which becomes one shard. The ranges depend on
the configuration alone, never on workers, engines or interruptions, so a resumed run ends with the
same bytes as an uninterrupted one. Manifests hold no times, for the same reason. While a stage
runs, a journal beside the manifest names the shards that were finished since.
"""

from __future__ import annotations

import hashlib
import json
from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from importlib import metadata
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.storage.journal import Journal, entries, remove_journal
from pipeline.storage.locks import locked
from schemas.errors import UserError, WorkFailed
from schemas.files import (
    atomic_path,
    make_folder,
    remove_temporaries,
    sha256_file,
    sync_folder,
    write_json,
)
from schemas.locations import Location
from schemas.tables import SCHEMA_VERSION, TABLES, Stage

ROW_GROUP_ROWS = 16_384
"""Rows a row group: more are read no faster, fewer slower (`benchmarks/layout.py`)."""
MADE_BY: dict[Stage, str] = {
    "sentences": "pipeline run ingest",
    "negations": "pipeline run negate",
    "backtranslations": "pipeline run backtranslate",
    "verdicts": "pipeline run filter",
    "triples": "pipeline run filter",
}


@dataclass(frozen=True, slots=True)
class Shard:
    """One finished Parquet file.

    Attributes:
        file: path below the stage's folder.
        start, stop: the rows of the stage's input that it covers, half open.
        rows, bytes, sha256: of the file itself.
        counts: what the stage counted while making it (statuses, reasons, histogram bins).
        examples: a few cases for each of the counted problems.
    """

    file: str
    start: int
    stop: int
    rows: int
    bytes: int
    sha256: str
    counts: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)


@dataclass(slots=True)
class Manifest:
    """What a stage was asked to do and which shards it has finished.

    Attributes:
        stage: name of the table.
        config: the stage's full configuration.
        versions: of the packages and models that decide its output.
        input: fingerprint of what it read, by name.
        planned: files that the finished stage has, in order.
        total: rows of input that these cover.
        dropped: rows of the input that the table leaves out, by reason.
        dropped_examples: the first cases of each reason.
        shards: those that are finished, in the order of `planned`.
    """

    stage: Stage
    config: dict[str, Any]
    versions: dict[str, str]
    input: dict[str, str]
    planned: list[str]
    total: int
    dropped: dict[str, int] = field(default_factory=dict)
    dropped_examples: dict[str, list[str]] = field(default_factory=dict)
    shards: list[Shard] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Whether every planned shard is there."""
        return len(self.shards) == len(self.planned)

    @property
    def rows(self) -> int:
        """Rows of all finished shards."""
        return sum(shard.rows for shard in self.shards)

    def counts(self) -> dict[str, int]:
        """The shards' counts added up."""
        total: dict[str, int] = {}
        for shard in self.shards:
            for name, count in shard.counts.items():
                total[name] = total.get(name, 0) + count
        return total

    def examples(self, limit: int = 3) -> dict[str, list[str]]:
        """The first examples of each kind over all shards."""
        found: dict[str, list[str]] = {}
        for shard in self.shards:
            for name, cases in shard.examples.items():
                kept = found.setdefault(name, [])
                kept.extend(cases[: limit - len(kept)])
        return found

    def fingerprint(self) -> str:
        """SHA-256 over the shards' hashes: the identity of the table's content."""
        joined = "\n".join(f"{s.file} {s.sha256}" for s in self.shards)
        return hashlib.sha256(joined.encode()).hexdigest()

    def run(self) -> str:
        """Identity of the run: what was asked for, whatever is finished of it."""
        asked = [self.stage, self.config, self.versions, self.input, self.planned]
        return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:16]

    def save(self, folder: Location) -> None:
        """Write `manifest.json` atomically."""
        value = asdict(self)
        value["state"] = "complete" if self.complete else "running"
        value["rows"] = self.rows
        value["digest"] = _digest(value)
        write_json(folder / "manifest.json", value)


def package_versions(*names: str) -> dict[str, str]:
    """Installed versions of osscse and of the named packages, and that of the tables' schemas."""
    versions = {name: metadata.version(name) for name in ("osscse", *names)}
    return versions | {"schema": str(SCHEMA_VERSION)}


def read_manifest(folder: Location) -> Manifest | None:
    """The manifest of a stage's folder with what its journal adds; None where there is none.

    Raises:
        WorkFailed: when the file is not a manifest.
    """
    path = folder / "manifest.json"
    if not path.exists():
        return None
    manifest = _parse(path)
    journal = entries(folder, manifest.run())
    if not journal and not manifest.complete:
        # The running stage may have taken its journal over since the manifest was read.
        manifest = _parse(path)
    known = {shard.file for shard in manifest.shards}
    order = {file: i for i, file in enumerate(manifest.planned)}
    for entry in journal:
        try:
            shard = Shard(**entry)
        except TypeError:
            break
        if shard.file not in known and shard.file in order:
            manifest.shards.append(shard)
            known.add(shard.file)
    manifest.shards.sort(key=lambda shard: order.get(shard.file, -1))
    return manifest


def _parse(path: Location) -> Manifest:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        shards = [Shard(**shard) for shard in value["shards"]]
        names = [f.name for f in fields(Manifest) if f.name != "shards"]
        return Manifest(**{name: value[name] for name in names}, shards=shards)
    except (ValueError, KeyError, TypeError) as error:
        folder = path.parent
        raise WorkFailed(
            f"{path} is damaged ({error}). `pipeline repair --artifacts {folder.parent}` makes what"
            f" it lists again; or remove the folder {folder} and run"
            f" `{MADE_BY.get(folder.name, 'the stage')}` again."  # type: ignore[call-overload]
        ) from error


def is_altered(folder: Location) -> bool:
    """Whether a manifest that can be read is not the one that was written; False for manifests of
    versions that wrote no digest."""
    value = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return "digest" in value and value["digest"] != _digest(value)


def _digest(value: Mapping[str, Any]) -> str:
    """SHA-256 over all that a manifest says."""
    said = {name: one for name, one in value.items() if name != "digest"}
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def require(artifacts: Location, stage: Stage) -> Manifest:
    """The manifest of a finished stage.

    Raises:
        UserError: when the stage has not been run or is not finished, naming the command.
    """
    found = read_manifest(artifacts / stage)
    command = f"`{MADE_BY[stage]} --artifacts {artifacts}`"
    if found is None:
        raise UserError(f"{artifacts / stage} has no table yet: run {command} first.")
    if not found.complete:
        raise UserError(
            f"{artifacts / stage} is not finished ({len(found.shards)} of {len(found.planned)}"
            f" shards): run {command} again, it goes on where it stopped."
        )
    return found


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
        done = {shard.file for shard in self.manifest.shards}
        return [name for name in self.manifest.planned if name not in done]

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
