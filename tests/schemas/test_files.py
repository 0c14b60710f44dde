"""Files are complete or absent, and locks end with their process."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import SoftFileLock

from schemas.errors import WorkFailed
from schemas.files import (
    exclusive,
    make_folder,
    remove_folder,
    replace_folder,
    sync_folder,
    write_text,
    writing,
)

HOLD = (
    "import sys, time\nfrom pathlib import Path\nfrom schemas.files import exclusive\n"
    "with exclusive(Path(sys.argv[1]), 'held'):\n print('mine', flush=True)\n time.sleep(600)"
)


def test_a_lock_dies_with_its_process(tmp_path):
    path = tmp_path / ".lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        with pytest.raises(WorkFailed, match="somebody else"), exclusive(path, "somebody else"):
            pass
        holder.send_signal(signal.SIGKILL)
    for _ in range(2):  # and can be had again and again
        with exclusive(path, "held"):
            pass


def test_one_process_does_not_hold_a_lock_twice(tmp_path):
    path = tmp_path / ".lock"
    with (
        exclusive(path, "held"),
        pytest.raises(WorkFailed, match="held"),
        exclusive(path, "held"),
    ):
        pass


def test_a_lock_needs_nothing_of_unix(tmp_path, monkeypatch):
    """The package has a lock for each platform; here one of those that do without `fcntl`."""
    monkeypatch.setattr("schemas.files.FileLock", lambda path, **_: SoftFileLock(path))
    for _ in range(2):
        with exclusive(tmp_path / ".lock", "held"):
            with pytest.raises(WorkFailed, match="held"), exclusive(tmp_path / ".lock", "held"):
                pass
            assert (tmp_path / ".lock").exists()
        assert not (tmp_path / ".lock").exists()


def test_a_lock_leaves_what_is_in_its_file(tmp_path):
    (tmp_path / ".lock").write_text("mine")
    with exclusive(tmp_path / ".lock", "held"):
        pass
    assert (tmp_path / ".lock").read_text() == "mine"


def test_a_lock_that_is_a_link_is_not_followed(tmp_path):
    (tmp_path / "precious").write_text("mine")
    for name in ("precious", "not there"):
        link = tmp_path / f"{name}.lock"
        link.symlink_to(tmp_path / name)
        with pytest.raises(WorkFailed, match="a symbolic link is"), exclusive(link, "held"):
            pass
    assert (tmp_path / "precious").read_text() == "mine"
    assert not (tmp_path / "not there").exists()


def test_a_folder_in_the_place_of_a_lock_is_named(tmp_path):
    (tmp_path / ".lock").mkdir()
    said = "a folder stands where a file should"
    with pytest.raises(WorkFailed, match=said), exclusive(tmp_path / ".lock", "held"):
        pass


def test_line_ends_are_not_those_of_the_platform(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "linesep", "\r\n")
    write_text(tmp_path / "a.txt", "one\ntwo\n")
    assert (tmp_path / "a.txt").read_bytes() == b"one\ntwo\n"


def test_folders_are_not_synced_where_they_cannot_be_opened(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "O_DIRECTORY")
    monkeypatch.setattr(os, "open", None)
    sync_folder(tmp_path)


def test_a_new_folder_is_durable_with_all_above_it_that_is_new(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr("schemas.files.sync_folder", synced.append)
    make_folder(tmp_path / "a" / "b")
    assert sorted(synced) == [tmp_path, tmp_path / "a"]
    make_folder(tmp_path / "a" / "b")
    assert len(synced) == 2


@pytest.mark.parametrize("way", ["removed", "replaced"])
def test_the_removal_of_a_folder_is_durable(tmp_path, monkeypatch, way):
    folder = tmp_path / "gone"
    folder.mkdir()
    (folder / "file").write_text("kept no longer")
    synced = []

    def look(place):
        synced.append((place, sorted(path.name for path in place.iterdir())))

    monkeypatch.setattr("schemas.files.sync_folder", look)
    if way == "removed":
        remove_folder(folder)
    else:
        replace_folder(folder, lambda fresh: (fresh / "new").touch())
    assert synced[-1] == (tmp_path, [] if way == "removed" else ["gone"])


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOSPC, "the disk is full: free some space"),
        (errno.EDQUOT, "the quota is used up: free some space"),
        (errno.EFBIG, "files may not grow that large here: raise the limit (`ulimit -f`)"),
        (errno.EROFS, "the file system is read-only: make it writable"),
        (errno.EACCES, "permission is denied: change the permissions"),
        (errno.EPERM, "the operation is not permitted: change the permissions"),
        (errno.ELOOP, "a symbolic link is in its place: remove the link"),
        (errno.EISDIR, "a folder stands where a file should: move it away"),
        (errno.EIO, "the disk reports an error: check the disk"),
        (errno.ENOTDIR, "a file stands where a folder should: move it away"),
        (errno.EEXIST, "a file stands where a folder should: move it away"),
    ],
)
def test_what_cannot_be_written_is_named_with_the_remedy(number, why):
    with pytest.raises(WorkFailed) as failed, writing(Path("out/table")):
        raise OSError(number, os.strerror(number))
    assert str(failed.value) == (
        f"out/table cannot be written: {why}, or choose another folder, then run the same command"
        " again. What was finished is kept."
    )


def test_an_error_without_a_remedy_stays_what_it_is():
    with pytest.raises(BrokenPipeError), writing(Path("out/table")):
        raise OSError(errno.EPIPE, os.strerror(errno.EPIPE))
