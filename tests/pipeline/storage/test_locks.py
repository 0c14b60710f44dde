"""A lock in an object store has one owner, even if several find that the last one is dead."""

import json
import os
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest
from upath import UPath

from pipeline.storage import locks
from pipeline.storage.locks import locked, remove_locked
from schemas.errors import WorkFailed
from tests.kills import Killed
from tests.open_files import moved_while_open


@pytest.fixture(scope="module")
def ended():
    """The number of a process that has ended."""
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return pid


@pytest.fixture
def dead(ended):
    """A lock whose owner ended without removing it."""
    folder = UPath("memory://locks")
    folder.fs.pipe_file(
        f"{folder.path}/.lock", json.dumps({"host": socket.gethostname(), "pid": ended}).encode()
    )
    return folder


def test_a_second_taker_of_a_dead_lock_finds_the_first(dead, monkeypatch):
    """The second one read the owner just before the first took the lock over."""
    before = locks._holder(dead / ".lock")
    with ExitStack() as held:
        held.enter_context(locked(dead))
        asked = iter([before])
        now = locks._holder
        monkeypatch.setattr(locks, "_holder", lambda path: next(asked, None) or now(path))
        with pytest.raises(WorkFailed, match=f"Process {os.getpid()} on"):
            held.enter_context(locked(dead))
        assert now(dead / ".lock")["pid"] == os.getpid()
    assert dead.fs.find(dead.path) == []


@pytest.mark.parametrize("pid", [-1, 0, 2**31, 2**70, 1.5, "1", None])
def test_a_lock_that_names_no_process_is_held(dead, pid):
    owner = {"host": socket.gethostname(), "pid": pid}
    dead.fs.pipe_file(f"{dead.path}/.lock", json.dumps(owner).encode())
    with pytest.raises(WorkFailed, match="if it is dead, remove"), locked(dead):
        pass


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks into /proc")
def test_where_open_files_cannot_be_removed_a_folder_goes_with_its_lock(tmp_path, monkeypatch):
    monkeypatch.setattr(locks, "WINDOWS", True)
    folder = tmp_path / "staging"
    with moved_while_open(tmp_path) as moved, locked(folder):
        (folder / "inner").mkdir()
        (folder / "inner" / "file").touch()
        (folder / "file").touch()
        remove_locked(folder)
        assert [path.name for path in folder.iterdir()] == [".lock"]
    assert moved == []
    with locked(folder):
        (folder / ".lock").unlink()  # as its release does there
    assert not folder.exists()


def test_a_lock_that_is_no_json_is_held(dead):
    dead.fs.pipe_file(f"{dead.path}/.lock", b"[" * 100_000)
    with pytest.raises(WorkFailed, match="if it is dead, remove"), locked(dead):
        pass


def test_a_taker_that_died_is_taken_over_too(dead):
    put, gone = locks._put, locks._holder(dead / ".lock")["pid"]

    def killed(path, owner, mode):
        if mode == "overwrite":
            raise Killed
        put(path, owner, mode)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(locks, "_put", killed)
        patch.setattr(type(dead), "unlink", lambda *_, **__: None)
        # The process that dies while it takes over is that of the fixture again.
        patch.setattr(locks.os, "getpid", lambda: gone)
        with pytest.raises(Killed):
            locked(dead).__enter__()
    assert len(dead.fs.find(dead.path)) == 2
    with locked(dead):
        pass
    assert dead.fs.find(dead.path) == []


def test_a_store_that_refuses_the_lock_is_named(dead, monkeypatch):
    def refused(*_, **__):
        raise PermissionError("403 Forbidden")

    monkeypatch.setattr(type(dead.fs), "pipe_file", refused)
    said = r"\.lock cannot be written \(403 Forbidden\)\. Check that the bucket exists"
    with pytest.raises(WorkFailed, match=said), locked(dead):
        pass
