"""Finding the files of a model in a folder."""

import pytest

from pipeline.translation.engines.marian.files import find_files
from schemas.errors import UserError


def folder(place, *names):
    for name in names:
        (place / name).write_bytes(b"")
    return place


def test_one_vocabulary_serves_both_sides(tmp_path):
    found = find_files(folder(tmp_path, "model.enpt.bin", "vocab.enpt.spm", "lex.enpt.bin"))
    assert (found.source, found.target) == (tmp_path / "vocab.enpt.spm",) * 2


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["model.enpt.bin"], "lacks a file of a Firefox model"),
        (["model.enpt.bin", "srcvocab.enpt.spm"], "lacks a file of a Firefox model"),
        (
            ["model.enpt.bin", "model.pten.bin", "vocab.enpt.spm"],
            r"more than one model\.\*\.bin \(model\.enpt\.bin and model\.pten\.bin\): keep one",
        ),
        (
            ["model.enpt.bin", "vocab.ende.spm"],
            r"vocab\.ende\.spm does not belong to the model model\.enpt",
        ),
    ],
)
def test_files_that_are_missing_doubled_or_of_others_are_named(tmp_path, names, message):
    with pytest.raises(UserError, match=message):
        find_files(folder(tmp_path, *names))
