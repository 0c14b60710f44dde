"""What manifests and sizes of files tell about the tables, without reading any row."""

from __future__ import annotations

from collections.abc import Mapping

from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.writer import intact
from schemas.advice import option_for
from schemas.errors import WorkFailed
from schemas.manifest import Manifest, changed_inputs
from schemas.progress import counted
from schemas.tables import STAGES, Stage


def damaged_tables(folder: ArtifactsFolder) -> str:
    """What to do about damaged manifests and missing shards, in a sentence; "" if there are none.

    A shard of the right size passes: only `verify` reads it.
    """
    sound, damaged = _manifests(folder)
    lost = [
        str(folder.root / stage / shard.file)
        for stage, manifest in sound.items()
        for shard in manifest.shards
        if not intact(folder.root / stage, shard)
    ]
    parts = [f"{folder.root / stage} is damaged" for stage in damaged]
    if lost:
        more = f", and {counted(len(lost) - 1, 'more shard')}" if lost[1:] else ""
        parts.append(f"missing or of another size: {lost[0]}{more}")
    advice = f"Run `pipeline repair{option_for(folder.root)}`."
    return f"{'; '.join(parts)}. {advice}" if parts else ""


def outdated_tables(folder: ArtifactsFolder) -> str:
    """Which tables were made from other ones than the present, in a sentence; "" if none were."""
    sound, _ = _manifests(folder)
    outdated = [stage for stage, manifest in sound.items() if changed_inputs(manifest, sound)]
    if not outdated:
        return ""
    return (
        f"made from other tables than those in {folder.root} now: {', '.join(outdated)}."
        f" `pipeline verify{option_for(folder.root)}` says which commands to run."
    )


def _manifests(folder: ArtifactsFolder) -> tuple[Mapping[Stage, Manifest], list[Stage]]:
    """The manifests that are there, and the tables whose manifest is damaged or missing."""
    sound: dict[Stage, Manifest] = {}
    damaged: list[Stage] = []
    for stage in STAGES:
        try:
            found = folder.manifest(stage)
        except WorkFailed:
            damaged.append(stage)
            continue
        if found is not None:
            sound[stage] = found
        elif any((folder.root / stage).rglob("part-*.parquet")):
            damaged.append(stage)
    return sound, damaged
