"""Makes damaged shards again, and only those: `pipeline repair`.

The entries of damaged shards are removed from their table's manifest, and the command that made the
table runs again with the settings in the manifest. It finds shards missing and makes them. A shard
with another SHA-256 than before is refused before it replaces the damaged file. So a repair
restores the original bytes or leaves the table unchanged, and the next repair continues an
interrupted one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.execution.executor import Executor
from pipeline.execution.local import HERE
from pipeline.inspection.derived import CATALOG, derived_faults, write_derived
from pipeline.inspection.listed import CARD
from pipeline.repair.examine import Action, Outcome, Table, examine
from pipeline.repair.recorded import command_of
from pipeline.repair.rerun import rerun
from pipeline.sources.staging import staging_folder
from pipeline.storage.artifacts import ArtifactsFolder
from pipeline.storage.journal import has_journal
from pipeline.storage.locks import locked, remove_locked
from pipeline.storage.manifest import GROUPS
from pipeline.storage.verify import strays
from schemas.errors import UserError, WorkFailed
from schemas.files import make_folder, remove_temporaries, remove_temporaries_of, sync_folder
from schemas.locations import Location
from schemas.manifest import FILE, copy_folder
from schemas.reading import as_file
from schemas.tables import STAGES, Stage

SET_ASIDE = "set-aside"
_STRAY = "is in no manifest"


def repair(
    artifacts: Location,
    *,
    models: Sequence[str] | None = None,
    parser: str | None = None,
    executor: Executor = HERE,
    dry_run: bool = False,
) -> Iterator[Action]:
    """Find all damage in an artifacts folder and repair just that.

    Args:
        models, parser, executor: see `rerun`.
        dry_run: only report what would be done.

    Yields:
        An action for each damaged shard or manifest, as it is handled.

    Raises:
        WorkFailed: another process is working on the folder.
    """
    mender = _Mender(artifacts, models, parser, executor, dry_run)
    for group in GROUPS:
        for action in mender.mend(group):
            if action.outcome in ("left", "next run", "to do") and action.found != _STRAY:
                mender.unsound.update(group)
            yield action
    yield from mender.mend_texts()


@dataclass(frozen=True, slots=True)
class _Mender:
    """The options of a repair; `unsound` are the tables that could not be repaired."""

    artifacts: Location
    models: Sequence[str] | None
    parser: str | None
    executor: Executor
    dry_run: bool
    unsound: set[Stage] = field(default_factory=set)

    def mend(self, group: Sequence[Stage]) -> Iterator[Action]:
        """Repair the tables that one command makes."""
        actions: list[Action] = []
        tables: list[Table] = []
        with ExitStack() as locks:
            for stage in group:
                if not self.dry_run and (self.artifacts / stage).exists():
                    locks.enter_context(locked(self.artifacts / stage))
                    remove_temporaries(self.artifacts / stage)
                    remove_temporaries(copy_folder(self.artifacts / stage))
            # A view for each group, made under its locks: others may have changed earlier tables
            # since they were examined, and repairing them did.
            view = ArtifactsFolder(self.artifacts)
            for stage in group:
                found = examine(view, stage)
                if isinstance(found, Action):
                    actions.append(found)
                elif found is not None:
                    tables.append(found)
                    actions += self._set_strays_aside(found)
            incomplete = self._settle(view, tables, actions)
            for table in incomplete:
                table.drop()
        yield from actions
        if incomplete:
            yield from self._make_again(incomplete)

    def mend_texts(self) -> Iterator[Action]:
        """Write the catalogue and the data card again if they differ from what the tables give."""
        stages = ("verdicts", "triples")
        if self.unsound or not all((self.artifacts / stage).exists() for stage in stages):
            return
        with ExitStack() as locks:
            for stage in stages if not self.dry_run else ():
                locks.enter_context(locked(self.artifacts / stage))
            # A run that was killed while it wrote a text may have left the old one in order.
            for file in (CATALOG, CARD) if not self.dry_run else ():
                remove_temporaries_of(self.artifacts / file)
            view = ArtifactsFolder(self.artifacts)
            for file, fault in list(derived_faults(view)):
                if not self.dry_run:
                    write_derived(view, file)
                outcome: Outcome = "to do" if self.dry_run else "rebuilt"
                yield Action(self.artifacts / file, fault, outcome)

    def _settle(
        self, view: ArtifactsFolder, tables: list[Table], actions: list[Action]
    ) -> list[Table]:
        """Settle what needs no run of the stage; returns the tables that need one."""
        damaged = [table for table in tables if table.damaged]
        if reason := next(filter(None, (self._stale(view, table) for table in tables)), ""):
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
                command = command_of(table.manifest, self.artifacts)
                note = f"The stage is unfinished: `{command}` resumes it."
                actions += table.actions("next run", note)
            elif waiting:
                note = f"Its input, the {waiting[0]}, is damaged."
                actions += table.actions("left", note)
            else:
                incomplete.append(table)
        return incomplete

    def _set_strays_aside(self, table: Table) -> Iterator[Action]:
        for file in strays(table.folder, table.manifest.planned):
            path = table.folder / file
            if not self.dry_run:
                _move(path, self.artifacts / SET_ASIDE / table.manifest.stage / file)
            yield Action(path, _STRAY, "to do" if self.dry_run else "set aside")

    def _stale(self, view: ArtifactsFolder, table: Table) -> str:
        """What to do if an earlier table changed since this one was made; "" if none did."""
        for source, fingerprint in table.manifest.input.items():
            if source not in STAGES or source in self.unsound:
                continue
            found = view.found(source)
            manifest = found.manifest if found else None
            if manifest and manifest.complete and manifest.fingerprint() != fingerprint:
                return (
                    f"{table.folder} was made from other {source} than the present ones: run"
                    f" `{command_of(table.manifest, self.artifacts, overwrite=True)}`."
                )
        return ""

    def _make_again(self, tables: Sequence[Table]) -> Iterator[Action]:
        """Run the stage; if it fails, restore the manifests."""
        reason = ""
        try:
            rerun(
                tables[0].manifest,
                self.artifacts,
                models=self.models,
                parser=self.parser,
                executor=self.executor,
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
    """Finish a complete table whose stage was killed after the last shard."""
    if has_journal(table.folder):
        table.restore()
    staging = staging_folder(table.folder, None)
    if table.manifest.stage == "sentences" and staging.exists():
        with locked(staging):
            remove_locked(staging)


def _move(source: Location, target: Location) -> None:
    """Move a file within the artifacts folder, durably."""
    if isinstance(source, Path) and isinstance(target, Path):
        make_folder(target.parent)
        source.replace(target)
        sync_folder(target.parent)
        sync_folder(source.parent)
    else:
        target.write_bytes(as_file(source).read_bytes())
        source.unlink()
