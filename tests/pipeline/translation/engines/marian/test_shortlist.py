"""The lexical shortlist."""

import pytest

from pipeline.translation.engines.marian.shortlist import Shortlist
from schemas.errors import UserError
from tests.pipeline.translation.engines.marian.writing import shortlist

LISTS = [[], [20, 30], [20, 40], []]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "lex.bin"
    path.write_bytes(shortlist(LISTS, frequent=2))
    return path


def test_frequent_words_and_translations_filled_up_to_eight(path):
    made = Shortlist(path, 4, 50, shared=False)
    assert made.allowed([1, 2, 1]).tolist() == [0, 1, 2, 3, 4, 20, 30, 40]
    assert made.allowed([3]).tolist() == list(range(8))


def test_with_one_vocabulary_a_piece_may_stay(path):
    made = Shortlist(path, 4, 50, shared=True)
    assert made.allowed([1, 3]).tolist() == [0, 1, 2, 3, 4, 5, 20, 30]


@pytest.mark.parametrize(
    ("size", "target", "message"),
    [
        (-1, 50, "is damaged: it has"),
        (20, 50, "not a shortlist"),
        (None, 40, "of another model: it lists the target piece 40, the vocabulary has 40"),
    ],
)
def test_other_files_are_refused_by_name(path, size, target, message):
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(UserError, match=rf"lex\.bin.*{message}"):
        Shortlist(path, 4, target, shared=True)


@pytest.mark.parametrize("offset", [2, 5, 1 << 63, (1 << 64) - 1])
def test_lists_that_overlap_are_refused(path, offset):
    content = bytearray(path.read_bytes())
    content[48 + 8 : 48 + 16] = (offset if offset != 2 else 3).to_bytes(8, "little")
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"lex\.bin is damaged: its lists overlap"):
        Shortlist(path, 4, 50, shared=True)


def test_the_shortlist_of_another_source_vocabulary_is_refused(path):
    with pytest.raises(UserError, match="for 4 source pieces, the vocabulary has 5"):
        Shortlist(path, 5, 50, shared=True)
