"""Finds files that are renamed or removed while they are open, which Windows refuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_watched: dict[Path, list[str]] = {}
"""Folder -> what was done to open files below it."""


@contextmanager
def moved_while_open(root: Path) -> Iterator[list[str]]:
    """What this process renames, replaces or removes below a folder while it holds it open.

    Needs /proc. A folder counts as open where a file in it is.
    """
    if not _watched:
        sys.addaudithook(_on_event)  # for good: a hook cannot be taken off
    _watched[root.resolve()] = found = []
    try:
        yield found
    finally:
        _watched[root.resolve()] = []


def _on_event(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("os.remove", "os.rename"):
        return
    named = [arguments[:2]] if event == "os.remove" else [arguments[0:3:2], arguments[1:4:2]]
    for name, folder in named:
        path = _absolute(os.fsdecode(name), folder)
        for root, found in _watched.items():
            if path.is_relative_to(root):
                found += [f"{event} {path}: {one} is open" for one in _open_at(path)]


def _absolute(name: str, folder: int) -> Path:
    """The path of a name below an open folder, or below the current one."""
    below = Path(f"/proc/self/fd/{folder}").readlink() if folder >= 0 else Path.cwd()
    return below / name


def _open_at(path: Path) -> list[str]:
    """What this process has open or mapped into memory of a file, or of the files in a folder."""
    held = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            held.append(os.fspath(entry.readlink()))
    mapped = Path("/proc/self/maps").read_text("utf-8")
    if str(path) in mapped:
        held += [line[73:] for line in mapped.splitlines()]
    here = [one for one in held if one == str(path) or one.startswith(f"{path}/")]
    return [one for one in here if Path(one).is_file()]
