"""The artifacts folder: shards that appear only when whole, and the manifest that vouches for them.

A stage is a list of row ranges of its input, each of which becomes one shard. The ranges depend on
the configuration alone, never on workers or on interruptions, so a resumed run ends with the same
bytes as an uninterrupted one. Manifests hold no times, for the same reason.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from importlib import metadata
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.errors import UserError, WorkFailed
from schemas.files import atomic_path, remove_temporaries, sha256_file, sync_folder, write_json
from schemas.tables import TABLES, Stage, difference

ROW_GROUP_ROWS = 16_384
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

    def save(self, folder: Path) -> None:
        """Write `manifest.json` atomically."""
        value = asdict(self)
        value["state"] = "complete" if self.complete else "running"
        value["rows"] = self.rows
        write_json(folder / "manifest.json", value)


def package_versions(*names: str) -> dict[str, str]:
    """Installed versions of osscse and of the named packages."""
    return {name: metadata.version(name) for name in ("osscse", *names)}


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a stage's folder; None where there is none.

    Raises:
        WorkFailed: when the file is not a manifest.
    """
    path = folder / "manifest.json"
    if not path.exists():
        return None
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        shards = [Shard(**shard) for shard in value["shards"]]
        names = [f.name for f in fields(Manifest) if f.name != "shards"]
        return Manifest(**{name: value[name] for name in names}, shards=shards)
    except (ValueError, KeyError, TypeError) as error:
        raise WorkFailed(
            f"{path} is damaged ({error}). Remove the folder {folder} and run"
            f" `{MADE_BY.get(folder.name, 'the stage')}` again."  # type: ignore[call-overload]
        ) from error


def require(artifacts: Path, stage: Stage) -> Manifest:
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


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from writing to the folder; the lock dies with this process.

    Raises:
        WorkFailed: when another process holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise WorkFailed(
                f"Another process is writing to {folder}. Wait for it, or stop it, then run again."
            ) from error
        yield


def row_ranges(total: int, size: int) -> list[tuple[int, int]]:
    """Half-open ranges of `size` rows that cover `total`; one empty range for an empty input."""
    return [(i, min(i + size, total)) for i in range(0, total, size)] or [(0, 0)]


class StageWriter:
    """Writes the shards of one stage; made by `open_stage`, under the folder's lock."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder, self.manifest = folder, manifest
        self._order = {name: i for i, name in enumerate(manifest.planned)}

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
        """Write one shard and enter it in the manifest.

        Args:
            file: its planned name.
            rows: the range of input rows that it covers.
            table: its rows, in the stage's schema.
            counts: what was counted while making it.
            examples: a few cases for the counted problems.
        """
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        table = table.cast(TABLES[self.manifest.stage])
        with atomic_path(path) as temporary:
            pq.write_table(
                table,
                temporary,
                compression="zstd",
                compression_level=3,
                row_group_size=ROW_GROUP_ROWS,
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
        self.manifest.shards.append(shard)
        self.manifest.shards.sort(key=lambda s: self._order[s.file])
        self.manifest.save(self.folder)


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    return [
        f"{key} was {old.get(key)!r} and is now {new.get(key)!r}"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]


@contextmanager
def open_stage(artifacts: Path, wanted: Manifest, *, overwrite: bool) -> Iterator[StageWriter]:
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
                wanted.shards = [s for s in found.shards if _intact(folder, s)]
                if found.complete:
                    wanted.versions = found.versions
            else:
                _clear(folder, found)
        wanted.save(folder)
        yield StageWriter(folder, wanted)


def same_run(folder: Path, found: Manifest, wanted: Manifest, *, overwrite: bool) -> bool:
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


def _intact(folder: Path, shard: Shard) -> bool:
    path = folder / shard.file
    return path.exists() and path.stat().st_size == shard.bytes


def _clear(folder: Path, manifest: Manifest) -> None:
    """Remove an earlier run; its manifest goes first, so that no shard outlives its voucher."""
    (folder / "manifest.json").unlink()
    sync_folder(folder)
    for file in manifest.planned:
        (folder / file).unlink(missing_ok=True)


class TableReader:
    """Reads row ranges of a finished stage whose rows follow its input one to one."""

    def __init__(self, artifacts: Path, stage: Stage) -> None:
        self.folder = artifacts / stage
        self.manifest = require(artifacts, stage)
        self._schema = TABLES[stage]
        self._held: tuple[str, pa.Table] | None = None

    @property
    def rows(self) -> int:
        """Rows of the table."""
        return self.manifest.rows

    def again(self) -> TableReader:
        """Another reader of the same table, with a position of its own."""
        return TableReader(self.folder.parent, self.manifest.stage)

    def read(self, start: int, stop: int) -> pa.Table:
        """Rows `start` to `stop` of the table, from as few files as hold them."""
        parts, first = [], 0
        for shard in self.manifest.shards:
            low, high = max(start, first), min(stop, first + shard.rows)
            if low < high:
                parts.append(self._file(shard).slice(low - first, high - low))
            first += shard.rows
        return pa.concat_tables(parts) if parts else self._schema.empty_table()

    def _file(self, shard: Shard) -> pa.Table:
        if self._held is None or self._held[0] != shard.file:
            self._held = (shard.file, read_shard(self.folder / shard.file, self._schema))
        return self._held[1]


def read_shard(path: Path, schema: pa.Schema) -> pa.Table:
    """Read one shard and check its columns.

    Raises:
        WorkFailed: when the file is missing, not Parquet, or of another schema.
    """
    try:
        table = pq.read_table(path, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise WorkFailed(
            f"{path} cannot be read ({error}). Run `pipeline verify` to see what is damaged."
        ) from error
    if problem := difference(table.schema, schema):
        raise WorkFailed(f"{path} is not a shard of this table: {problem}.")
    return table
