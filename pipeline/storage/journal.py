"""The journal of a running stage: one entry per finished shard, so that recording the
ten-thousandth shard costs as much as recording the first.

In a folder it is `journal.jsonl`, to which one line per shard is appended and synced; a power loss
may leave half a line at its end. In an object store, which cannot append, each entry is a small
object below `.journal/`. Entries carry the identity of their run, and those of other runs are
ignored. They also carry a checksum, and altered entries are ignored too. When the stage finishes or
resumes, the manifest takes over the entries and the journal is removed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any

from schemas.files import sha256_json, sync_folder, write_text, writing
from schemas.locations import Location
from schemas.reading import as_file

FILE, PREFIX = "journal.jsonl", ".journal"


class Journal:
    """Appends the entries of one run."""

    def __init__(self, folder: Location, run: str) -> None:
        self._folder, self._run = folder, run
        self._handle: IO[bytes] | None = None

    def append(self, number: int, entry: dict[str, Any]) -> None:
        """Add an entry; it survives a power loss once this returns.

        Raises:
            WorkFailed: it cannot be written.
        """
        said = {"run": self._run, "shard": entry}
        line = json.dumps(said | {"digest": sha256_json(said)[:16]}, ensure_ascii=False) + "\n"
        if not isinstance(self._folder, Path):
            write_text(self._folder / PREFIX / f"{number:08d}.json", line)
            return
        with writing(self._folder / FILE):
            if self._handle is None:
                # Unbuffered, so that closing the file has nothing left to write.
                self._handle = (self._folder / FILE).open("ab", buffering=0)
                sync_folder(self._folder)
            content = line.encode()
            while content:  # on a full disk, only the write after a short one is an error
                content = content[self._handle.write(content) :]
            os.fsync(self._handle.fileno())

    def close(self) -> None:
        """Close the file and keep the entries."""
        if self._handle is not None:
            self._handle.close()
            self._handle = None


def entries(folder: Location, run: str) -> list[dict[str, Any]]:
    """The readable entries of a run, in the order in which they were written.

    Everything after an unreadable line is ignored, and its shards are made again.
    """
    found: list[dict[str, Any]] = []
    for line in _lines(folder):
        try:
            value = json.loads(line)
            if value.pop("digest") != sha256_json(value)[:16]:
                break
            if value["run"] == run:
                found.append(value["shard"])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            break
    return found


def remove_journal(folder: Location) -> None:
    """Remove the journal of a stage's folder, whichever run it belongs to."""
    if isinstance(folder, Path):
        if (folder / FILE).exists():
            (folder / FILE).unlink()
            sync_folder(folder)
        return
    prefix = folder / PREFIX
    if prefix.exists():
        prefix.fs.rm(prefix.path, recursive=True)


def has_journal(folder: Location) -> bool:
    """Whether a stage's folder has a journal, of any run."""
    return (folder / (FILE if isinstance(folder, Path) else PREFIX)).exists()


def _lines(folder: Location) -> list[bytes]:
    if isinstance(folder, Path):
        path = folder / FILE
        return as_file(path).read_bytes().splitlines() if path.exists() else []
    prefix = folder / PREFIX
    if not prefix.exists():
        return []
    # One listing and one concurrent fetch, however many entries there are.
    names = sorted(prefix.fs.find(prefix.path))
    found: dict[str, bytes] = prefix.fs.cat(names) if names else {}
    return [found[name] for name in names]
