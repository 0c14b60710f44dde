"""Stage 1: makes the `sentences` table from files of raw sentences.

Two passes, both in bounded memory. The first cleans every line into a staging folder. The second
lets DuckDB find the first occurrence of each id, out of core, and writes the shards in the order of
the input. An interrupted first pass resumes after the last complete staging file, an interrupted
second pass at the first unfinished shard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pyarrow as pa

from pipeline.inspection.listed import relisted
from pipeline.rephrasing.denial.stated import states_opposite
from pipeline.sources.duplicates import first_occurrences, kept_tables
from pipeline.sources.inputs import DEMO, resolve_inputs
from pipeline.sources.staging import Staged, forget, stage_lines, staging_folder
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.locks import locked, remove_locked
from pipeline.storage.manifest import PACKAGES, find_manifest, package_versions, sound
from pipeline.storage.writer import StageWriter, intact, planned_shards, same_run
from schemas.errors import UserError, WorkFailed
from schemas.files import sha256_file
from schemas.locations import Location
from schemas.manifest import Manifest
from schemas.progress import counted, series


@dataclass(frozen=True, slots=True)
class IngestConfig:
    """Settings of `pipeline run ingest`.

    Attributes:
        max_words: longer sentences are left out, and so are texts with more than 32 times as many
            characters; words are separated by spaces.
        column: field with the sentence in .jsonl, .csv and .parquet.
        opposites_only: leave out sentences that state no quality which has an opposite, but for the
            bundled ones.
        shard_rows: sentences per shard.
    """

    max_words: int = 128
    column: str = "text"
    opposites_only: bool = False
    shard_rows: int = 65_536

    @property
    def wanted(self) -> Callable[[str, str], bool] | None:
        """Whether to keep a text, by the input's name and the text; None keeps all.

        The bundled sentences are always kept: they were written for their opposites.
        """
        if not self.opposites_only:
            return None
        return lambda name, text: name == DEMO or states_opposite(text)


def run_ingest(
    inputs: Sequence[str],
    artifacts: Location | ArtifactsFolder,
    config: IngestConfig,
    *,
    overwrite: bool = False,
    scratch: Path | None = None,
) -> Manifest:
    """Read the inputs and write `artifacts/sentences`.

    Args:
        inputs: file names or URLs; "-" is standard input, read as plain text, and "demo" the
            sentences of this package.
        artifacts: the folder, or the caller's view of it.
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
    view = ArtifactsFolder.of(artifacts)
    folder = view.root / "sentences"
    staging = staging_folder(folder, scratch)
    with relisted(view.root), locked(staging):
        paths = resolve_inputs(inputs, staging)
        before = _states(paths)
        wanted = Manifest(
            stage="sentences",
            config=asdict(config),
            versions=package_versions(*PACKAGES["sentences"]),
            input={name: sha256_file(path) for name, path in paths.items()},
            planned=[],
            total=0,
        )
        if (found := _made(folder, wanted, overwrite=overwrite)) is not None:
            remove_locked(staging)
            # A run that was killed after its last shard or its last manifest may have left files.
            with view.writer(found, overwrite=overwrite):
                return found
        key = {"config": wanted.config, "input": wanted.input}
        staged = stage_lines(paths, staging, key, config.column, config.max_words, config.wanted)
        if changed := [name for name, state in _states(paths).items() if state != before[name]]:
            forget(staging)
            raise WorkFailed(_changed(changed))
        if (kept := first_occurrences(staging, staged)) == 0:
            raise UserError(_nothing(inputs, staged))
        planned = planned_shards(kept, config.shard_rows)
        wanted.planned, wanted.total = [*planned], kept
        wanted.dropped = dict(sorted(staged.dropped.items()))
        wanted.dropped_examples = dict(sorted(staged.examples.items()))
        with view.writer(wanted, overwrite=overwrite) as writer:
            _write_shards(writer, staging, planned)
        remove_locked(staging)
    return wanted


def _made(folder: Location, wanted: Manifest, *, overwrite: bool) -> Manifest | None:
    """The manifest of the wanted table if it is there and whole.

    Read without the table's lock, which a run takes only to write; then it reads it again.

    Raises:
        UserError, WorkFailed: as `open_stage`.
    """
    there = find_manifest(folder)
    found = there.manifest if there and overwrite else sound(folder, there)
    if there is None or found is None:
        return None
    same = same_run(folder, found, wanted, overwrite=overwrite) and not there.fault
    whole = found.complete and all(intact(folder, shard) for shard in found.shards)
    return found if same and whole else None


def _states(paths: Mapping[str, Path]) -> dict[str, tuple[int, int, int]]:
    """Values that change when somebody writes to a file or replaces it."""
    found = {name: path.stat() for name, path in paths.items()}
    return {name: (one.st_ino, one.st_size, one.st_mtime_ns) for name, one in found.items()}


def _write_shards(
    writer: StageWriter, staging: Path, planned: Mapping[str, tuple[int, int]]
) -> None:
    """The kept rows in shards of equal size."""
    missing = set(writer.manifest.missing())
    tables = kept_tables(staging)
    held = next(tables)
    for file, (start, stop) in planned.items():
        while held.num_rows < stop - start:
            held = pa.concat_tables([held, next(tables)])
        if file in missing:
            writer.write(file, (start, stop), held.slice(0, stop - start))
        held = held.slice(stop - start)


def _changed(names: Sequence[str]) -> str:
    return (
        f"{series(names)} changed while it was being read: run the same command again when"
        " nothing writes to it any more."
    )


def _nothing(inputs: Sequence[str], staged: Staged) -> str:
    lost = ", ".join(f"{count} {reason}" for reason, count in sorted(staged.dropped.items()))
    return (
        f"There is no sentence in {', '.join(inputs)}: {counted(staged.lines, 'line')} read"
        f"{f' ({lost})' if lost else ''}."
    )
