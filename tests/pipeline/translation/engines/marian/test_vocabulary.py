"""SentencePiece vocabularies."""

from pathlib import Path

import pytest

from pipeline.translation.engines.marian.vocabulary import Vocabulary, _read, load_vocabularies
from schemas.errors import UserError
from tests.pipeline.translation.engines.marian.writing import vocabulary

PIECES = [
    ("</s>", 0.0, 3),
    ("<unk>", 0.0, 2),
    ("▁the", -1.0, 1),
    ("▁", -3.0, 1),
    ("t", -4.0, 1),
    ("h", -4.0, 1),
    ("e", -4.0, 1),
    ("<", -5.0, 1),
    ("/", -5.0, 1),
    ("s", -5.0, 1),
    (">", -5.0, 1),
    ("12", -5.0, 1),
]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "vocab.spm"


def test_the_likeliest_pieces_with_the_end_behind_them(path):
    path.write_bytes(vocabulary(PIECES))
    made = Vocabulary(path)
    assert made.encode(["the  the ", "teh", ""]) == [[2, 2, 0], [3, 4, 6, 5, 0], [0]]
    assert made.decode([2, 3, 4, 6, 5, 0]) == "the teh"
    assert (len(made), made.end) == (12, 0)


@pytest.mark.parametrize("letters", [110, 120, 200])  # around the size that takes a second byte
def test_long_pieces_are_read(path, letters):
    path.write_bytes(vocabulary([*PIECES, ("▁" + "a" * letters, -9.5, 1)]))
    assert Vocabulary(path).encode(["a" * letters]) == [[12, 0]]
    assert _read(path.read_bytes())[0][-1] == ("▁" + "a" * letters, -9.5, 1)


def test_a_text_cannot_name_the_end_of_the_sentence(path):
    path.write_bytes(vocabulary(PIECES))
    assert Vocabulary(path).encode(["</s>"]) == [[3, 7, 8, 9, 10, 0]]


def test_unknown_letters_give_nothing_or_fall_back_to_bytes(path):
    path.write_bytes(vocabulary(PIECES))
    assert Vocabulary(path).decode(Vocabulary(path).encode(["theé"])[0]) == "the"
    pieces = PIECES + [(f"<0x{byte:02X}>", 0.0, 6) for byte in range(256)]
    path.write_bytes(vocabulary(pieces, byte_fallback=True))
    ids = Vocabulary(path).encode(["theé"])[0]
    assert ids == [2, len(PIECES) + 0xC3, len(PIECES) + 0xA9, 0]
    assert Vocabulary(path).decode(ids) == "theé"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff" * 40, "damaged, or not a SentencePiece"),
        (b"\x80" * 100_000, "damaged, or not a SentencePiece"),
        (b"\x0a\x02\x08\x01", "damaged, or not a SentencePiece"),  # a number for the piece's text
        (vocabulary([*PIECES, ("<0xZZ>", 0.0, 6)]), "damaged, or not a SentencePiece"),
        (vocabulary(PIECES)[:-30], "damaged, or not a SentencePiece"),
        (vocabulary(PIECES, model_type=2), "damaged, or not a SentencePiece"),
        (vocabulary(PIECES, charsmap=b"no table"), "damaged, or not a SentencePiece"),
        (vocabulary(PIECES[1:]), "has no piece </s>"),
        (vocabulary([PIECES[0], *PIECES[2:]]), "has no piece for unknown letters"),
    ],
)
def test_other_files_are_refused_by_name(path, data, message):
    path.write_bytes(data)
    with pytest.raises(UserError, match=rf"vocab\.spm.*{message}"):
        Vocabulary(path)


def test_pieces_of_a_real_vocabulary(folders):
    made = Vocabulary(next(Path(folders[0]).glob("vocab.*")))
    text = "The ferry to the island leaves at 7:15, perhaps."
    assert made.decode(made.encode([text])[0]) == text
    assert len(made) == 32000


def test_equal_files_are_one_vocabulary(copied):
    first = next(copied.glob("vocab.*"))
    (copied / "srcvocab.enpt.spm").write_bytes(first.read_bytes())
    first.rename(copied / "trgvocab.enpt.spm")
    found = load_vocabularies(str(copied))
    assert found.source is found.target
