"""Checksums that were stored when a model was downloaded."""

import json

import pytest

from pipeline.translation.engines.marian.configuration import check_configurations
from pipeline.translation.engines.marian.engine import examine_student
from pipeline.translation.engines.marian.origin import check_origin
from schemas.errors import UserError

STORED = {
    "version": "3.0",
    "sha256": {
        "model.enpt.bin": "9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c",
        "vocab.enpt.spm": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    },
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "model.enpt.bin").write_bytes(b"weights")
    (tmp_path / "vocab.enpt.spm").write_bytes(b"")
    (tmp_path / "source.json").write_text(json.dumps(STORED))
    return tmp_path


def test_files_as_they_were_downloaded(folder):
    check_origin(folder)


def test_a_changed_file_is_named(folder):
    (folder / "vocab.enpt.spm").write_bytes(b"pieces")
    with pytest.raises(UserError, match=r"vocab\.enpt\.spm differs from the file that was downl"):
        check_origin(folder)


def test_a_missing_file_is_named(folder):
    (folder / "vocab.enpt.spm").unlink()
    with pytest.raises(UserError, match=r"vocab\.enpt\.spm was downloaded and is no longer there"):
        check_origin(folder)


def test_a_name_too_long_for_a_file_is_that_of_none(folder):
    (folder / "source.json").write_text(json.dumps({"sha256": {300 * "v": ""}}))
    with pytest.raises(UserError, match="vvv was downloaded and is no longer there"):
        check_origin(folder)
    (folder / "config.yml").write_text(f"vocabs:\n  - {300 * 'v'}\n")
    with pytest.raises(UserError, match=r"config\.yml names v{300}, which is not beside it"):
        check_configurations(folder)


def test_without_checksums_nothing_is_compared(folder):
    (folder / "model.enpt.bin").write_bytes(b"other")
    (folder / "source.json").write_text('{"version": "3.0"}')
    check_origin(folder)
    (folder / "source.json").unlink()
    check_origin(folder)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"sha256": []}', b"\xff", b"[" * 100_000])
def test_a_record_that_cannot_be_read_is_named(folder, content):
    (folder / "source.json").write_bytes(content)
    with pytest.raises(UserError, match=r"source\.json is damaged: it holds no record of a downl"):
        check_origin(folder)


def test_examining_a_model_compares_them(copied):
    (copied / "source.json").write_text(json.dumps(STORED))
    with pytest.raises(UserError, match=r"model\.enpt\.bin was downloaded and is no longer there"):
        examine_student(str(copied))
