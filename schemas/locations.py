"""One type for places of files: a folder of this machine or a prefix of an object store.

A local place is a `pathlib.Path`, everything else an `upath.UPath` over an fsspec filesystem
(`s3://`, `gs://`, `memory://` and any other that has a driver). Both have the same methods, but
a file is put in place by a rename locally and by an upload in an object store.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from schemas.errors import UserError, WorkFailed, first_line

if TYPE_CHECKING:
    from upath import UPath

Location: TypeAlias = "Path | UPath"
"""A file or folder, local or in an object store."""

EXTRAS = {"s3": "s3", "s3a": "s3", "gs": "gcs", "gcs": "gcs"}
"""Protocol -> the extra of this project with its driver."""
_DRIVE = re.compile(r"^/([A-Za-z]:[/\\])")
"""How a path of Windows begins in a URL: `file:///C:/folder`."""
NO_FOLDERS = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "oci", "oss", "memory"})
"""Protocols of true object stores, which have no folders, only names with slashes."""


def location(name: str | Location) -> Location:
    """Parse a place that the user named: a path, or a URL of any filesystem known to fsspec.

    `file://` gives a local path, with the same guarantees.

    Raises:
        UserError: no filesystem has this protocol, its driver is not installed, or it refuses
            access.
    """
    if not isinstance(name, str) or not is_url(name):
        return Path(name) if isinstance(name, str) else name
    protocol, _, rest = name.partition("://")
    if protocol in ("file", "local"):
        return Path(_DRIVE.sub(r"\1", rest))
    from upath import UPath

    try:
        found = UPath(name)
        found.exists()  # it fails without credentials
        found.fs.invalidate_cache()
    except ImportError as error:
        extra = EXTRAS.get(protocol)
        what = f"`pip install 'osscse[{extra}]'`" if extra else f"a driver ({error})"
        raise UserError(f"{name}: {protocol}:// needs {what}.") from error
    except Exception as error:  # drivers have errors of their own
        raise UserError(
            f"{name} cannot be opened ({first_line(error)}). Give a path on this machine, or"
            " a URL such as s3://, gs:// or another filesystem of fsspec, with the credentials that"
            " it needs."
        ) from error
    return found


def is_url(name: str) -> bool:
    """Whether a name is a URL (`s3://bucket/folder`) rather than a path.

    A single letter before the colon is a drive of Windows.
    """
    return name.find("://") not in (-1, 1)


def make_parent(target: UPath) -> None:
    """Make the folder of a file on filesystems that have folders.

    On an object store it would create the bucket, which is up to the owner.
    """
    if target.protocol not in NO_FOLDERS:
        target.fs.makedirs(target.parent.path, exist_ok=True)


def upload(source: Path, target: UPath) -> None:
    """Upload a local file to an object store, where it appears only when it is complete.

    Raises:
        WorkFailed: the store refuses it, or reports another size afterwards.
    """
    size = source.stat().st_size
    try:
        make_parent(target)
        target.fs.put_file(str(source), target.path)
        stored = target.fs.size(target.path)
    except OSError as error:
        raise WorkFailed(
            f"{target} cannot be written ({error}). Check the connection and the permissions, then"
            " run the same command again; finished shards are kept."
        ) from error
    if stored != size:
        raise WorkFailed(
            f"{target} has {stored} bytes after the upload of {size}: run the same command again."
        )


def download(source: UPath, target: Path) -> None:
    """Download an object into a local file.

    Raises:
        WorkFailed: it cannot be read.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.fs.get_file(source.path, str(target))
    except OSError as error:
        raise WorkFailed(
            f"{source} cannot be read ({error}). Check the connection and the permissions, then"
            " run the same command again."
        ) from error


@contextmanager
def local_copy(folder: Location) -> Iterator[Path]:
    """A folder as local files: itself, or a copy that exists while the body runs.

    Args:
        folder: what to copy, with everything below it, into the system's temporary folder.

    Raises:
        WorkFailed: an object cannot be downloaded.
    """
    if isinstance(folder, Path):
        yield folder
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="osscse-") as temporary:
        # The copy keeps the folder's name, which `catalog.sql` and reports show.
        copy = Path(temporary) / (folder.name or "artifacts")
        copy.mkdir()
        for path in folder.rglob("*"):
            if path.is_file():
                download(path, copy / str(path.relative_to(folder)))
        yield copy
