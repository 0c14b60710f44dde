"""Places that cannot be written to are refused before any work."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from schemas.errors import UserError, WorkFailed
from trainer.runs.outputs import check_folder, check_free_folder, check_place


def test_a_folder_that_is_empty_or_missing_is_free(tmp_path):
    check_free_folder(tmp_path)
    check_free_folder(tmp_path / "a" / "b")
    assert not (tmp_path / "a").exists()
    (tmp_path / "x").touch()
    with pytest.raises(UserError, match=r"is not empty\. Give another --output"):
        check_free_folder(tmp_path)


def test_a_file_in_place_of_a_folder_is_named(tmp_path):
    file = tmp_path / "s.txt"
    file.touch()
    check_place(file)
    with pytest.raises(UserError, match=r"--output \S+s\.txt is a file, not a folder"):
        check_folder(file)
    with pytest.raises(
        UserError, match=r"--mteb \S+/x/y cannot be written: \S+s\.txt is a file, not a folder"
    ):
        check_place(file / "x" / "y", "--mteb")


def test_a_missing_permission_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(UserError, match=r"permission for .* is denied\. Change it, or give"):
        check_folder(tmp_path / "new")


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="a question that Windows lacks")
def test_a_file_system_without_writing_is_told_from_a_missing_permission(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setattr(os, "statvfs", lambda path: SimpleNamespace(f_flag=os.ST_RDONLY))
    with pytest.raises(WorkFailed) as caught:
        check_folder(tmp_path / "new", "--cache")
    assert str(caught.value) == (
        f"--cache {tmp_path / 'new'} cannot be written: the file system is read-only. Make it"
        " writable, or give another --cache."
    )
