"""Whether the tables of an artifacts folder are what their manifests vouch for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from pipeline.storage.agreement import disagreements
from pipeline.storage.judgements import judgement_problems
from pipeline.storage.manifest import MADE_BY, alteration, needed_by, read_manifest
from pipeline.storage.reader import read_shard
from schemas.errors import WorkFailed
from schemas.files import sha256_file
from schemas.locations import Location
from schemas.manifest import FILE, Manifest, Shard
from schemas.tables import STAGES, TABLES, Stage


def verify(artifacts: Path) -> Iterator[str]:
    """Re-hash every shard and check schemas and keys; yields one sentence a problem.

    Checked: manifests can be read and are as they were written; every listed shard is there with
    its size, SHA-256, rows and columns; no shard that is not planned; ids of `sentences` are
    distinct; `negations` and `triples` have just these ids in this order at rank and variant 0,
    and of each id the ranks and variants from 0 on without gap, as `rephrasings` has of those that
    it has; `rephrasings`, `backtranslations` and `verdicts` have no other id; each table was made
    from what the tables before it now hold. What can be computed again is: the ids from the texts,
    the triples' texts from the tables that they were taken from, and the counts of their statuses.
    """
    manifests: dict[Stage, Manifest] = {}
    for stage in STAGES:
        try:
            manifest = read_manifest(artifacts / stage)
        except WorkFailed as error:
            yield str(error)
            continue
        if manifest is None:
            if any((artifacts / stage).rglob("part-*.parquet")):
                yield f"{artifacts / stage} has shards and no manifest that vouches for them."
            elif later := needed_by(artifacts, stage):
                yield f"{artifacts / stage} is gone, and {artifacts / later} needs it."
            continue
        manifests[stage] = manifest
        if fault := alteration(artifacts / stage, manifest):
            yield f"{artifacts / stage / FILE} {fault}."
        if not manifest.complete:
            yield (
                f"{artifacts / stage} is not finished ({len(manifest.shards)} of"
                f" {len(manifest.planned)} shards): run `{MADE_BY[stage]}` again."
            )
        yield from _shards(artifacts / stage, manifest)
    for stage, manifest in manifests.items():
        for source, fingerprint in manifest.input.items():
            if source in manifests and manifests[source].fingerprint() != fingerprint:
                yield (
                    f"{artifacts / stage} was made from another {source} table than the present"
                    f" one: run `{MADE_BY[stage]} --overwrite`."
                )
    yield from judgement_problems(artifacts)
    yield from disagreements(artifacts, manifests)


def _shards(folder: Path, manifest: Manifest) -> Iterator[str]:
    for shard in manifest.shards:
        if problem := damage(folder / shard.file, shard, TABLES[manifest.stage]):
            yield f"{folder / shard.file} {problem}."
    for file in strays(folder, manifest.planned):
        yield f"{folder / file} is in no manifest."


def strays(folder: Location, planned: Sequence[str]) -> list[str]:
    """Parquet files below a stage's folder that its manifest does not plan; hidden ones apart."""
    found: list[Any] = [*folder.rglob("*.parquet")]
    names = [Path(str(path.relative_to(folder))) for path in found]
    seen = sorted(n.as_posix() for n in names if not any(p.startswith(".") for p in n.parts))
    known = set(planned)
    return [name for name in seen if name not in known]


def damage(path: Location, shard: Shard, schema: pa.Schema) -> str | None:
    """What is wrong with a shard, as the end of a sentence; None for a sound one.

    Args:
        path: where it should be.
        shard: what its manifest says of it.
        schema: of its table.
    """
    if not path.exists():
        return "is missing"
    if (size := path.stat().st_size) != shard.bytes:
        return f"has {size:,} bytes, its manifest says {shard.bytes:,}"
    if sha256_file(path) != shard.sha256:
        return "has other content than its manifest says (SHA-256 differs)"
    try:
        read_shard(path, schema, shard.rows)
    except WorkFailed as error:
        return f"has a fault: {error}"
    return None
