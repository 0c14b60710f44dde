"""The progress of the stages of an artifacts folder."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.writer import intact
from schemas.errors import WorkFailed
from schemas.locations import Location
from schemas.manifest import Shard
from schemas.tables import OPTIONAL, STAGES, Stage


@dataclass(frozen=True, slots=True)
class StageStatus:
    """The progress of a stage.

    Attributes:
        state: `complete`, `unfinished`, `not started`, `optional` (not started, and no other stage
            needs it), or `damaged`: its manifest cannot be used, or shards that it lists are gone
            or of another size.
        shards_done: finished shards that are there; `rows` counts theirs.
        rate: input rows per second, from the times at which shards were written; None if unknown.
        seconds_left: at that rate; None if unknown, 0 for a complete stage.
    """

    stage: Stage
    state: str
    shards_done: int = 0
    shards_total: int = 0
    rows: int = 0
    rate: float | None = None
    seconds_left: float | None = None


def stage_statuses(artifacts: ArtifactsFolder) -> list[StageStatus]:
    """The status of each stage, in the order of the stages."""
    return [_status(artifacts, stage) for stage in STAGES]


def _status(artifacts: ArtifactsFolder, stage: Stage) -> StageStatus:
    folder = artifacts.root / stage
    try:
        manifest = artifacts.manifest(stage)
    except WorkFailed:
        return StageStatus(stage, "damaged")
    if manifest is None:
        lost = any(folder.rglob("part-*.parquet"))
        absent = "optional" if stage in OPTIONAL else "not started"
        return StageStatus(stage, "damaged" if lost else absent)
    there = [shard for shard in manifest.shards if intact(folder, shard)]
    rate = _rate(folder, there)
    damaged = len(there) < len(manifest.shards)
    left = manifest.total - sum(s.stop - s.start for s in there)
    whole = manifest.complete and not damaged
    return StageStatus(
        stage,
        "damaged" if damaged else "complete" if whole else "unfinished",
        len(there),
        len(manifest.planned),
        sum(shard.rows for shard in there),
        rate,
        0.0 if whole else left / rate if rate and not damaged else None,
    )


def _rate(folder: Location, shards: Sequence[Shard]) -> float | None:
    """Rows per second: the median over the shards, so that a pause between two runs does not
    count."""
    written = sorted(((folder / s.file).stat().st_mtime, s.stop - s.start) for s in shards)
    rates = [
        rows / (time - before)
        for (before, _), (time, rows) in itertools.pairwise(written)
        if time > before
    ]
    return statistics.median(rates) if rates else None
