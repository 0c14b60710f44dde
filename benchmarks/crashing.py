"""A process that dies before its n-th change to a folder: by SIGKILL, or by a power cut.

Changes are whatever Python creates, renames, removes and syncs below the folder, observed by an
audit hook and by replacing `os.fsync`. After a power cut only synced changes are certain: a name
that was created or removed since its folder was last synced is there or not, by chance, and a file
that was written since it was last synced is torn.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

Undo = Callable[[], object]


class Watch:
    """Counts the changes of this process below a folder, and ends it before one of them.

    Args:
        root: the folder.
        stop: number of the change before which the process dies; 0 for none.
        cut: decides what a power cut destroys; None for SIGKILL.
    """

    def __init__(self, root: Path, stop: int, cut: random.Random | None = None) -> None:
        self.root, self.stop, self.cut = str(root.resolve()), stop, cut
        self.changes = 0
        self._kept = root.with_name(f"{root.name}.kept")
        self._pending: list[tuple[str, Undo]] = []
        self._synced = {} if cut is None else {s.st_ino: _state(s) for s in self._files().values()}
        self._busy = False

    def begin(self) -> None:
        """Watch from now on, until the process ends."""
        self._fsync = os.fsync
        os.fsync = self._on_fsync  # type: ignore[assignment]
        sys.addaudithook(self._on_event)

    def _on_fsync(self, handle: int | Any) -> None:
        number = handle if isinstance(handle, int) else handle.fileno()
        path = str(Path(f"/proc/self/fd/{number}").readlink())
        inside = path.startswith(self.root)
        if inside:
            self._change()
        self._fsync(number)
        if inside and self.cut is not None:
            if Path(path).is_dir():
                self._pending = [one for one in self._pending if one[0] != path]
            else:
                state = os.fstat(number)
                self._synced[state.st_ino] = _state(state)

    def _on_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._busy or event not in _CHANGES:
            return
        paths = _CHANGES[event](arguments)
        if not paths or not paths[0].startswith(self.root) or paths[0] == self.root:
            return
        if event in ("open", "os.mkdir") and os.path.lexists(paths[0]):
            return  # nothing is made: a folder that is there already is no change to undo
        self._change()
        if self.cut is not None:
            self._busy = True
            self._remember(event, [Path(path) for path in paths])
            self._busy = False

    def _change(self) -> None:
        self.changes += 1
        if self.changes == self.stop:
            self._busy = True
            if self.cut is not None:
                self._cut_power()
            os.kill(os.getpid(), signal.SIGKILL)

    def _remember(self, event: str, paths: list[Path]) -> None:
        """Record how to undo the change that is about to happen."""
        path, target = paths[0], paths[-1]
        backup = self._kept / str(self.changes)
        if event in ("os.remove", "os.rename") and target.is_file():
            self._kept.mkdir(exist_ok=True)
            os.link(target, backup)

        def undo() -> None:
            if event == "os.rename":
                target.rename(path)
            if event == "os.mkdir":
                shutil.rmtree(path)
            if event == "os.rmdir":
                path.mkdir()
            if event == "open":
                path.unlink()
            if backup.exists():
                os.link(backup, target)

        self._pending.append((str(target.parent), undo))

    def _cut_power(self) -> None:
        draw = self.cut
        assert draw is not None
        share = draw.choice((0.0, 0.5, 1.0))
        for path, state in self._files().items():
            known = self._synced.get(state.st_ino)
            if known != _state(state) and state.st_size:
                whole = path.read_bytes()
                sure = known[0] if known and known[0] < len(whole) else 0
                place = draw.randrange(sure, len(whole))
                rest = len(whole) - place
                path.write_bytes(whole[:place] + draw.choice((b"", bytes(rest), whole[place:])))
        for _, undo in reversed(self._pending):
            if draw.random() < share:
                with suppress(OSError):  # a later change depends on it
                    undo()

    def _files(self) -> dict[Path, os.stat_result]:
        found = (path for path in Path(self.root).rglob("*") if path.is_file())
        return {path: path.stat() for path in found}


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
    "os.rmdir": lambda given: [_full(given[0], given[1])],
}
"""Audit event -> the absolute paths that it names, from its arguments."""


def forked(work: Callable[[], object], log: Path) -> int:
    """Do something in a fork of this process; returns its exit code, negative for a signal.

    Its output goes to `log`. Forking is fast if this process has imported everything needed.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    try:
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(out, stream)
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
