"""Finds the damage in the tables of an artifacts folder, for `pipeline repair`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from pipeline.repair.recorded import command_of
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.journal import remove_journal
from pipeline.storage.manifest import MADE_BY, once_whole, save_manifest
from pipeline.storage.verify import damage
from schemas.advice import option_for
from schemas.errors import WorkFailed
from schemas.files import make_folder
from schemas.locations import Location
from schemas.manifest import FILE, Manifest, read_copy
from schemas.tables import TABLES, Stage

Outcome = Literal["made again", "rebuilt", "set aside", "next run", "to do", "left"]


@dataclass(frozen=True, slots=True)
class Action:
    """A problem and its outcome.

    Attributes:
        path: the shard or manifest.
        found: the problem, as the end of a sentence.
        outcome: `made again`; `rebuilt` (a manifest); `set aside`; `next run` (the stage is
            unfinished and will make it when it resumes); `to do` in a dry run; `left` if it could
            not be repaired.
        note: why it was left and what to do; "" otherwise.
    """

    path: Location
    found: str
    outcome: Outcome
    note: str = ""


@dataclass(slots=True)
class Table:
    """A table with its damage.

    Attributes:
        manifest: what the table should be: the manifest, or its copy if that is more complete.
        broken: what is wrong with the manifest; "" if nothing is.
        bad: file -> what is wrong with it; all files that must be made again.
    """

    folder: Location
    manifest: Manifest
    broken: str = ""
    bad: dict[str, str] = field(default_factory=dict)

    @property
    def damaged(self) -> bool:
        """Whether anything needs repair."""
        return bool(self.broken or self.bad)

    def faults(self) -> dict[str, str]:
        """Damaged shards, judged by their manifest."""
        found = {
            shard.file: damage(self.folder / shard.file, shard, TABLES[self.manifest.stage])
            for shard in self.manifest.shards
        }
        return {file: fault for file, fault in found.items() if fault}

    def drop(self) -> None:
        """Remove the bad shards from the manifest, so that the stage makes them again.

        The files stay until new ones replace them, and the copy of the manifest keeps their
        SHA-256, so an interruption loses nothing. Call it only while holding the lock.
        """
        sound = [shard for shard in self.manifest.shards if shard.file not in self.bad]
        make_folder(self.folder)
        replace(self.manifest, shards=sound).save(self.folder)
        remove_journal(self.folder)

    def restore(self) -> None:
        """Write the manifest as it should be. Call it only while holding the lock."""
        make_folder(self.folder)
        save_manifest(self.folder, self.manifest)

    def actions(self, outcome: Outcome, note: str = "") -> Iterator[Action]:
        """One action with the same outcome for each problem."""
        if self.broken:
            yield Action(self.folder / FILE, self.broken, outcome, note)
        for file, found in self.bad.items():
            yield Action(self.folder / file, found, outcome, note)


def examine(tables: ArtifactsFolder, stage: Stage) -> Table | Action | None:
    """A table with its damage; an action if its manifest cannot be repaired; None if neither
    exists."""
    folder = tables.root / stage
    found, broken, unlike_copy = None, "", False
    try:
        there = tables.found(stage)
        if there is not None:
            found, broken = there.manifest, there.fault
            unlike_copy = bool(broken) and not there.altered
        elif any(folder.rglob("*.parquet")) or tables.needs(stage):
            broken = "is missing"
        else:
            return None
    except WorkFailed:
        broken = "is damaged"
    manifest = read_copy(folder) if broken or not found else once_whole(folder, found) or found
    if manifest is None or unlike_copy:
        return Action(folder / FILE, broken, "left", _beyond_repair(tables.root, stage, found))
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
            "A setting, a count or an entry was changed: restore the file from a copy, or make the"
            " table again with the settings that it has now:"
            f" `{command_of(found, artifacts, overwrite=True)}`."
        )
    return (
        "Too little of it is left to tell how the table was made. Its shards stay as they are;"
        f" `{MADE_BY[stage]}{option_for(artifacts)}` with the settings of that run makes them"
        " again."
    )
