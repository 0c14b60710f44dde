"""Repair of tables in an object store: of a copy here, whose changed files are put back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.repair.examine import Action
from pipeline.repair.repair import repair
from pipeline.storage.locks import locked
from schemas.locations import local_copy, upload
from schemas.tables import STAGES

if TYPE_CHECKING:
    from upath import UPath


def repair_remote(
    artifacts: UPath,
    *,
    models: Sequence[str] | None = None,
    parser: str | None = None,
    workers: int | None = None,
    dry_run: bool = False,
) -> Iterator[Action]:
    """Find all that is damaged in an object store's artifacts and make just that again.

    Everything is fetched into the system's temporary folder. Shards are put back before manifests,
    and both before anything is removed: cut off in between, the same command again does the rest.

    Args:
        artifacts: the artifacts folder.
        models, parser, workers, dry_run: as in `repair`.

    Yields:
        An action for each damaged shard or manifest, when all of it is put back.

    Raises:
        WorkFailed: when another process works on the folder, or the store fails.
    """
    with ExitStack() as held:
        for stage in STAGES:
            if not dry_run and (artifacts / stage).exists():
                held.enter_context(locked(artifacts / stage))
        copy = held.enter_context(local_copy(artifacts))
        before = _files(copy)
        actions = list(repair(copy, models=models, parser=parser, workers=workers, dry_run=dry_run))
        _put_back(copy, artifacts, before)
    for action in actions:
        path = artifacts / str(Path(str(action.path)).relative_to(copy))
        yield replace(action, path=path, note=action.note.replace(str(copy), str(artifacts)))


def _files(folder: Path) -> dict[str, tuple[int, int]]:
    """Name below the folder -> what changes when it is written or replaced; locks left out."""
    found = {}
    for path in folder.rglob("*"):
        if path.is_file() and path.name != ".lock":
            status = path.stat()
            found[str(path.relative_to(folder))] = (status.st_ino, status.st_mtime_ns)
    return found


def _put_back(copy: Path, artifacts: UPath, before: dict[str, tuple[int, int]]) -> None:
    after = _files(copy)
    changed = [name for name, status in after.items() if before.get(name) != status]
    for name in sorted(changed, key=lambda name: (not name.endswith(".parquet"), name)):
        upload(copy / name, artifacts / name)
    for name in sorted(before.keys() - after.keys()):
        (artifacts / name).unlink(missing_ok=True)
