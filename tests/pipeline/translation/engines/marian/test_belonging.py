"""Files of another model, whose sizes are the same."""

from pathlib import Path

import numpy as np
import pytest

from pipeline.translation.engines.marian import belonging
from pipeline.translation.engines.marian.belonging import (
    case_pairs,
    check_shortlist,
    check_vocabulary,
)
from pipeline.translation.engines.marian.engine import examine_student
from pipeline.translation.engines.marian.shortlist import Shortlist
from schemas.errors import UserError
from tests.pipeline.translation.engines.marian.writing import container, read_items, shortlist

PIECES = ["▁the", "▁The", "▁THE", "▁sea", "A", "a", "▁Sea", "▁12"]
OTHER = ["▁The", "▁THE", "▁sea", "A", "a", "▁Sea", "▁12", "▁the"]
TABLE = 9 * np.eye(4, dtype=np.int8)[[0, 0, 0, 1, 2, 2, 1, 3]]
LISTS = [[1, 2], [2], [1], [3, 4], [5], [5, 6], [3], [7]]


@pytest.fixture
def few(monkeypatch):
    """Four pairs are enough, and all of them are compared."""
    monkeypatch.setattr(belonging, "PAIRS", 4)
    monkeypatch.setattr(belonging, "APART", 1)


@pytest.fixture
def files(tmp_path):
    """A vocabulary, weights and a shortlist."""
    paths = tmp_path / "vocab.spm", tmp_path / "model.bin", tmp_path / "lex.bin"
    paths[2].write_bytes(shortlist(LISTS, frequent=0))
    return paths


def test_pieces_that_differ_only_by_case(few):
    assert case_pairs(PIECES).tolist() == [[1, 2, 4, 6], [0, 0, 5, 3]]
    assert case_pairs(PIECES[:-2]) is None


def test_one_of_four_pairs_is_compared():
    pieces = [f"{letter}{number}" for number in range(1000) for letter in "Aa"]
    assert case_pairs(pieces)[:, :3].tolist() == [[0, 8, 16], [1, 9, 17]]
    assert case_pairs(pieces).shape == (2, 250)
    assert case_pairs(pieces[2:]) is None


def test_words_in_capitals_are_like_those_in_lower_case(few, files):
    check_vocabulary(files[0], PIECES, files[1], TABLE)
    with pytest.raises(
        UserError, match=r"vocab\.spm is the vocabulary of another model: in model\.bin, its words"
    ):
        check_vocabulary(files[0], OTHER, files[1], TABLE)
    check_vocabulary(files[0], OTHER[1:], files[1], TABLE[1:])  # three pairs tell nothing


def test_embeddings_of_zeros_are_refused(few, files):
    with pytest.raises(UserError, match="the vocabulary of another model"):
        check_vocabulary(files[0], PIECES, files[1], np.zeros_like(TABLE))


def test_words_in_capitals_share_translations(few, files):
    path = files[2]
    read = Shortlist(path, 8, 8, shared=True)
    assert read.common(np.array([1, 0, 3]), np.array([0, 5, 6])) == [1.0, 0.0, 1.0]
    check_shortlist(path, PIECES, read)
    with pytest.raises(UserError, match=r"lex\.bin is the shortlist of another model: it trans"):
        check_shortlist(path, OTHER, read)
    check_shortlist(path, OTHER[1:], read)  # three pairs tell nothing


def test_pieces_without_translations_tell_nothing(few, files):
    path = files[2]
    path.write_bytes(shortlist([*LISTS[:2], [], [], [], [], [], [7]], frequent=0))
    check_shortlist(path, OTHER, Shortlist(path, 8, 8, shared=True))


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("vocab.*", r"vocab\.enpt\.spm is the vocabulary of another model: in model\.enpt"),
        ("model.*", r"vocab\.enpt\.spm is the vocabulary of another model: in model\.enpt"),
        ("lex.*", r"lex\.50\.50\.enpt\.s2t\.bin is the shortlist of another model"),
    ],
)
def test_a_file_of_the_way_back_is_named(copied, folders, pattern, said):
    """Its size fits, and its name can."""
    (mine,), (other,) = copied.glob(pattern), Path(folders[1]).glob(pattern)
    mine.write_bytes(other.read_bytes())
    with pytest.raises(UserError, match=said):
        examine_student(str(copied))


def test_each_of_two_tables_is_compared_with_its_vocabulary(copied, folders):
    path, back = (next(folder.glob("model.*")) for folder in (copied, Path(folders[1])))
    items = read_items(path)
    items |= {"encoder_Wemb": items.pop("Wemb"), "decoder_Wemb": read_items(back)["Wemb"]}
    path.write_bytes(container(items))
    pieces = next(copied.glob("vocab.*"))
    for side in ("srcvocab", "trgvocab"):
        (copied / f"{side}.enpt.spm").write_bytes(pieces.read_bytes())
    pieces.unlink()
    with pytest.raises(UserError, match=r"trgvocab\.enpt\.spm is the vocabulary of another model"):
        examine_student(str(copied))
