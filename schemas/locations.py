"""Where files lie: a folder of this machine, or a prefix of an object store, under one name.

A local place is a `pathlib.Path`, everything else an `upath.UPath` over an fsspec filesystem
(`s3://`, `gs://`, `memory://` and whatever else has a driver). Both have the same methods; what
differs is how a file comes to be: a rename here, an upload there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from schemas.errors import UserError, WorkFailed

if TYPE_CHECKING:
    from upath import UPath

Location: TypeAlias = "Path | UPath"
"""A file or folder, here or in an object store."""

DRIVERS = {"s3": "s3fs", "s3a": "s3fs", "gs": "gcsfs", "gcs": "gcsfs"}
EXTRAS = {"s3fs": "s3", "gcsfs": "gcs"}
NO_FOLDERS = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "oci", "oss", "memory"})
"""Protocols of object stores proper, in which a name with slashes is all that there is."""


def location(name: str | Location) -> Location:
    """The place that a person named: a path, or a URL of any filesystem that fsspec knows.

    `file://` is a local path, with the guarantees of one.

    Raises:
        UserError: when no filesystem has this protocol, or its driver is not installed.
    """
    if not isinstance(name, str) or not is_url(name):
        return Path(name) if isinstance(name, str) else name
    protocol, _, rest = name.partition("://")
    if protocol in ("file", "local"):
        return Path(rest)
    from upath import UPath

    try:
        found = UPath(name)
        found.fs.invalidate_cache()
    except ImportError as error:
        driver = DRIVERS.get(protocol)
        what = f"`pip install 'osscse[{EXTRAS[driver]}]'`" if driver else f"a driver ({error})"
        raise UserError(f"{name}: {protocol}:// needs {what}.") from error
    except (ValueError, OSError) as error:
        why = str(error).splitlines()[0]
        raise UserError(
            f"{name} cannot be opened ({why}). A path of this machine, s3://, gs:// and the other"
            " filesystems of fsspec can be given."
        ) from error
    return found


def is_url(name: str) -> bool:
    """Whether a name says where it lies (`s3://bucket/folder`), unlike a path."""
    return "://" in name


def make_parent(target: UPath) -> None:
    """Make the folder of a file on filesystems that have folders.

    On an object store it would make the bucket, which is the owner's business.
    """
    if target.protocol not in NO_FOLDERS:
        target.fs.makedirs(target.parent.path, exist_ok=True)


def upload(source: Path, target: UPath) -> None:
    """Put a local file into an object store, where it appears only when it is whole.

    Raises:
        WorkFailed: when the store refuses it, or holds another size afterwards.
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
    """Fetch an object into a local file.

    Raises:
        WorkFailed: when it cannot be read.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        source.fs.get_file(source.path, str(target))
    except OSError as error:
        raise WorkFailed(f"{source} cannot be read ({error}).") from error


@contextmanager
def opened(path: Location) -> Iterator[Any]:
    """What pyarrow reads a file from: the local path, or a handle with random access."""
    if isinstance(path, Path):
        yield path
        return
    with path.open("rb") as handle:
        yield handle


@contextmanager
def local_copy(folder: Location) -> Iterator[Path]:
    """A folder as local files: itself, or a copy for as long as the body runs.

    Args:
        folder: what to copy, with all below it, into the system's temporary folder.

    Raises:
        WorkFailed: when an object cannot be fetched.
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
