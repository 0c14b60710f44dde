"""The manifests of an artifacts folder, including the journals of running stages.

The manifest of a complete table has a copy in `.manifests`, outside the table's folder. It records
how the table was made and its digests, even when the table is damaged or deleted.
"""

from __future__ import annotations

from functools import cache
from importlib import metadata

from pipeline.storage.journal import entries
from schemas.errors import UserError, WorkFailed
from schemas.files import make_folder
from schemas.locations import Location
from schemas.manifest import (
    FILE,
    Manifest,
    Shard,
    copy_folder,
    departs_from_copy,
    is_altered,
    parse_manifest,
    read_copy,
)
from schemas.tables import SCHEMA_VERSION, STAGES, Stage

MADE_BY: dict[Stage, str] = {
    "sentences": "pipeline run ingest",
    "negations": "pipeline run negate",
    "rephrasings": "pipeline run rephrase",
    "backtranslations": "pipeline run backtranslate",
    "verdicts": "pipeline run filter",
    "triples": "pipeline run filter",
}


def package_versions(*names: str) -> dict[str, str]:
    """Installed versions of osscse and the named packages, and the version of the tables'
    schemas."""
    versions = {name: _version(name) for name in ("osscse", *names)}
    return versions | {"schema": str(SCHEMA_VERSION)}


@cache
def _version(package: str) -> str:
    """The installed version; finding it reads all of the package's metadata."""
    return metadata.version(package)


def read_manifest(folder: Location) -> Manifest | None:
    """The manifest of a stage's folder with the entries of its journal; None if there is none.

    Raises:
        WorkFailed: the file is not a manifest.
    """
    if not (folder / FILE).exists():
        return None
    manifest = _parse(folder)
    journal = entries(folder, manifest.run())
    if not journal and not manifest.complete:
        # The running stage may have moved its journal into the manifest since that was read.
        manifest = _parse(folder)
    known = {shard.file for shard in manifest.shards}
    order = {file: i for i, file in enumerate(manifest.planned)}
    for entry in journal:
        try:
            shard = Shard.from_json(entry)
        except (TypeError, ValueError):
            break
        if shard.file not in known and shard.file in order:
            manifest.shards.append(shard)
            known.add(shard.file)
    manifest.shards.sort(key=lambda shard: order.get(shard.file, -1))
    return manifest


def sound_manifest(folder: Location) -> Manifest | None:
    """The manifest from `read_manifest`, provided that nobody altered it.

    Raises:
        WorkFailed: it is not a manifest, or was altered.
    """
    manifest = read_manifest(folder)
    if manifest is not None and (fault := alteration(folder, manifest)):
        raise WorkFailed(
            f"{folder / FILE} {fault}. `pipeline verify --artifacts {folder.parent}` lists the"
            f" damage, `pipeline repair` repairs what it can; or run `{MADE_BY[manifest.stage]}"
            " --overwrite`."
        )
    return manifest


def alteration(folder: Location, found: Manifest) -> str | None:
    """How a readable manifest was altered, as the end of a sentence; None if it was not."""
    if is_altered(folder):
        return "was altered (its digest differs)"
    if departs_from_copy(folder, found):
        return f"differs from its copy, {copy_folder(folder) / FILE}: one of the two was edited"
    return None


def save_manifest(folder: Location, manifest: Manifest) -> None:
    """Write a stage's manifest, and first its copy if the table is complete."""
    if manifest.complete:
        make_folder(copy_folder(folder))
        manifest.save(copy_folder(folder))
    manifest.save(folder)


def once_whole(folder: Location, found: Manifest) -> Manifest | None:
    """The manifest of a table before it lost any shard; None if it was never complete."""
    if found.complete:
        return found
    copy = read_copy(folder)
    return copy if copy is not None and copy.run() == found.run() else None


def needed_by(artifacts: Location, stage: Stage) -> Stage | None:
    """A finished table that needs this one, as its input or as its twin."""
    for other in STAGES:
        try:
            manifest = read_manifest(artifacts / other) if other != stage else None
        except WorkFailed:
            continue
        if manifest is not None and manifest.complete:
            together = MADE_BY[other] == MADE_BY[stage]
            if together or stage in manifest.input:
                return other
    return None


def _parse(folder: Location) -> Manifest:
    try:
        return parse_manifest(folder)
    except ValueError as error:
        raise WorkFailed(
            f"{folder / FILE} is damaged ({error}). `pipeline repair --artifacts {folder.parent}`"
            f" makes what it lists again; or remove the folder {folder} and run"
            f" `{MADE_BY.get(folder.name, 'the stage')}` again."  # type: ignore[call-overload]
        ) from error


def require(artifacts: Location, stage: Stage) -> Manifest:
    """The manifest of a finished stage.

    Raises:
        UserError: the stage is missing or unfinished; the message names the command to run.
    """
    return require_finished(artifacts, stage, sound_manifest(artifacts / stage))


def require_finished(artifacts: Location, stage: Stage, found: Manifest | None) -> Manifest:
    """The given manifest, provided that its stage is finished; raises the same errors as
    `require`."""
    command = f"`{MADE_BY[stage]} --artifacts {artifacts}`"
    if found is None:
        raise UserError(f"{artifacts / stage} has no table yet: run {command} first.")
    if not found.complete:
        raise UserError(
            f"{artifacts / stage} is not finished ({len(found.shards)} of {len(found.planned)}"
            f" shards): run {command} again to resume it."
        )
    return found
