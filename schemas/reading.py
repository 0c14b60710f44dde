"""Opening the files of a project for reading, none of which may be a pipe or a device.

Reading a pipe that nobody writes to waits for ever, so a pipe in the place of a file is refused.
Every reader opens `as_file(path)`, not the path; a test finds those that do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from schemas.locations import Location

Place = TypeVar("Place", bound=Location)


def is_pipe(path: Location) -> bool:
    """Whether a pipe or a device is in the place of a file."""
    return isinstance(path, Path) and path.exists() and not (path.is_file() or path.is_dir())


def as_file(path: Place) -> Place:
    """The same path, for something that opens it; it may be missing.

    Raises:
        OSError: a pipe or a device is in its place.
    """
    if is_pipe(path):
        raise OSError(f"{path} is a pipe or a device, not a file")
    return path


@contextmanager
def opened(path: Location) -> Iterator[Any]:
    """What pyarrow reads a file from: the local path, or a handle with random access.

    Raises:
        OSError: it cannot be opened, or a pipe or a device is in its place.
    """
    if isinstance(path, Path):
        yield as_file(path)
        return
    with path.open("rb") as handle:
        yield handle
