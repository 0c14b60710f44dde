"""Making damaged shards again, and them alone: `pipeline repair`.

A table is made again in a folder of its own, in which the sound shards are links, by the very
function that made it and with the settings in its manifest. What comes out takes the place of a
damaged shard only where its SHA-256 is the recorded one: a repair restores the bytes or leaves
everything as it was.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from pipeline.repair.examine import GROUPS, Action, Table, examine
from pipeline.repair.rerun import remake
from pipeline.storage.journal import remove_journal
from pipeline.storage.locks import locked
from pipeline.storage.manifest import MADE_BY, read_manifest
from pipeline.storage.verify import strays
from schemas.errors import UserError, WorkFailed
from schemas.files import sha256_file, sync_folder
from schemas.manifest import Manifest, Shard
from schemas.tables import STAGES, Stage

SET_ASIDE = "set-aside"


def repair(
    artifacts: Path,
    *,
    models: Sequence[str] | None = None,
    parser: str | None = None,
    workers: int | None = None,
    dry_run: bool = False,
) -> Iterator[Action]:
    """Find all that is damaged in an artifacts folder and make just that again.

    Args:
        artifacts: the artifacts folder.
        models, parser, workers: as in `remake`.
        dry_run: only tell what would be done.

    Yields:
        An action for each damaged shard or manifest, as it is dealt with.

    Raises:
        WorkFailed: when another process works on the folder.
    """
    unsound: set[Stage] = set()
    for group in GROUPS:
        with ExitStack() as locks:
            for stage in group:
                if not dry_run and (artifacts / stage).is_dir():
                    locks.enter_context(locked(artifacts / stage))
            if not dry_run:
                # What a repair that was killed left behind.
                shutil.rmtree(_scratch_folder(artifacts, group[0]), ignore_errors=True)
            tables = []
            for stage in group:
                found = examine(artifacts, stage)
                if isinstance(found, Action):
                    unsound.add(stage)
                    yield found
                elif found is not None:
                    tables.append(found)
            for table in tables:
                yield from _set_strays_aside(artifacts, table, dry_run)
            settings = _Settings(artifacts, models, parser, workers, dry_run, frozenset(unsound))
            for action in _mend(settings, tables):
                if action.outcome in ("left", "next run", "to do"):
                    unsound.update(group)
                yield action


@dataclass(frozen=True, slots=True)
class _Settings:
    """What a repair was asked for; `unsound` are the tables that could not be repaired."""

    artifacts: Path
    models: Sequence[str] | None
    parser: str | None
    workers: int | None
    dry_run: bool
    unsound: frozenset[Stage]


def _set_strays_aside(artifacts: Path, table: Table, dry_run: bool) -> Iterator[Action]:
    for path in strays(table.folder, table.manifest.planned):
        if not dry_run:
            _move(path, artifacts / SET_ASIDE / path.relative_to(artifacts))
        yield Action(path, "is in no manifest", "to do" if dry_run else "set aside")


def _mend(settings: _Settings, tables: list[Table]) -> Iterator[Action]:
    """Deal with the tables that one command makes."""
    damaged = [table for table in tables if table.damaged]
    for table in tables:
        # A wrong entry of a shard can be told and corrected; a wrong setting cannot.
        if table.altered and not table.damaged:
            yield Action(
                table.folder / "manifest.json",
                "is not what was written (its digest differs)",
                "left",
                "The shards are as it says, so a setting or a count was changed: bring the file"
                f" back from a copy, or run `{MADE_BY[table.stage]} --overwrite`.",
            )
    if reason := next(filter(None, (_stale(settings, table) for table in tables)), ""):
        for table in damaged or tables[-1:]:
            yield from _left(table, reason)
        return
    if settings.dry_run:
        for table in damaged:
            yield from table.actions("to do")
        return
    whole = []
    for table in damaged:
        if table.broken or table.manifest.complete:
            whole.append(table)
        else:
            yield from _leave_to_next_run(settings.artifacts, table)
    if not whole:
        return
    waiting = [source for source in whole[0].manifest.input if source in settings.unsound]
    if waiting:
        for table in whole:
            yield from _left(table, f"The {waiting[0]} that it is made from are damaged.")
        return
    with _scratch(settings.artifacts, tables) as scratch:
        try:
            remake(
                whole[0].manifest,
                scratch,
                models=settings.models,
                parser=settings.parser,
                workers=settings.workers,
            )
        except (UserError, WorkFailed) as error:
            for table in whole:
                yield from _left(table, str(error))
            return
        for table in whole:
            yield from _take_over(settings.artifacts, table, scratch / table.stage)


def _left(table: Table, reason: str) -> Iterator[Action]:
    if table.damaged:
        yield from table.actions("left", reason)
    else:
        yield Action(table.folder, "is not up to date", "left", reason)


def _stale(settings: _Settings, table: Table) -> str:
    """Which earlier table is not the one that this was made from; "" where all are."""
    for source, fingerprint in table.manifest.input.items():
        if source not in STAGES or source in settings.unsound:
            continue
        found = read_manifest(settings.artifacts / source)
        if found is not None and found.complete and found.fingerprint() != fingerprint:
            return (
                f"The table was made from other {source} than the present ones: run"
                f" `{MADE_BY[table.stage]} --artifacts {settings.artifacts} --overwrite`."
            )
    return ""


def _leave_to_next_run(artifacts: Path, table: Table) -> Iterator[Action]:
    """An unfinished stage makes what is not there when it goes on."""
    for file, found in table.bad.items():
        if (path := table.folder / file).exists():
            _move(path, artifacts / SET_ASIDE / table.stage / file)
        command = f"`{MADE_BY[table.stage]} --artifacts {artifacts}`"
        yield Action(path, found, "next run", f"The stage is unfinished: {command} goes on.")


def _scratch_folder(artifacts: Path, stage: Stage) -> Path:
    group = next(group for group in GROUPS if stage in group)
    return artifacts / f".repair-{group[0]}"


@contextmanager
def _scratch(artifacts: Path, tables: Sequence[Table]) -> Iterator[Path]:
    """A folder that the stage takes for one in which just the damaged shards are missing."""
    folder = _scratch_folder(artifacts, tables[0].stage)
    folder.mkdir()
    own = {table.stage for table in tables}
    for stage in STAGES:
        if stage not in own and (artifacts / stage).exists():
            (folder / stage).symlink_to((artifacts / stage).resolve(), target_is_directory=True)
    for table in tables:
        (folder / table.stage).mkdir()
        for shard in table.manifest.shards:
            if shard.file not in table.bad:
                link = folder / table.stage / shard.file
                link.parent.mkdir(exist_ok=True)
                link.symlink_to((table.folder / shard.file).resolve())
        table.manifest.save(folder / table.stage)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def _take_over(artifacts: Path, table: Table, scratch: Path) -> Iterator[Action]:
    """Put the shards made again in their place, where they are proven to be those that were."""
    made = read_manifest(scratch)
    if made is None or not made.complete:
        raise WorkFailed(f"`{MADE_BY[table.stage]}` left no whole table in {scratch}.")
    fresh = {shard.file: shard for shard in made.shards}
    if table.broken:
        yield from _take_over_all(artifacts, table, scratch, made)
        return
    recorded = {shard.file: shard for shard in table.manifest.shards}
    for file, found in table.bad.items():
        target = table.folder / file
        if _holds(target, fresh[file]):
            _correct(table, fresh[file])
            yield Action(target, found, "corrected")
        elif fresh[file].sha256 == recorded[file].sha256:
            _move(scratch / file, target)
            if fresh[file] != recorded[file]:
                _correct(table, fresh[file])
            yield Action(target, found, "made again")
        else:
            yield Action(target, found, "left", _other_bytes(table, made))


def _take_over_all(
    artifacts: Path, table: Table, scratch: Path, made: Manifest
) -> Iterator[Action]:
    """Rebuild a manifest, unless all that is left of the table speaks against it."""
    fresh = {shard.file: shard for shard in made.shards}
    present = [file for file in table.bad if (table.folder / file).exists()]
    same = [file for file in present if _holds(table.folder / file, fresh[file])]
    if present and not same and not _expected_later(artifacts, made):
        yield from table.actions("left", _other_bytes(table, made))
        return
    for file in table.bad:
        if file not in same:
            if file in present:
                _move(table.folder / file, artifacts / SET_ASIDE / table.stage / file)
            _move(scratch / file, table.folder / file)
    made.save(table.folder)
    remove_journal(table.folder)
    yield Action(table.folder / "manifest.json", table.broken, "rebuilt")
    for file, found in table.bad.items():
        if file not in same:
            yield Action(table.folder / file, found, "made again")


def _expected_later(artifacts: Path, made: Manifest) -> bool:
    """Whether a later table was made from the very content that was made again."""
    for stage in STAGES:
        try:
            later = read_manifest(artifacts / stage)
        except WorkFailed:
            continue
        if later is not None and later.input.get(made.stage) == made.fingerprint():
            return True
    return False


def _correct(table: Table, entry: Shard) -> None:
    shards = table.manifest.shards
    table.manifest.shards = [entry if shard.file == entry.file else shard for shard in shards]
    table.manifest.save(table.folder)


def _holds(path: Path, shard: Shard) -> bool:
    return path.exists() and sha256_file(path) == shard.sha256


def _other_bytes(table: Table, made: Manifest) -> str:
    old, new = table.manifest.versions, made.versions
    changed = [f"{n} {old.get(n)} -> {new[n]}" for n in new if new[n] != old.get(n)]
    why = f" (versions: {', '.join(changed)})" if changed else ""
    return (
        f"Made again it has other bytes than it had{why}, and the table would be mixed: run"
        f" `{MADE_BY[table.stage]} --overwrite` to make all of it again."
    )


def _move(source: Path, target: Path) -> None:
    """Rename within the artifacts folder, durably."""
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)
    sync_folder(target.parent)
    sync_folder(source.parent)
