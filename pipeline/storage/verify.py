"""Checks whether the tables of an artifacts folder match their manifests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.storage.agreement import disagreements
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.judgements import judgement_problems
from pipeline.storage.manifest import MADE_BY
from pipeline.storage.reader import read_shard
from schemas.errors import WorkFailed
from schemas.files import sha256_file
from schemas.locations import Location
from schemas.manifest import FILE, Manifest, Shard
from schemas.tables import STAGES, TABLES, Stage


def verify(folder: ArtifactsFolder) -> Iterator[str]:
    """Hash every shard and check schemas and keys; yields one sentence per problem.

    Checked: manifests are readable and unaltered; every listed shard exists with its size, SHA-256,
    rows and columns, and no other shard does; ids of `sentences` are distinct; `negations` and
    `triples` have exactly these ids, in this order, at rank and variant 0; the ranks and variants
    of an id start at 0 without gaps, also in `rephrasings`; `rephrasings`, `backtranslations` and
    `verdicts` have no other ids; each table was made from the present content of the tables before
    it. Recomputed: the ids from the texts, the texts of triples from the tables that they came
    from, and the counts by status.
    """
    artifacts = folder.root
    manifests: dict[Stage, Manifest] = {}
    for stage in STAGES:
        try:
            found = folder.found(stage)
        except WorkFailed as error:
            yield str(error)
            continue
        if found is None:
            if any((artifacts / stage).rglob("part-*.parquet")):
                yield f"{artifacts / stage} has shards but no manifest."
            elif later := folder.needs(stage):
                yield f"{artifacts / stage} is missing, and {artifacts / later} needs it."
            continue
        manifests[stage] = manifest = found.manifest
        if found.fault:
            yield f"{artifacts / stage / FILE} {found.fault}."
        if not manifest.complete:
            yield (
                f"{artifacts / stage} is not finished ({len(manifest.shards)} of"
                f" {len(manifest.planned)} shards): run"
                f" `{MADE_BY[stage]} --artifacts {artifacts}` again."
            )
        yield from _shards(artifacts / stage, manifest)
    for stage, manifest in manifests.items():
        for source, fingerprint in manifest.input.items():
            if source in manifests and manifests[source].fingerprint() != fingerprint:
                yield (
                    f"{artifacts / stage} was made from another {source} table than the present"
                    f" one: run `{MADE_BY[stage]} --artifacts {artifacts} --overwrite`."
                )
    yield from judgement_problems(artifacts)
    yield from disagreements(artifacts, manifests)


def _shards(folder: Location, manifest: Manifest) -> Iterator[str]:
    for shard in manifest.shards:
        if problem := damage(folder / shard.file, shard, TABLES[manifest.stage]):
            yield f"{folder / shard.file} {problem}."
    for file in strays(folder, manifest.planned):
        yield f"{folder / file} is in no manifest."


def strays(folder: Location, planned: Sequence[str]) -> list[str]:
    """Visible Parquet files below a stage's folder that its manifest does not plan."""
    found: list[Any] = [*folder.rglob("*.parquet")]
    names = [Path(str(path.relative_to(folder))) for path in found]
    seen = sorted(n.as_posix() for n in names if not any(p.startswith(".") for p in n.parts))
    known = set(planned)
    return [name for name in seen if name not in known]


def damage(path: Location, shard: Shard, schema: pa.Schema) -> str | None:
    """What is wrong with a shard, as the end of a sentence; None if nothing is."""
    if not path.exists():
        return "is missing"
    if (size := path.stat().st_size) != shard.bytes:
        return f"has {size:,} bytes instead of the {shard.bytes:,} in its manifest"
    if sha256_file(path) != shard.sha256:
        return "differs from its manifest (SHA-256)"
    try:
        read_shard(path, schema, shard.rows)
    except WorkFailed as error:
        return f"has a fault: {error}"
    return None
