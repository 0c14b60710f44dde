"""The manifests of an artifacts folder, including the journals of running stages.

The manifest of a complete table has a copy in `.manifests`, outside the table's folder. It records
how the table was made and its digests, even when the table is damaged or deleted.
"""

from __future__ import annotations

from functools import cache
from importlib import metadata
from typing import NamedTuple

from pipeline.storage.journal import entries, remove_journal
from schemas.advice import option_for
from schemas.errors import WorkFailed
from schemas.files import make_folder
from schemas.locations import Location
from schemas.manifest import (
    FILE,
    Manifest,
    Parsed,
    Shard,
    alteration,
    copy_folder,
    parse_manifest,
    read_copy,
)
from schemas.tables import SCHEMA_VERSION, Stage

MADE_BY: dict[Stage, str] = {
    "sentences": "pipeline run ingest",
    "negations": "pipeline run negate",
    "rephrasings": "pipeline run rephrase",
    "backtranslations": "pipeline run backtranslate",
    "verdicts": "pipeline run filter",
    "triples": "pipeline run filter",
}
GROUPS: tuple[tuple[Stage, ...], ...] = (
    ("sentences",),
    ("negations",),
    ("backtranslations",),
    ("rephrasings",),
    ("verdicts", "triples"),
)
"""Tables, each after those that it may be made from; each group is made by one command."""

_READ_BY_FILTER: tuple[Stage, ...] = ("sentences", "negations", "backtranslations")
NEEDED: dict[Stage, tuple[Stage, ...]] = {
    "sentences": (),
    "negations": ("sentences",),
    "rephrasings": ("sentences",),
    "backtranslations": ("sentences",),
    "verdicts": _READ_BY_FILTER,
    "triples": _READ_BY_FILTER,
}
"""The tables that a table needs, in the order in which they are made."""

PACKAGES: dict[Stage, tuple[str, ...]] = {
    "sentences": ("pyarrow",),
    "negations": ("spacy", "lemminflect"),
    "rephrasings": ("spacy", "lemminflect", "sacremoses"),
    # Each engine of `pipeline.translation` names further ones.
    "backtranslations": ("transformers", "torch", "sacremoses"),
    "verdicts": ("rapidfuzz", "sacremoses", "jiwer", "wordfreq", "duckdb"),
    "triples": ("rapidfuzz", "sacremoses", "jiwer", "wordfreq", "duckdb"),
}
"""The packages that determine each table: manifests record their versions, nodes must have them."""


def package_versions(*names: str) -> dict[str, str]:
    """Installed versions of osscse and the named packages, and the version of the tables'
    schemas."""
    versions = {name: _version(name) for name in ("osscse", *names)}
    return versions | {"schema": str(SCHEMA_VERSION)}


@cache
def _version(package: str) -> str:
    """The installed version; finding it reads all of the package's metadata."""
    return metadata.version(package)


class Found(NamedTuple):
    """The manifest of a stage's folder.

    Attributes:
        manifest: with the entries of its journal.
        fault: how it was altered, as the end of a sentence; "" if it was not.
        altered: whether its digest shows it; otherwise its copy may be what was edited.
    """

    manifest: Manifest
    fault: str
    altered: bool


def find_manifest(folder: Location) -> Found | None:
    """The manifest of a stage's folder, altered or not; None if there is none.

    Raises:
        WorkFailed: the file is not a manifest.
    """
    if not (folder / FILE).exists():
        return None
    parsed = _parse(folder)
    journal = entries(folder, parsed.manifest.run())
    if not journal and not parsed.manifest.complete:
        # The running stage may have moved its journal into the manifest since that was read.
        parsed = _parse(folder)
    manifest = parsed.manifest
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
    return Found(manifest, alteration(folder, parsed), parsed.altered)


def sound(folder: Location, found: Found | None) -> Manifest | None:
    """The manifest that was found, provided that nobody altered it.

    Raises:
        WorkFailed: it was altered.
    """
    if found is None:
        return None
    if found.fault:
        at = option_for(folder.parent)
        raise WorkFailed(
            f"{folder / FILE} {found.fault}. `pipeline verify{at}` lists the damage,"
            f" `pipeline repair{at}` repairs what it can; or run"
            f" `{MADE_BY[found.manifest.stage]}{at} --overwrite` with the settings of that run."
        )
    return found.manifest


def save_manifest(folder: Location, manifest: Manifest) -> None:
    """Write a stage's manifest, and first its copy if the table is complete.

    The journal is removed last, since the manifest has its entries now.
    """
    if manifest.complete:
        make_folder(copy_folder(folder))
        manifest.save(copy_folder(folder))
    manifest.save(folder)
    remove_journal(folder)


def once_whole(folder: Location, found: Manifest) -> Manifest | None:
    """The manifest of a table before it lost any shard; None if it was never complete."""
    if found.complete:
        return found
    copy = read_copy(folder)
    return copy if copy is not None and copy.run() == found.run() else None


def _parse(folder: Location) -> Parsed:
    try:
        return parse_manifest(folder)
    except ValueError as error:
        at = option_for(folder.parent)
        raise WorkFailed(
            f"{folder / FILE} is damaged ({error}). `pipeline repair{at}` makes what it lists"
            f" again; or remove the folder {folder} and run"
            f" `{MADE_BY.get(folder.name, 'the stage')}{at}`"  # type: ignore[call-overload]
            " with the settings of that run."
        ) from error
