"""Atomic writing: a file gets its final name only when it is complete."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from schemas.errors import WorkFailed
from schemas.locations import Location, upload
from schemas.reading import as_file

LOCK = ".lock"
"""Name of the file that is locked for a folder."""
_REFUSED = {
    errno.ENOSPC: "the disk is full: free some space",
    errno.EDQUOT: "the quota is used up: free some space",
    errno.EFBIG: "files may not grow that large here: raise the limit (`ulimit -f`)",
    errno.EROFS: "the file system is read-only: make it writable",
    errno.EACCES: "permission is denied: change the permissions",
    errno.EPERM: "the operation is not permitted: change the permissions",
    errno.ELOOP: "a symbolic link is in its place: remove the link",
    errno.EISDIR: "a folder stands where a file should: move it away",
    errno.EIO: "the disk reports an error: check the disk",
    errno.ENOTDIR: "a file stands where a folder should: move it away",
    errno.EEXIST: "a file stands where a folder should: move it away",
}


@contextmanager
def writing(target: Location) -> Iterator[None]:
    """Turn an error of the operating system into a message that names the file and the remedy.

    Raises:
        WorkFailed: the body raises an OSError such as a full disk or a missing permission.
    """
    try:
        yield
    except OSError as error:
        if error.errno not in _REFUSED:
            raise
        raise WorkFailed(
            f"{target} cannot be written: {_REFUSED[error.errno]}, or choose another folder, then"
            " run the same command again. What was finished is kept."
        ) from error


@contextmanager
def atomic_path(final: Location) -> Iterator[Path]:
    """Give a temporary local path; on success the file is synced to disk and renamed to `final`.

    In an object store the file is uploaded, and appears only when the upload is complete. On an
    exception the temporary file is removed and `final` is left unchanged.

    Raises:
        WorkFailed: the file cannot be written (full disk, permissions), or not uploaded.
    """
    if not isinstance(final, Path):
        with tempfile.TemporaryDirectory(prefix="osscse-") as folder, writing(final):
            temporary = Path(folder) / final.name
            yield temporary
            upload(temporary, final)
        return
    temporary = final.with_name(f".{final.name}.{os.getpid()}.tmp")
    with writing(final):
        try:
            yield temporary
            with temporary.open("rb+") as handle:
                os.fsync(handle.fileno())
            temporary.replace(final)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(final.parent)


@contextmanager
def exclusive(path: Path, refusal: str, *, patience_s: float = 0) -> Iterator[None]:
    """Hold a lock on a local file, created if missing; the lock ends with this process.

    The file's content is left unchanged, and a symbolic link in its place is not followed.

    Args:
        path: the file, in a folder that exists.
        refusal: the whole message if another process holds the lock.
        patience_s: seconds to wait for it.

    Raises:
        WorkFailed: with `refusal`, or because the file cannot be created.
    """
    # Not the package's fallback lock: its file would remain after the process is killed.
    lock = FileLock(path, fallback_to_soft=False)
    try:
        with writing(path):
            lock.acquire(timeout=patience_s)
    except Timeout as error:
        raise WorkFailed(refusal) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def alone_in(folder: Path, doing: str) -> Iterator[None]:
    """Create a folder if it is missing, and hold its lock, which ends with this process.

    Args:
        folder: what `--output` names.
        doing: the work that needs the folder for itself, such as "training".

    Raises:
        WorkFailed: another process holds the lock.
    """
    make_folder(folder)
    refusal = (
        f"Another process is {doing} in {folder}. Wait for it, or stop it, then run again; or give"
        " another --output."
    )
    with exclusive(folder / LOCK, refusal):
        yield


def make_folder(folder: Location) -> None:
    """Create a folder and its parents; object stores have no folders to create.

    Each new one is synced, since a power cut could otherwise remove it with all its synced files.

    Raises:
        WorkFailed: it cannot be created.
    """
    if isinstance(folder, Path):
        with writing(folder):
            missing = [one for one in (folder, *folder.parents) if not one.exists()]
            folder.mkdir(parents=True, exist_ok=True)
            for made in missing:
                sync_folder(made.parent)


def remove_folder(folder: Path) -> None:
    """Remove a folder and its content, and sync: a power cut could otherwise restore some of it."""
    shutil.rmtree(folder)
    sync_folder(folder.parent)


def remove_temporaries(folder: Location) -> None:
    """Remove temporary files of `atomic_path` below `folder` that a killed process left behind.

    Call it only while holding the folder's lock; otherwise another process may be writing. Hidden
    folders are skipped, because they have locks of their own.
    """
    if isinstance(folder, Path):
        for path in folder.rglob(".*.tmp"):
            if not any(part.startswith(".") for part in path.relative_to(folder).parts[:-1]):
                path.unlink(missing_ok=True)


def remove_temporaries_of(final: Location) -> None:
    """Remove what killed writers left for one file; call it only while nobody else writes it."""
    if isinstance(final, Path):
        for path in final.parent.glob(f".{escape(final.name)}.*.tmp"):
            path.unlink(missing_ok=True)


def sync_folder(folder: Location) -> None:
    """Make a rename in `folder` durable against power loss.

    Object stores do not need this, and some platforms cannot open a folder.
    """
    if not isinstance(folder, Path) or not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_text(path: Location, text: str) -> None:
    """Write a text file atomically."""
    with atomic_path(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def write_json(path: Location, value: Any) -> None:
    """Write a JSON file atomically, indented, with keys in the order given."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def sha256_file(path: Location) -> str:
    """Hexadecimal SHA-256 of a file's bytes."""
    handle: Any  # the type that is stated for object stores lacks a method that they have
    with as_file(path).open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()


def sha256_json(value: Any) -> str:
    """Hexadecimal SHA-256 of a value as JSON, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def replace_folder(final: Path, write: Callable[[Path], None]) -> None:
    """Write a folder so that its final name never holds an incomplete one.

    The old folder is moved aside before the new one takes its name. If the program is stopped in
    between, no folder has that name until a resumed run writes it again.

    Args:
        write: fills an empty folder.

    Raises:
        WorkFailed: it cannot be written.
    """
    fresh, old = (final.with_name(f".{final.name}.{word}") for word in ("new", "old"))
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    make_folder(final.parent)
    with writing(final):
        try:
            fresh.mkdir()
            write(fresh)
            for file in sorted(fresh.rglob("*")):
                if file.is_file():
                    with file.open("rb+") as handle:
                        os.fsync(handle.fileno())
                else:
                    sync_folder(file)
            sync_folder(fresh)
        except OSError:
            shutil.rmtree(fresh, ignore_errors=True)  # frees space on a full disk
            raise
        if final.exists():
            final.rename(old)
        fresh.rename(final)
        sync_folder(final.parent)
    if old.exists():
        shutil.rmtree(old, ignore_errors=True)
        sync_folder(final.parent)
