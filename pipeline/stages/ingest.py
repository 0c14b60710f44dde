"""Stage 1: files of raw sentences in, the `sentences` table out.

Two passes, both in bounded memory. The first cleans every line into a staging folder. The second
lets DuckDB find the first occurrence of each id, out of core, and writes the shards in the order of
the input. An interrupted first pass goes on after the last whole staging file, an interrupted
second pass at the first unfinished shard.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from pipeline.sources.files import read_lines, spool_stdin
from pipeline.sources.text import is_over_long, is_visible, normalise, sentence_id
from pipeline.storage.journal import remove_journal
from pipeline.storage.locks import locked
from pipeline.storage.manifest import package_versions, read_manifest
from pipeline.storage.writer import StageWriter, intact, open_stage, row_ranges, same_run
from schemas.errors import UserError
from schemas.files import atomic_path, sha256_file, write_json, writing
from schemas.locations import Location, download, is_url, location
from schemas.manifest import Manifest
from schemas.progress import Progress, track
from schemas.tables import SENTENCES

DEMO = "demo"
"""The input that stands for the sentences of this package, wherever that is installed."""
DEMO_SENTENCES = Path(__file__).resolve().parents[1] / "demo" / "sentences.txt"
STAGING_ROWS = 65_536
EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class IngestConfig:
    """Settings of `pipeline run ingest`.

    Attributes:
        max_words: longer sentences are left out; words are split at blanks. So are texts of more
            than 32 times as many characters.
        column: field of the sentence in .jsonl, .csv and .parquet.
        shard_rows: sentences a shard.
    """

    max_words: int = 128
    column: str = "text"
    shard_rows: int = 65_536


@dataclass(slots=True)
class _Staged:
    """What the first pass counted, and how far it is.

    Attributes:
        rows: cleaned lines.
        lines: read.
        dropped, examples: those left out, by reason.
        inputs: that were read to their end.
        consumed: lines of the next one that were read.
    """

    rows: int = 0
    lines: int = 0
    dropped: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    inputs: int = 0
    consumed: int = 0

    def drop(self, reason: str, source: str, line: int) -> None:
        self.dropped[reason] = self.dropped.get(reason, 0) + 1
        cases = self.examples.setdefault(reason, [])
        if len(cases) < EXAMPLES:
            cases.append(f"{source}, line {line}")


def run_ingest(
    inputs: Sequence[str],
    artifacts: Location,
    config: IngestConfig,
    *,
    overwrite: bool = False,
    scratch: Path | None = None,
) -> Manifest:
    """Read the inputs and write `artifacts/sentences`.

    Args:
        inputs: file names or URLs; "-" is standard input, read as plain text, and "demo" the
            sentences of this package.
        artifacts: the artifacts folder, made where it is missing.
        config: settings.
        overwrite: replace a table made from other inputs or settings.
        scratch: local folder for what lies between the passes, about as large as the inputs;
            beside the table if absent, or in the system's temporary folder where the table is in
            an object store.

    Returns:
        The finished stage's manifest; `dropped` says what was left out.

    Raises:
        UserError: unreadable input, no sentence in it, or an existing table that differs.
    """
    folder = artifacts / "sentences"
    staging = _staging(folder, scratch)
    with locked(staging):
        paths = _resolve(inputs, staging)
        wanted = Manifest(
            stage="sentences",
            config=asdict(config),
            versions=package_versions("pyarrow"),
            input={name: sha256_file(path) for name, path in paths.items()},
            planned=[],
            total=0,
        )
        found = read_manifest(folder)
        same = found is not None and same_run(folder, found, wanted, overwrite=overwrite)
        whole = found is not None and all(intact(folder, shard) for shard in found.shards)
        if found is not None and same and found.complete and whole:
            shutil.rmtree(staging)
            # Left where the last run was killed after its manifest was whole.
            remove_journal(folder)
            return found
        staged = _stage(paths, staging, config, wanted)
        kept = _first_occurrences(staging, staged)
        if kept == 0:
            raise UserError(_nothing(inputs, staged))
        ranges = row_ranges(kept, config.shard_rows)
        wanted.planned = [f"part-{i:05d}.parquet" for i in range(len(ranges))]
        wanted.total = kept
        wanted.dropped = dict(sorted(staged.dropped.items()))
        wanted.dropped_examples = dict(sorted(staged.examples.items()))
        with open_stage(artifacts, wanted, overwrite=overwrite) as writer:
            _write_shards(writer, staging, config, ranges)
        shutil.rmtree(staging)
    return wanted


def _staging(folder: Location, scratch: Path | None) -> Path:
    """The same one for the same table, so that an interrupted run finds what it left."""
    if scratch is None and isinstance(folder, Path):
        return folder / ".staging"
    named = str(folder.absolute() if isinstance(folder, Path) else folder)
    digest = hashlib.sha256(named.encode()).hexdigest()[:16]
    return (scratch or Path(tempfile.gettempdir())) / f"osscse-ingest-{digest}"


def _resolve(inputs: Sequence[str], staging: Path) -> dict[str, Path]:
    """Name in the `source` column -> file to read; standard input and URLs are spooled."""
    paths: dict[str, Path] = {}
    for name in inputs:
        if name in paths:
            raise UserError(f"The input {name} is given twice.")
        if is_url(name):
            paths[name] = _fetch(name, staging / f"input-{len(paths)}")
            continue
        path = {"-": staging / "stdin.txt", DEMO: DEMO_SENTENCES}.get(name, Path(name))
        if name == "-":
            spool_stdin(path)
        elif not path.is_file():
            what = "is a folder: name the files in it" if path.is_dir() else "does not exist"
            raise UserError(f"{path} {what}.")
        paths[name] = path
    return paths


def _fetch(name: str, folder: Path) -> Path:
    source = location(name)
    if isinstance(source, Path):
        target = source
    else:
        # The name's ending tells the format.
        target = folder / source.name
        if source.is_file():
            with writing(target):
                download(source, target)
            return target
    if not target.is_file():
        raise UserError(f"{name} does not exist, or is a folder: name the files in it.")
    return target


def _stage(
    paths: dict[str, Path], staging: Path, config: IngestConfig, wanted: Manifest
) -> _Staged:
    """First pass: cleaned lines with their row number, in Parquet files below `staging`."""
    state = staging / "staged.json"
    key = {"config": wanted.config, "input": wanted.input}
    staged = _staged_before(state, key)
    for old in staging.glob("clean-*.parquet"):
        if int(old.stem.removeprefix("clean-")) >= staged.rows:
            old.unlink()
    batch: list[tuple[int, int, str, str, int]] = []
    with track("ingest", None, done=staged.rows) as progress:
        for number, (name, path) in enumerate(paths.items()):
            if number < staged.inputs:
                continue
            for source, line, text in _clean(name, path, config, staged):
                batch.append((staged.rows, sentence_id(text), text, source, line))
                staged.rows += 1
                if len(batch) == STAGING_ROWS:
                    _flush(batch, staging, progress)
                    write_json(state, {"key": key, "staged": asdict(staged)})
            staged.inputs, staged.consumed = number + 1, 0
        _flush(batch, staging, progress)
    write_json(state, {"key": key, "staged": asdict(staged)})
    return staged


def _staged_before(state: Path, key: dict[str, Any]) -> _Staged:
    """What an interrupted run of the same settings and inputs had counted at its last file."""
    if state.exists():
        stored = json.loads(state.read_text(encoding="utf-8"))
        if stored["key"] == key:
            return _Staged(**stored["staged"])
    return _Staged()


def _clean(
    name: str, path: Path, config: IngestConfig, staged: _Staged
) -> Iterator[tuple[str, int, str]]:
    for line in islice(read_lines(path, config.column), staged.consumed, None):
        staged.consumed += 1
        staged.lines += 1
        text = normalise(line.text)
        reason = line.problem or (
            "empty"
            if not is_visible(text)
            else "over_long"
            if is_over_long(text, config.max_words)
            else ""
        )
        if reason:
            staged.drop(reason, name, line.number)
        else:
            yield name, line.number, text


_STAGED_SCHEMA = pa.schema([pa.field("position", pa.int64()), *SENTENCES])


def _flush(batch: list[tuple[int, int, str, str, int]], staging: Path, progress: Progress) -> None:
    if not batch:
        return
    columns = zip(zip(*batch, strict=True), _STAGED_SCHEMA, strict=True)
    arrays = [pa.array(values, column.type) for values, column in columns]
    table = pa.Table.from_arrays(arrays, schema=_STAGED_SCHEMA)
    with atomic_path(staging / f"clean-{batch[0][0]:012d}.parquet") as temporary:
        pq.write_table(table, temporary, compression="lz4")
    progress.advance(len(batch))
    batch.clear()


def _first_occurrences(staging: Path, staged: _Staged) -> int:
    """Second pass, first half: rows to keep, ascending, in `kept.parquet`; returns their number."""
    import duckdb

    if staged.rows == 0:
        return 0
    kept = staging / "kept.parquet"
    with duckdb.connect() as db:
        db.execute("set memory_limit = '1GB'")
        db.execute("set temp_directory = ?", [str(staging / "spill")])
        db.execute("set preserve_insertion_order = false")
        clean = f"read_parquet('{_sql_path(staging / 'clean-*.parquet')}')"
        db.execute(
            f"copy (select min(position) as position from {clean} group by id order by position)"
            f" to '{_sql_path(kept)}' (format parquet)"
        )
        count = pq.ParquetFile(kept).metadata.num_rows
        if duplicates := staged.rows - count:
            staged.dropped["duplicate"] = duplicates
            staged.examples["duplicate"] = [
                f"{source}, line {line}"
                for source, line in db.execute(
                    f"select c.source, c.line from {clean} c anti join"
                    f" read_parquet('{_sql_path(kept)}') k using (position)"
                    f" order by c.position limit {EXAMPLES}"
                ).fetchall()
            ]
    return int(count)


def _sql_path(path: Path) -> str:
    return str(path).replace("'", "''")


def _write_shards(
    writer: StageWriter, staging: Path, config: IngestConfig, ranges: list[tuple[int, int]]
) -> None:
    """Second pass, second half: the kept rows in shards of equal size."""
    missing = set(writer.missing())
    held: list[pa.Table] = []
    shard = 0
    for table in _kept_tables(staging):
        held.append(table)
        while sum(t.num_rows for t in held) >= ranges[shard][1] - ranges[shard][0]:
            rows = pa.concat_tables(held)
            size = ranges[shard][1] - ranges[shard][0]
            file = writer.manifest.planned[shard]
            if file in missing:
                writer.write(file, ranges[shard], rows.slice(0, size))
            held = [rows.slice(size)]
            shard += 1
            if shard == len(ranges):
                return


def _kept_tables(staging: Path) -> Iterator[pa.Table]:
    kept = iter(pq.ParquetFile(staging / "kept.parquet").iter_batches(batch_size=STAGING_ROWS))
    ahead = np.empty(0, dtype=np.int64)
    for path in sorted(staging.glob("clean-*.parquet")):
        table = pq.read_table(path)
        last = table["position"][-1].as_py()
        while ahead.size == 0 or ahead[-1] <= last:
            batch = next(kept, None)
            if batch is None:
                break
            ahead = np.concatenate([ahead, batch.column(0).to_numpy()])
        cut = int(np.searchsorted(ahead, last, side="right"))
        yield table.take(ahead[:cut] - table["position"][0].as_py()).drop_columns(["position"])
        ahead = ahead[cut:]


def _nothing(inputs: Sequence[str], staged: _Staged) -> str:
    lost = ", ".join(f"{count} {reason}" for reason, count in sorted(staged.dropped.items()))
    return (
        f"There is no sentence in {', '.join(inputs)}: {staged.lines} lines read"
        f"{f' ({lost})' if lost else ''}."
    )
