"""A process that dies before its n-th change to a folder: by SIGKILL, or by a power cut.

It can also live on, and keep what dying before each change would leave (`states.py`).

A change is anything that is created, truncated, renamed, removed or synced below the folder. What
Python does is observed by an audit hook and by replacing `os.fsync`. A file that appears without
Python (Arrow and safetensors write theirs) is a change of its own, noticed at the next one; dying
before it removes the file again. After a power cut only synced changes are certain: a name that was
created or removed since its folder was last synced is there or not, at random, and a file that was
written since it was last synced is torn.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

Undo = Callable[[Path], object]
Keep = Callable[["Watch", str], object]
TEMPORARY = re.compile(r"\.\d+\.tmp\b")
"""The number of a process in the name of a file that it has not finished."""


class Watch:
    """Counts the changes of this process below a folder, and ends it before one of them.

    Args:
        root: the folder.
        stop: number of the change before which the process dies; 0 for none.
        cut: decides what a power cut destroys; None for SIGKILL.
        keep: called before each change, with the file that it made where it was noticed afterwards.
    """

    def __init__(
        self, root: Path, stop: int, cut: random.Random | None = None, keep: Keep | None = None
    ) -> None:
        self.root, self.stop, self.cut, self.keep = str(root.resolve()), stop, cut, keep
        self._undoes = not (cut is None and keep is None)
        self.changes: list[str] = []
        self._kept = root.with_name(f"{root.name}.kept")
        self._pending: list[tuple[str, Undo]] = []
        self._known = set(_paths(self.root))
        self._synced = {s.st_ino: _state(s) for s in self._files().values()} if self._undoes else {}
        self._busy = False

    def begin(self) -> None:
        """Watch from now on, until the process ends."""
        self._fsync = os.fsync
        os.fsync = self._on_fsync  # type: ignore[assignment]
        sys.addaudithook(self._on_event)

    def _on_fsync(self, handle: int | Any) -> None:
        number = handle if isinstance(handle, int) else handle.fileno()
        path = str(Path(f"/proc/self/fd/{number}").readlink())
        inside = self._inside(path)
        if inside:
            self._change("sync", path)
        self._fsync(number)
        if inside and self._undoes:
            if Path(path).is_dir():
                self._pending = [one for one in self._pending if one[0] != path]
            else:
                state = os.fstat(number)
                self._synced[state.st_ino] = _state(state)

    def _on_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._busy or event not in _CHANGES:
            return
        paths = _CHANGES[event](arguments)
        if not paths or not self._inside(paths[-1]) or paths[-1] == self.root:
            return
        if event == "open" and Path(paths[0]).exists():
            if not (arguments[2] or 0) & os.O_TRUNC or Path(paths[0]).stat().st_size == 0:
                return
            event = "cut"
        there = os.path.lexists(paths[0])
        if event == "os.mkdir" and (there or not Path(paths[0]).parent.exists()):
            return  # it will fail, and change nothing
        if event in ("os.remove", "os.rmdir", "os.rename") and not there:
            return
        self._busy = True
        try:
            self._change(event.removeprefix("os."), *paths)
            if self._undoes:
                self._remember(event, [Path(path) for path in paths])
            self._known.discard(paths[0])
            if event == "os.rename":  # of a folder: the files in it are not new
                old, new = f"{paths[0]}/", f"{paths[1]}/"
                self._known = {
                    new + one.removeprefix(old) if one.startswith(old) else one
                    for one in self._known
                }
            if event != "os.remove":
                self._known.add(paths[-1])
        finally:
            self._busy = False

    def end(self) -> None:
        """Die, where that is asked for, after the last change."""
        self._change("end", self.root)

    def _inside(self, path: str) -> bool:
        return path == self.root or path.startswith(f"{self.root}/")

    def _change(self, what: str, *paths: str) -> None:
        """Count a change that is about to happen, after those that were seen by no hook."""
        for made in sorted(set(_paths(self.root)) - self._known):
            self._known.add(made)
            self._count("appear", made)
            if self._undoes:
                self._remember("appear", [Path(made)])
        self._count(what, *paths)

    def _count(self, what: str, *paths: str) -> None:
        names = [TEMPORARY.sub(".tmp", os.path.relpath(path, self.root)) for path in paths]
        self.changes.append(" ".join([what, *names]))
        if self.keep:
            busy, self._busy = self._busy, True
            self.keep(self, paths[0] if what == "appear" else "")
            self._busy = busy
        if len(self.changes) == self.stop:
            self._busy = True
            if what == "appear":
                Path(paths[0]).unlink()
            if self.cut is not None:
                self.cut_power(self.cut, Path(self.root))
            os.kill(os.getpid(), signal.SIGKILL)

    def _remember(self, event: str, paths: list[Path]) -> None:
        """Record how to undo the change that is about to happen."""
        path, target = paths[0], paths[-1]
        backup = self._kept / str(len(self.changes))
        if event in ("os.remove", "os.rename", "cut") and target.is_file():
            self._kept.mkdir(exist_ok=True)
            # What is cut stays the same file, so only a copy keeps what it held.
            (shutil.copyfile if event == "cut" else os.link)(target, backup)
        if event == "cut":
            self._synced.pop(target.stat().st_ino, None)

        def undo(root: Path) -> None:
            there, made = (root / os.path.relpath(one, self.root) for one in (path, target))
            if event == "os.rename":
                made.rename(there)
            if event == "os.mkdir":
                shutil.rmtree(there)
            if event == "os.rmdir":
                there.mkdir()
            if event in ("open", "appear", "cut"):
                there.unlink()
            if backup.exists() and not made.exists():
                shutil.copyfile(backup, made)

        self._pending.append((str(target.parent), undo))

    def cut_power(self, draw: random.Random, root: Path) -> None:
        """Destroy what a power cut would destroy now.

        Args:
            draw: decides what it destroys.
            root: the folder, or a copy of it.
        """
        share = draw.choice((0.0, 0.5, 1.0))
        for live, state in self._files().items():
            path = root / live.relative_to(self.root)
            known = self._synced.get(state.st_ino)
            if known != _state(state) and state.st_size and path.exists():
                whole = path.read_bytes()
                sure = known[0] if known and known[0] < len(whole) else 0
                place = draw.randrange(sure, len(whole))
                rest = len(whole) - place
                path.write_bytes(whole[:place] + draw.choice((b"", bytes(rest), whole[place:])))
        for _, undo in reversed(self._pending):
            if draw.random() < share:
                with suppress(OSError):  # a later change depends on it
                    undo(root)

    def _files(self) -> dict[Path, os.stat_result]:
        found = (path for path in Path(self.root).rglob("*") if path.is_file())
        return {path: path.stat() for path in found}


def _paths(root: str) -> Iterator[str]:
    """All files below a folder; fast, since it is called at every change."""
    folders = [root]
    while folders:
        with suppress(FileNotFoundError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                else:
                    yield entry.path


def _state(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns


def _full(path: Any, folder: Any = -1) -> str:
    """An absolute path from the arguments of a system call."""
    if not isinstance(path, str | bytes | os.PathLike):
        return ""
    below = ""
    if isinstance(folder, int) and folder >= 0:
        below = str(Path(f"/proc/self/fd/{folder}").readlink())
    return os.path.abspath(os.path.join(below, os.fsdecode(path)))  # noqa: PTH100, PTH118


_CHANGES: dict[str, Callable[[tuple[Any, ...]], list[str]]] = {
    "open": lambda given: [_full(given[0])] if (given[2] or 0) & os.O_CREAT else [],
    "os.rename": lambda given: [_full(given[0], given[2]), _full(given[1], given[3])],
    "os.remove": lambda given: [_full(given[0], given[1])],
    "os.mkdir": lambda given: [_full(given[0], given[2])],
    "os.link": lambda given: [_full(given[1], given[3])],
    "os.symlink": lambda given: [_full(given[1], given[2])],
    "os.rmdir": lambda given: [_full(given[0], given[1])],
}
"""Audit event -> the absolute paths that it names, from its arguments."""
