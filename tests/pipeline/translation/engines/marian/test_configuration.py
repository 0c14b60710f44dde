"""The configuration beside a model, and the files that it names."""

from pathlib import Path

import pytest

from pipeline.translation.engines.marian.configuration import check_configurations
from pipeline.translation.engines.marian.engine import examine_student
from schemas.errors import UserError

CONFIGURATION = """\
relative-paths: true
models: [model.enpt.bin]
vocabs:
  - vocab.enpt.spm
  - /home/anna/vocab.enpt.spm
shortlist:
  - lex.enpt.bin
  - false
trained: 2020-99-99
"""


@pytest.fixture
def folder(tmp_path):
    for name in ("vocab.enpt.spm", "lex.enpt.bin"):
        (tmp_path / name).touch()
    (tmp_path / "config.yml").write_text(CONFIGURATION)
    return tmp_path


def test_files_that_are_there_may_have_other_paths(folder):
    check_configurations(folder)


@pytest.mark.parametrize("name", ["vocab.enpt.spm", "lex.enpt.bin"])
def test_what_is_missing_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(UserError) as error:
        check_configurations(folder)
    assert str(error.value) == (
        f"{folder}/config.yml names {name}, which is not beside it. Download the model again, or"
        " delete config.yml."
    )


@pytest.mark.parametrize("shortlist", ["", "shortlist: false", "shortlist: []", "shortlist:"])
def test_a_model_without_a_shortlist(folder, shortlist):
    (folder / "lex.enpt.bin").unlink()
    (folder / "config.yml").write_text(f"beam-size: 1\n{shortlist}\n")
    check_configurations(folder)


def test_every_configuration_counts(folder):
    (folder / "config.intgemm8bitalpha.yml").write_text("shortlist: [lex.ptde.bin, 50, 50]\n")
    with pytest.raises(UserError, match=r"config\.intgemm8bitalpha\.yml names lex\.ptde\.bin, w"):
        check_configurations(folder)


@pytest.mark.parametrize("content", [b"\0\1: [", b"\xff\xfe\xff", b"[" * 500, b"", b"- a\n- b"])
def test_what_is_no_configuration_is_named(folder, content):
    (folder / "config.yml").write_bytes(content)
    with pytest.raises(UserError, match=r"config\.yml is damaged: it is not YAML with settings"):
        check_configurations(folder)


def test_a_real_model_without_its_shortlist(copied, folders):
    config = next(Path(folders[0]).glob("config*.yml"))
    (copied / config.name).write_bytes(config.read_bytes())
    assert examine_student(str(copied)).sha256 == examine_student(folders[0]).sha256
    (copied / "lex.50.50.enpt.s2t.bin").unlink()
    with pytest.raises(UserError, match=r"alpha\.yml names lex\.50\.50\.enpt\.s2t\.bin, which is"):
        examine_student(str(copied))
