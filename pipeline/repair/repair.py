"""Making damaged shards again, and them alone: `pipeline repair`.

The entries of damaged shards are taken out of their table's manifest, and the very command that
made the table is run again with the settings in it. It finds some of its shards missing, and makes
them; one that comes out with another SHA-256 than the table had is refused before it takes the
place of the damaged file. So a repair restores the bytes or leaves the table as it was, and one
that is cut off is taken up by the next.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.inspection.derived import derived_faults, write_derived
from pipeline.repair.examine import Action, Outcome, Table, examine
from pipeline.repair.rerun import rerun
from pipeline.sources.staging import staging_folder
from pipeline.storage.journal import has_journal
from pipeline.storage.locks import locked
from pipeline.storage.manifest import MADE_BY, read_manifest
from pipeline.storage.verify import strays
from schemas.errors import UserError, WorkFailed
from schemas.files import remove_temporaries, remove_temporaries_of, sync_folder
from schemas.locations import Location
from schemas.manifest import FILE, copy_folder
from schemas.tables import STAGES, Stage

GROUPS: tuple[tuple[Stage, ...], ...] = (
    ("sentences",),
    ("negations",),
    ("rephrasings",),
    ("backtranslations",),
    ("verdicts", "triples"),
)
"""Tables in the order in which they are made; those of a group are made by one command."""
SET_ASIDE = "set-aside"


def repair(
    artifacts: Location,
    *,
    models: Sequence[str] | None = None,
    parser: str | None = None,
    workers: int | None = None,
    dry_run: bool = False,
) -> Iterator[Action]:
    """Find all that is damaged in an artifacts folder and make just that again.

    Args:
        artifacts: the artifacts folder.
        models, parser, workers: as in `rerun`.
        dry_run: only tell what would be done.

    Yields:
        An action for each damaged shard or manifest, as it is dealt with.

    Raises:
        WorkFailed: when another process works on the folder.
    """
    mender = _Mender(artifacts, models, parser, workers, dry_run)
    for group in GROUPS:
        for action in mender.mend(group):
            if action.outcome in ("left", "next run", "to do"):
                mender.unsound.update(group)
            yield action
    yield from mender.mend_texts()


@dataclass(frozen=True, slots=True)
class _Mender:
    """What a repair was asked for; `unsound` are the tables that could not be repaired."""

    artifacts: Location
    models: Sequence[str] | None
    parser: str | None
    workers: int | None
    dry_run: bool
    unsound: set[Stage] = field(default_factory=set)

    def mend(self, group: Sequence[Stage]) -> Iterator[Action]:
        """Deal with the tables that one command makes."""
        actions: list[Action] = []
        tables: list[Table] = []
        with ExitStack() as locks:
            for stage in group:
                if not self.dry_run and (self.artifacts / stage).exists():
                    locks.enter_context(locked(self.artifacts / stage))
                    remove_temporaries(self.artifacts / stage)
                    remove_temporaries(copy_folder(self.artifacts / stage))
            for stage in group:
                found = examine(self.artifacts, stage)
                if isinstance(found, Action):
                    actions.append(found)
                elif found is not None:
                    tables.append(found)
                    actions += self._set_strays_aside(found)
            incomplete = self._settle(tables, actions)
            for table in incomplete:
                table.drop()
        yield from actions
        if incomplete:
            yield from self._make_again(incomplete)

    def mend_texts(self) -> Iterator[Action]:
        """Write the catalogue and the data card anew where they are not what their tables give."""
        stages = ("verdicts", "triples")
        if self.unsound or not all((self.artifacts / stage).exists() for stage in stages):
            return
        with ExitStack() as locks:
            for stage in stages if not self.dry_run else ():
                locks.enter_context(locked(self.artifacts / stage))
            for file, fault in list(derived_faults(self.artifacts)):
                if not self.dry_run:
                    remove_temporaries_of(self.artifacts / file)
                    write_derived(self.artifacts, file)
                outcome: Outcome = "to do" if self.dry_run else "rebuilt"
                yield Action(self.artifacts / file, fault, outcome)

    def _settle(self, tables: list[Table], actions: list[Action]) -> list[Table]:
        """Deal with all that needs no run of the stage; returns the tables that need one."""
        damaged = [table for table in tables if table.damaged]
        if reason := next(filter(None, map(self._stale, tables)), ""):
            for table in damaged or tables[-1:]:
                actions += (
                    table.actions("left", reason)
                    if table.damaged
                    else [Action(table.folder, "is not up to date", "left", reason)]
                )
            return []
        if self.dry_run:
            actions += [action for table in damaged for action in table.actions("to do")]
            return []
        incomplete = []
        for table in tables:
            if not table.damaged and table.manifest.complete:
                _tidy_up(table)
        for table in damaged:
            waiting = [source for source in table.manifest.input if source in self.unsound]
            if not table.bad:
                table.restore()
                actions += table.actions("rebuilt")
            elif not table.manifest.complete:
                table.drop()
                command = f"`{MADE_BY[table.manifest.stage]} --artifacts {self.artifacts}`"
                note = f"The stage is unfinished: {command} goes on."
                actions += table.actions("next run", note)
            elif waiting:
                note = f"The {waiting[0]} that it is made from are damaged."
                actions += table.actions("left", note)
            else:
                incomplete.append(table)
        return incomplete

    def _set_strays_aside(self, table: Table) -> Iterator[Action]:
        for file in strays(table.folder, table.manifest.planned):
            path = table.folder / file
            if not self.dry_run:
                _move(path, self.artifacts / SET_ASIDE / table.manifest.stage / file)
            yield Action(path, "is in no manifest", "to do" if self.dry_run else "set aside")

    def _stale(self, table: Table) -> str:
        """Which earlier table is not the one that this was made from; "" where all are."""
        for source, fingerprint in table.manifest.input.items():
            if source not in STAGES or source in self.unsound:
                continue
            found = read_manifest(self.artifacts / source)
            if found is not None and found.complete and found.fingerprint() != fingerprint:
                return (
                    f"The table was made from other {source} than the present ones: run"
                    f" `{MADE_BY[table.manifest.stage]} --artifacts {self.artifacts} --overwrite`."
                )
        return ""

    def _make_again(self, tables: Sequence[Table]) -> Iterator[Action]:
        """Run the stage; where it fails, the manifests say again how the tables should be."""
        reason = ""
        try:
            rerun(
                tables[0].manifest,
                self.artifacts,
                models=self.models,
                parser=self.parser,
                workers=self.workers,
            )
        except (UserError, WorkFailed) as error:
            reason = str(error)
        for table in tables:
            still: dict[str, str] = {}
            if reason:
                with locked(table.folder):
                    table.restore()
                    still = table.faults()
            if table.broken:
                yield Action(table.folder / FILE, table.broken, "rebuilt")
            for file, found in table.bad.items():
                if file in still:
                    yield Action(table.folder / file, found, "left", reason)
                else:
                    yield Action(table.folder / file, found, "made again")


def _tidy_up(table: Table) -> None:
    """Do for a whole table what its stage, killed after the last shard, has left to do."""
    if has_journal(table.folder):
        table.restore()
    staging = staging_folder(table.folder, None)
    if table.manifest.stage == "sentences" and staging.exists():
        with locked(staging):
            shutil.rmtree(staging)


def _move(source: Location, target: Location) -> None:
    """Move within the artifacts folder, durably."""
    if isinstance(source, Path) and isinstance(target, Path):
        target.parent.mkdir(parents=True, exist_ok=True)
        source.replace(target)
        sync_folder(target.parent)
        sync_folder(source.parent)
    else:
        target.write_bytes(source.read_bytes())
        source.unlink()
