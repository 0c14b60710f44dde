"""A folder of a model: its fingerprint, and what is refused before anything is translated."""

import pytest

from pipeline.translation.engines.marian.engine import examine_student
from pipeline.translation.engines.marian.vocabulary import _read
from schemas.errors import UserError
from tests.pipeline.translation.engines.marian.writing import (
    container,
    read_items,
    text,
    vocabulary,
)


def test_the_fingerprint_is_that_of_the_files(copied, folders):
    first = examine_student(folders[0])
    assert examine_student(str(copied)).sha256 == first.sha256
    next(copied.glob("lex.*.bin")).unlink()
    assert examine_student(str(copied)).sha256 != first.sha256


def test_a_model_that_is_cut_off_or_of_another_architecture_is_named(copied):
    path = next(copied.glob("model.*"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-1000])
    with pytest.raises(UserError, match=r"alphas\.bin is cut off: it has 17,139,836 bytes"):
        examine_student(str(copied))
    path.write_bytes(whole)
    items = read_items(path)
    settings = items["special:model.yml"][2].decode().rstrip("\0")
    items["special:model.yml"] = text(settings.replace("dec-cell: ssru", "dec-cell: lstm"))
    path.write_bytes(container(items))
    with pytest.raises(UserError, match=r"dec-cell is lstm \(supported: ssru\)"):
        examine_student(str(copied))


def test_a_vocabulary_of_another_model_is_named(copied):
    path = next(copied.glob("vocab.*"))
    fewer = _read(path.read_bytes())[0][:-10]
    path.write_bytes(vocabulary(fewer))
    with pytest.raises(UserError, match=r"vocab\.enpt\.spm is the vocabulary of .* 31,990"):
        examine_student(str(copied))
    path.rename(copied / "vocab.deen.spm")
    with pytest.raises(UserError, match=r"vocab\.deen\.spm does not belong to the model"):
        examine_student(str(copied))
    # Some models name the two languages in another order than their vocabulary.
    path = (copied / "vocab.deen.spm").rename(copied / "vocab.pten.spm")
    with pytest.raises(UserError, match=r"vocab\.pten\.spm is the vocabulary of another model"):
        examine_student(str(copied))


def test_folders_that_lack_a_file_or_have_two(copied):
    (copied / "vocab.other.spm").write_bytes(b"")
    with pytest.raises(UserError, match="more than one vocab"):
        examine_student(str(copied))
    for path in copied.glob("vocab.*"):
        path.unlink()
    with pytest.raises(UserError, match=r"lacks a file .* vocab\.\*\.spm"):
        examine_student(str(copied))
