"""One writer a folder."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.errors import WorkFailed
from schemas.files import exclusive, make_folder
from schemas.locations import Location, make_parent

if TYPE_CHECKING:
    from upath import UPath


@contextmanager
def locked(folder: Location) -> Iterator[None]:
    """Keep other processes from writing to the folder.

    Here the lock dies with this process. In an object store it is an object that names its owner,
    made only where there is none; one whose process is dead and was of this machine is taken over.

    Raises:
        WorkFailed: when another process holds it, or it cannot be made.
    """
    if not isinstance(folder, Path):
        with _locked_object(folder / ".lock"):
            yield
        return
    make_folder(folder)
    refusal = f"Another process is writing to {folder}. Wait for it, or stop it, then run again."
    with exclusive(folder / ".lock", refusal):
        yield


@contextmanager
def _locked_object(path: UPath) -> Iterator[None]:
    owner = {
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    if not _create(path, owner):
        holder = _holder(path)
        if _is_dead(holder):
            path.unlink(missing_ok=True)
        if not _is_dead(holder) or not _create(path, owner):
            raise WorkFailed(
                f"Process {holder.get('pid', '?')} on {holder.get('host', '?')} has been writing to"
                f" {path.parent} since {holder.get('started', '?')}. Wait for it, or stop it; if it"
                f" is dead, remove {path} and run again."
            )
    try:
        yield
    finally:
        # Whoever was told to remove a dead lock may have removed ours, and made another.
        if _holder(path) == owner:
            path.unlink(missing_ok=True)


def _create(path: UPath, owner: dict[str, Any]) -> bool:
    """Make the object unless it is there."""
    content = json.dumps(owner).encode()
    try:
        make_parent(path)
        path.fs.pipe_file(path.path, content, mode="create")
    except FileExistsError:
        return False
    except OSError as error:
        raise WorkFailed(
            f"{path} cannot be written ({error}). Check that the bucket is there, and the"
            " connection and the permissions."
        ) from error
    return True


def _holder(path: UPath) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_dead(holder: dict[str, Any]) -> bool:
    if os.name == "nt":  # signal 0 would end the process there
        return False
    if holder.get("host") != socket.gethostname() or not isinstance(holder.get("pid"), int):
        return False
    try:
        os.kill(holder["pid"], 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
