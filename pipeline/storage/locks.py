"""Locks that allow one writer per folder."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from schemas.errors import WorkFailed
from schemas.files import exclusive, make_folder, remove_folder, sha256_json
from schemas.locations import Location, make_parent
from schemas.reading import as_file

if TYPE_CHECKING:
    from upath import UPath


WINDOWS = os.name == "nt"
_ABOVE_ALL_PIDS = 1 << 31


@contextmanager
def locked(folder: Location) -> Iterator[None]:
    """Keep other processes from writing to the folder.

    On a local disk the lock ends with this process. In an object store it is an object that names
    its owner and is created only if absent; the lock of a dead process of this machine is taken
    over.

    Raises:
        WorkFailed: another process holds it, or it cannot be created.
    """
    if not isinstance(folder, Path):
        with _locked_object(folder / ".lock"):
            yield
        return
    make_folder(folder)
    refusal = f"Another process is writing to {folder}. Wait for it, or stop it, then run again."
    with exclusive(folder / ".lock", refusal):
        yield
    if WINDOWS:  # what `remove_locked` left, unless somebody else is there already
        with suppress(OSError):
            folder.rmdir()


def remove_locked(folder: Path) -> None:
    """Remove a local folder while holding its lock.

    Windows removes no open file: there the lock and the empty folder go when the lock is released.
    """
    if not WINDOWS:
        remove_folder(folder)
        return
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name != ".lock":
            path.unlink()


@contextmanager
def _locked_object(path: UPath) -> Iterator[None]:
    owner = {
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "nonce": secrets.token_hex(8),
    }
    try:
        _put(path, owner, "create")
    except FileExistsError:
        _take_over(path, owner)
    try:
        yield
    finally:
        # A user who removed a lock that looked dead may have removed ours, and someone made
        # another.
        if _holder(path) == owner:
            path.unlink(missing_ok=True)


def _take_over(path: UPath, owner: dict[str, Any]) -> None:
    """Replace a dead owner.

    Object stores cannot replace exactly the object that was read. Of several processes that found
    the same dead owner, the one that locks that owner replaces it, and the others find it replaced.

    Raises:
        WorkFailed: the owner is alive, or another process was first.
    """
    holder = _holder(path)
    if not _is_dead(holder):
        raise _held(path, holder)
    dead = sha256_json(holder)[:16]
    with _locked_object(path.with_name(f"{path.name}.{dead}")):
        if (found := _holder(path)) != holder:
            raise _held(path, found)
        _put(path, owner, "overwrite")


def _held(path: UPath, holder: dict[str, Any]) -> WorkFailed:
    return WorkFailed(
        f"Process {holder.get('pid', '?')} on {holder.get('host', '?')} has been writing to"
        f" {path.parent} since {holder.get('started', '?')}. Wait for it, or stop it; if it"
        f" is dead, remove {path} and run again."
    )


def _put(path: UPath, owner: dict[str, Any], mode: Literal["create", "overwrite"]) -> None:
    try:
        make_parent(path)
        path.fs.pipe_file(path.path, json.dumps(owner).encode(), mode=mode)
    except FileExistsError:
        raise
    except OSError as error:
        raise WorkFailed(
            f"{path} cannot be written ({error}). Check that the bucket exists, the"
            " connection and the permissions."
        ) from error


def _holder(path: UPath) -> dict[str, Any]:
    try:
        found = json.loads(as_file(path).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_dead(holder: dict[str, Any]) -> bool:
    if WINDOWS:  # signal 0 would end the process there
        return False
    pid = holder.get("pid")
    if holder.get("host") != socket.gethostname() or not isinstance(pid, int):
        return False
    if not 0 < pid < _ABOVE_ALL_PIDS:  # others would mean a group of processes, or nothing
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:  # it is alive, and another user's
        pass
    return False
