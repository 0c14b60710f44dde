"""Checks whether the tables of an artifacts folder match their manifests."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pyarrow as pa

from pipeline.storage.agreement import disagreements
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.judgements import judgement_problems
from pipeline.storage.manifest import GROUPS, MADE_BY
from pipeline.storage.reader import read_shard
from schemas.advice import option_for
from schemas.errors import WorkFailed
from schemas.files import sha256_file
from schemas.locations import Location
from schemas.manifest import FILE, Manifest, Shard, changed_inputs
from schemas.progress import series
from schemas.tables import STAGES, TABLES, Stage


class Problem(NamedTuple):
    """Something wrong with the tables.

    Attributes:
        text: one or two sentences, with what to do unless a repair is all that it takes.
        repairable: whether `pipeline repair` is what to do.
    """

    text: str
    repairable: bool


class CommandOf(Protocol):
    """Writes the command that makes a table again with the settings in its manifest."""

    def __call__(self, manifest: Manifest, artifacts: Location, *, overwrite: bool = False) -> str:
        """The command."""


def bare_command(manifest: Manifest, artifacts: Location, *, overwrite: bool = False) -> str:
    """The command that makes a table, without its settings."""
    more = " --overwrite" if overwrite else ""
    return f"{MADE_BY[manifest.stage]}{option_for(artifacts)}{more}"


def verify(folder: ArtifactsFolder, command_of: CommandOf = bare_command) -> Iterator[Problem]:
    """Hash every shard and check schemas and keys.

    Checked: manifests are readable and unaltered; every listed shard exists with its size, SHA-256,
    rows and columns, and no other shard does; ids of `sentences` are distinct; `negations` and
    `triples` have exactly these ids, in this order, at rank and variant 0; the ranks and variants
    of an id start at 0 without gaps, also in `rephrasings`; `rephrasings`, `backtranslations` and
    `verdicts` have no other ids; each table was made from the present content of the tables before
    it. Recomputed: the ids from the texts, the texts of triples from the tables that they came
    from, and the counts by status. The rows of a table that was made from other tables than the
    present ones are not compared with theirs.

    Args:
        command_of: for the advice.
    """
    manifests: dict[Stage, Manifest] = {}
    for stage in STAGES:
        if (manifest := (yield from _manifest(folder, stage))) is not None:
            manifests[stage] = manifest
    outdated = {
        s: changed for s, m in manifests.items() if (changed := changed_inputs(m, manifests))
    }
    for stage, manifest in manifests.items():
        if not manifest.complete:
            yield Problem(
                f"{folder.root / stage} is not finished ({len(manifest.shards)} of"
                f" {len(manifest.planned)} shards): run `{command_of(manifest, folder.root)}`.",
                repairable=False,
            )
        for said in _shards(folder.root / stage, manifest):
            yield Problem(said, repairable=stage not in outdated)
    for stages in filter(None, ([s for s in group if s in outdated] for group in GROUPS)):
        tables = " and ".join(str(folder.root / stage) for stage in stages)
        sources = dict.fromkeys(source for stage in stages for source in outdated[stage])
        again = command_of(manifests[stages[0]], folder.root, overwrite=True)
        yield Problem(
            f"{tables} {'was' if len(stages) == 1 else 'were'} made from other"
            f" {series(sources)} than the present ones: run `{again}`.",
            repairable=False,
        )
    for said in judgement_problems(folder.root):
        yield Problem(said, repairable=False)
    current = {stage: m for stage, m in manifests.items() if stage not in outdated}
    for found in disagreements(folder.root, current):
        if found.stage is None:
            again = f"pipeline verify{option_for(folder.root)}"
            remedy = f". Repair what else is wrong, then run `{again}` again"
        else:
            again = command_of(manifests[found.stage], folder.root, overwrite=True)
            remedy = f": run `{again}`"
        yield Problem(f"{found.text}{remedy}.", repairable=False)


def _manifest(folder: ArtifactsFolder, stage: Stage) -> Generator[Problem, None, Manifest | None]:
    """Yield what is wrong with the manifest of a table; returns the manifest if it is readable."""
    place = folder.root / stage
    try:
        found = folder.found(stage)
    except WorkFailed as error:
        yield Problem(str(error), repairable=True)
        return None
    if found is None:
        if any(place.rglob("part-*.parquet")):
            yield Problem(f"{place} has shards but no manifest.", repairable=True)
        elif later := folder.needs(stage):
            said = f"{place} is missing, and {folder.root / later} needs it."
            yield Problem(said, repairable=True)
        return None
    if found.fault:
        yield Problem(f"{place / FILE} {found.fault}.", repairable=found.altered)
    return found.manifest


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
