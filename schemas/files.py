"""Writing that survives any interruption: a file has its final name only when it is whole."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def atomic_path(final: Path) -> Iterator[Path]:
    """Give a temporary path beside `final`; on success it is synced to disk and renamed.

    On an exception the temporary file is removed and `final` stays as it was.
    """
    temporary = final.with_name(f".{final.name}.{os.getpid()}.tmp")
    try:
        yield temporary
        with temporary.open("rb+") as handle:
            os.fsync(handle.fileno())
        temporary.replace(final)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(final.parent)


def remove_temporaries(folder: Path) -> None:
    """Remove what `atomic_path` left anywhere below `folder` when its process was killed.

    Only for whoever holds the folder's lock: another process may be writing otherwise.
    """
    for path in folder.rglob(".*.tmp"):
        path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` durable against power loss."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with atomic_path(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file atomically, indented, with keys in the order given."""
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def sha256_file(path: Path) -> str:
    """Hexadecimal SHA-256 of a file's bytes."""
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
