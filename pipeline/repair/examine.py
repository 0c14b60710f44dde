"""What is wrong with the tables of an artifacts folder, for `pipeline repair`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pipeline.repair.salvage import salvage
from pipeline.storage.manifest import MADE_BY, read_manifest
from pipeline.storage.verify import damage
from schemas.errors import WorkFailed
from schemas.locations import Location
from schemas.manifest import Manifest, is_altered
from schemas.tables import TABLES, Stage

GROUPS: tuple[tuple[Stage, ...], ...] = (
    ("sentences",),
    ("negations",),
    ("backtranslations",),
    ("verdicts", "triples"),
)
"""Tables in the order in which they are made; those of a group are made by one command."""

Outcome = Literal["made again", "corrected", "rebuilt", "set aside", "next run", "to do", "left"]


@dataclass(frozen=True, slots=True)
class Action:
    """What was found wrong and what was done about it.

    Attributes:
        path: shard or manifest.
        found: what was wrong, as the end of a sentence.
        outcome: `made again`; `corrected` (the manifest's entry was wrong, not the shard);
            `rebuilt` (a manifest); `set aside`; `next run` (the stage is unfinished and makes it
            when it goes on); `to do` in a dry run; `left` where it could not be repaired.
        note: why it was left and what to do; "" otherwise.
    """

    path: Location
    found: str
    outcome: Outcome
    note: str = ""


@dataclass(slots=True)
class Table:
    """A table with what is wrong with it.

    Attributes:
        folder: the stage's.
        manifest: as read, or as salvaged.
        broken: what is wrong with the manifest; "" for a sound one.
        bad: file -> what is wrong with it; all that have to be made again.
        altered: whether the manifest can be read and is not what was written.
    """

    folder: Path
    manifest: Manifest
    broken: str = ""
    bad: dict[str, str] = field(default_factory=dict)
    altered: bool = False

    @property
    def stage(self) -> Stage:
        """Its name."""
        return self.manifest.stage

    @property
    def damaged(self) -> bool:
        """Whether anything has to be made again."""
        return bool(self.broken or self.bad)

    def actions(self, outcome: Outcome, note: str = "") -> Iterator[Action]:
        """The same outcome for everything that is wrong."""
        if self.broken:
            yield Action(self.folder / "manifest.json", self.broken, outcome, note)
        for file, found in self.bad.items():
            yield Action(self.folder / file, found, outcome, note)


def examine(artifacts: Path, stage: Stage) -> Table | Action | None:
    """A table with its damages; an action where its manifest is beyond repair; None without one."""
    folder = artifacts / stage
    broken = ""
    try:
        manifest = read_manifest(folder)
        if manifest is None:
            if not any(folder.rglob("*.parquet")):
                return None
            broken = "is missing"
    except WorkFailed:
        broken = "is damaged"
        manifest = salvage(folder / "manifest.json")
    manifest = manifest or _twin(artifacts, stage)
    if manifest is None:
        return Action(
            folder / "manifest.json",
            broken,
            "left",
            "Too little of it is left to know how the table was made. Its shards stay as they"
            f" are; `{MADE_BY[stage]} --artifacts {artifacts}` with the settings of that run makes"
            " them again.",
        )
    table = Table(folder, manifest, broken, altered=not broken and is_altered(folder))
    for shard in manifest.shards:
        if found := damage(folder / shard.file, shard, TABLES[stage]):
            table.bad[shard.file] = found
    if broken:
        # What no manifest vouches for has to be made again to be known.
        listed = {shard.file for shard in manifest.shards}
        unlisted = [file for file in manifest.planned if file not in listed]
        table.bad |= dict.fromkeys(unlisted, "is in no sound manifest")
    return table


def _twin(artifacts: Path, stage: Stage) -> Manifest | None:
    """The beginning of a lost manifest, from that of a table made by the same command."""
    for other in next(group for group in GROUPS if stage in group):
        try:
            found = read_manifest(artifacts / other)
        except WorkFailed:
            continue
        if found is not None:
            return replace(found, stage=stage, shards=[])
    return None
