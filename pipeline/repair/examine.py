"""What is wrong with the tables of an artifacts folder, for `pipeline repair`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from pipeline.storage.journal import remove_journal
from pipeline.storage.manifest import (
    MADE_BY,
    alteration,
    needed_by,
    once_whole,
    read_manifest,
    save_manifest,
)
from pipeline.storage.verify import damage
from schemas.errors import WorkFailed
from schemas.files import make_folder
from schemas.locations import Location
from schemas.manifest import FILE, Manifest, departs_from_copy, read_copy
from schemas.tables import TABLES, Stage

Outcome = Literal["made again", "rebuilt", "set aside", "next run", "to do", "left"]


@dataclass(frozen=True, slots=True)
class Action:
    """What was found wrong and what was done about it.

    Attributes:
        path: shard or manifest.
        found: what was wrong, as the end of a sentence.
        outcome: `made again`; `rebuilt` (a manifest); `set aside`; `next run` (the stage is
            unfinished and makes it when it goes on); `to do` in a dry run; `left` where it could
            not be repaired.
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
        manifest: as the table should be: as read, or its copy where that says more.
        broken: what is wrong with the manifest; "" for a sound one.
        bad: file -> what is wrong with it; all that have to be made again.
    """

    folder: Location
    manifest: Manifest
    broken: str = ""
    bad: dict[str, str] = field(default_factory=dict)

    @property
    def damaged(self) -> bool:
        """Whether anything has to be mended."""
        return bool(self.broken or self.bad)

    def faults(self) -> dict[str, str]:
        """Damaged shards, by what their manifest says of them."""
        found = {
            shard.file: damage(self.folder / shard.file, shard, TABLES[self.manifest.stage])
            for shard in self.manifest.shards
        }
        return {file: fault for file, fault in found.items() if fault}

    def drop(self) -> None:
        """Take the bad shards out of the manifest, so that the stage makes them again.

        The files stay until others take their place, and the copy of the manifest keeps their
        SHA-256: nothing is lost by being cut off from here on. For the holder of the lock.
        """
        sound = [shard for shard in self.manifest.shards if shard.file not in self.bad]
        make_folder(self.folder)
        replace(self.manifest, shards=sound).save(self.folder)
        remove_journal(self.folder)

    def restore(self) -> None:
        """Write the manifest as the table should be. For the holder of the lock."""
        make_folder(self.folder)
        save_manifest(self.folder, self.manifest)
        remove_journal(self.folder)

    def actions(self, outcome: Outcome, note: str = "") -> Iterator[Action]:
        """The same outcome for everything that is wrong."""
        if self.broken:
            yield Action(self.folder / FILE, self.broken, outcome, note)
        for file, found in self.bad.items():
            yield Action(self.folder / file, found, outcome, note)


def examine(artifacts: Location, stage: Stage) -> Table | Action | None:
    """A table with its damages; an action where its manifest is beyond repair; None without one."""
    folder = artifacts / stage
    found, broken = None, ""
    try:
        found = read_manifest(folder)
        if found is None:
            if not any(folder.rglob("*.parquet")) and not needed_by(artifacts, stage):
                return None
            broken = "is missing"
        else:
            broken = alteration(folder, found) or ""
    except WorkFailed:
        broken = "is damaged"
    manifest = read_copy(folder) if broken or not found else once_whole(folder, found) or found
    if manifest is None or (found and departs_from_copy(folder, found)):
        return Action(folder / FILE, broken, "left", _beyond_repair(artifacts, stage, found))
    table = Table(folder, manifest, broken)
    table.bad = table.faults()
    if found and not broken:
        for file in found.missing():
            if file not in manifest.missing():
                table.bad.setdefault(file, "was dropped by a repair that did not end")
    return table


def _beyond_repair(artifacts: Location, stage: Stage, found: Manifest | None) -> str:
    if found is not None:
        return (
            "A setting, a count or an entry was changed: bring the file back from a copy, or run"
            f" `{MADE_BY[stage]} --overwrite`."
        )
    return (
        "Too little of it is left to know how the table was made. Its shards stay as they are;"
        f" `{MADE_BY[stage]} --artifacts {artifacts}` with the settings of that run makes them"
        " again."
    )
