"""Places that cannot be opened, written or read."""

import sys
from pathlib import Path

import pytest
from upath import UPath

from schemas.errors import UserError, WorkFailed
from schemas.locations import download, location, upload


@pytest.mark.parametrize(
    ("url", "driver", "extra"), [("s3://bucket/a", "s3fs", "s3"), ("gs://bucket/a", "gcsfs", "gcs")]
)
def test_without_its_driver_the_extra_is_named(monkeypatch, url, driver, extra):
    monkeypatch.setitem(sys.modules, driver, None)
    with pytest.raises(UserError, match=rf"needs `pip install 'osscse\[{extra}\]'`"):
        location(url)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        (r"C:\data\tables", r"C:\data\tables"),
        ("c:/data/tables", "c:/data/tables"),
        ("C://data", "C:/data"),
        (r"\\server\share\a", r"\\server\share\a"),
        ("file:///C:/data", "C:/data"),
        ("file://c:/data", "c:/data"),
        ("file:///data/c:/x", "/data/c:/x"),
    ],
)
def test_a_drive_of_windows_is_no_protocol(name, path):
    found = location(name)
    assert isinstance(found, Path)
    assert str(found) == path


def test_a_protocol_that_nobody_knows():
    with pytest.raises(UserError, match=r"^nowhere://a cannot be opened"):
        location("nowhere://a")


@pytest.mark.parametrize("kind", [PermissionError, type("NoCredentialsError", (Exception,), {})])
def test_a_store_that_refuses_access_is_named(monkeypatch, kind):
    def refused(*_, **__):
        raise kind("Unable to locate credentials")

    monkeypatch.setattr(type(UPath("memory://up").fs), "exists", refused)
    said = r"^memory://up/a cannot be opened \(Unable to locate credentials\)\. Give a path"
    with pytest.raises(UserError, match=said):
        location("memory://up/a")


@pytest.mark.parametrize(
    ("method", "answer", "said"),
    [
        (
            "put_file",
            PermissionError("403"),
            r"memory://up/a cannot be written \(403\)\. Check the",
        ),
        ("size", 2, "memory://up/a has 2 bytes after the upload of 5: run the same command again"),
    ],
)
def test_an_upload_that_fails_is_told(tmp_path, monkeypatch, method, answer, said):
    (tmp_path / "a").write_text("whole")
    target = UPath("memory://up/a")

    def answered(*_, **__):
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(type(target.fs), method, answered)
    with pytest.raises(WorkFailed, match=said):
        upload(tmp_path / "a", target)


def test_an_object_that_is_gone_is_named(tmp_path):
    said = r"memory://up/none cannot be read \(.*\)\. Check the connection and the permissions"
    with pytest.raises(WorkFailed, match=said):
        download(UPath("memory://up/none"), tmp_path / "a")


def test_a_driver_without_an_extra_is_named_as_its_package_says(monkeypatch):
    monkeypatch.setitem(sys.modules, "adlfs", None)
    with pytest.raises(UserError, match=r"az://box/a: az:// needs a driver \(.*adlfs.*\)\."):
        location("az://box/a")
