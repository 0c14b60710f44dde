"""Keeps what crashes at each change of one run would leave, so that no process has to die for it.

A process that SIGKILL ends before a change leaves its folder as it is at that moment, and a power
cut a folder from which something is taken at random. Both are copied while one run goes through all
its changes; equal files are stored once, and equal states are known by their names.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Callable, Sequence, Set
from pathlib import Path

from crashing import TEMPORARY, Watch

State = dict[str, str]
"""Each file of a folder and what it holds, by digest; an empty text for a folder."""


def names(state: State) -> list[str]:
    """The files and folders, without the numbers of processes."""
    return sorted(TEMPORARY.sub(".tmp", name) for name in state)


class States:
    """Copies of folders.

    Args:
        root: a folder for what their files hold, made if missing.
    """

    def __init__(self, root: Path) -> None:
        self._files, self._aside = root / "files", root / "aside"
        self._files.mkdir(parents=True, exist_ok=True)

    def take(self, folder: Path, without: str = "") -> State:
        """What a folder holds, except for one file."""
        found: State = {}
        for path in sorted(folder.rglob("*")):
            if path.is_dir():
                found[str(path.relative_to(folder))] = ""
            elif str(path) != without:
                held = path.read_bytes()
                digest = hashlib.sha256(held).hexdigest()
                if not (self._files / digest).exists():
                    (self._files / digest).write_bytes(held)
                found[str(path.relative_to(folder))] = digest
        return found

    def put(self, state: State, folder: Path) -> None:
        """Replace a folder by a copy of a kept one."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, digest in state.items():  # sorted, so that a folder comes before its files
            if digest:
                shutil.copyfile(self._files / digest, folder / name)
            else:
                (folder / name).mkdir()

    def after_power_cut(self, watch: Watch, draw: random.Random, without: str = "") -> State:
        """What a power cut would leave of the folder of a process that is being watched."""
        root = Path(watch.root)
        shutil.copytree(root, self._aside)
        if without:
            (self._aside / Path(without).relative_to(root)).unlink()
        watch.cut_power(draw, self._aside)
        state = self.take(self._aside)
        shutil.rmtree(self._aside)
        return state


class Album:
    """The states that crashes would leave of one run, in a file.

    Args:
        states: stores what their files hold.
        path: the file.
        numbers: numbers of the changes before which crashes are kept.
        draws: number of a change -> random numbers for each power cut there.
    """

    def __init__(
        self,
        states: States,
        path: Path,
        numbers: Set[int],
        draws: Callable[[int], Sequence[random.Random]],
    ) -> None:
        self._states, self._path, self._numbers, self._draws = states, path, numbers, draws
        self._found: dict[int, list[State]] = {}

    def add(self, watch: Watch, without: str) -> None:
        """Keep what crashes before the last change of a watched process would leave.

        Args:
            watch: counts its changes.
            without: the file that this change makes, where it was noticed afterwards.
        """
        number = len(watch.changes)
        if number not in self._numbers:
            return
        killed = self._states.take(Path(watch.root), without)
        cuts = [self._states.after_power_cut(watch, one, without) for one in self._draws(number)]
        self._found[number] = [killed, *cuts]

    def save(self) -> None:
        """Write the file, for the process that has forked this one."""
        self._path.write_text(json.dumps(self._found), encoding="utf-8", newline="\n")

    def read(self) -> dict[int, list[State]]:
        """Number of a change -> what SIGKILL would leave there, and each of the power cuts."""
        found = json.loads(self._path.read_text(encoding="utf-8"))
        return {int(number): states for number, states in found.items()}
