"""Stage 1: makes the `sentences` table from files of raw sentences.

Two passes, both in bounded memory. The first cleans every line into a staging folder. The second
lets DuckDB find the first occurrence of each id, out of core, and writes the shards in the order of
the input. An interrupted first pass resumes after the last complete staging file, an interrupted
second pass at the first unfinished shard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pyarrow as pa

from pipeline.sources.duplicates import first_occurrences, kept_tables
from pipeline.sources.inputs import resolve_inputs
from pipeline.sources.staging import Staged, forget, stage_lines, staging_folder
from pipeline.storage.journal import remove_journal
from pipeline.storage.locks import locked, remove_locked
from pipeline.storage.manifest import (
    alteration,
    package_versions,
    read_manifest,
    save_manifest,
    sound_manifest,
)
from pipeline.storage.writer import StageWriter, intact, open_stage, row_ranges, same_run
from schemas.errors import UserError, WorkFailed
from schemas.files import remove_temporaries, sha256_file
from schemas.locations import Location
from schemas.manifest import Manifest, copy_folder


@dataclass(frozen=True, slots=True)
class IngestConfig:
    """Settings of `pipeline run ingest`.

    Attributes:
        max_words: longer sentences are left out, and so are texts with more than 32 times as many
            characters; words are separated by spaces.
        column: field with the sentence in .jsonl, .csv and .parquet.
        shard_rows: sentences per shard.
    """

    max_words: int = 128
    column: str = "text"
    shard_rows: int = 65_536


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
        overwrite: replace a table made from another input or with other settings.
        scratch: local folder for the files between the passes, about as large as the inputs; by
            default beside the table, or in the system's temporary folder if the table is in an
            object store.

    Returns:
        The finished stage's manifest; `dropped` counts what was left out.

    Raises:
        UserError: unreadable input, no sentences in it, or an existing table that differs.
        WorkFailed: an input changed while it was being read.
    """
    folder = artifacts / "sentences"
    staging = staging_folder(folder, scratch)
    with locked(staging):
        paths = resolve_inputs(inputs, staging)
        before = _states(paths)
        wanted = Manifest(
            stage="sentences",
            config=asdict(config),
            versions=package_versions("pyarrow"),
            input={name: sha256_file(path) for name, path in paths.items()},
            planned=[],
            total=0,
        )
        found = read_manifest(folder) if overwrite else sound_manifest(folder)
        same = (
            found is not None
            and same_run(folder, found, wanted, overwrite=overwrite)
            and not alteration(folder, found)
        )
        whole = found is not None and all(intact(folder, shard) for shard in found.shards)
        if found is not None and same and found.complete and whole:
            remove_locked(staging)
            # Left by a run that was killed after its last shard, or after its manifest was
            # complete.
            with locked(folder):
                remove_temporaries(folder)
                remove_temporaries(copy_folder(folder))
                save_manifest(folder, found)
                remove_journal(folder)
            return found
        key = {"config": wanted.config, "input": wanted.input}
        staged = stage_lines(paths, staging, key, config.column, config.max_words)
        if changed := [name for name, state in _states(paths).items() if state != before[name]]:
            forget(staging)
            raise WorkFailed(
                f"{' and '.join(changed)} changed while it was being read: run the same command"
                " again when nothing writes to it any more."
            )
        kept = first_occurrences(staging, staged)
        if kept == 0:
            raise UserError(_nothing(inputs, staged))
        ranges = row_ranges(kept, config.shard_rows)
        wanted.planned = [f"part-{i:05d}.parquet" for i in range(len(ranges))]
        wanted.total = kept
        wanted.dropped = dict(sorted(staged.dropped.items()))
        wanted.dropped_examples = dict(sorted(staged.examples.items()))
        with open_stage(artifacts, wanted, overwrite=overwrite) as writer:
            _write_shards(writer, staging, config, ranges)
        remove_locked(staging)
    return wanted


def _states(paths: Mapping[str, Path]) -> dict[str, tuple[int, int, int]]:
    """Values that change when somebody writes to a file or replaces it."""
    found = {name: path.stat() for name, path in paths.items()}
    return {name: (one.st_ino, one.st_size, one.st_mtime_ns) for name, one in found.items()}


def _write_shards(
    writer: StageWriter, staging: Path, config: IngestConfig, ranges: list[tuple[int, int]]
) -> None:
    """The kept rows in shards of equal size."""
    missing = set(writer.manifest.missing())
    held: list[pa.Table] = []
    shard = 0
    for table in kept_tables(staging):
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


def _nothing(inputs: Sequence[str], staged: Staged) -> str:
    lost = ", ".join(f"{count} {reason}" for reason, count in sorted(staged.dropped.items()))
    return (
        f"There is no sentence in {', '.join(inputs)}: {staged.lines} lines read"
        f"{f' ({lost})' if lost else ''}."
    )
