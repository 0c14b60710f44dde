"""SentencePiece vocabularies: the file parsed here, texts split by `tokenizers`."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from pipeline.translation.engines.marian.files import find_files
from schemas.errors import UserError
from schemas.reading import as_file

SPACE = "▁"
END = "</s>"
NORMAL, UNKNOWN, CONTROL, USER, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
"""Types of pieces in the file."""
UNIGRAM = 1
_DAMAGED = (
    AttributeError, IndexError, KeyError, OverflowError, TypeError, UnicodeError, ValueError,
    struct.error,
)  # fmt: skip
"""Errors that arise from reading a file that is not one of these."""
_LONGEST_NUMBER = 10
"""Bytes of a number in protocol buffers."""
_SCORE = struct.Struct("<f")
_OTHER = "it is not the vocabulary of a Firefox model."
HIDDEN = "\0"
"""Prefix of pieces that no text may match: normalised texts never contain it."""


class Vocabulary:
    """The pieces of one language, or of both if a model has one vocabulary.

    Attributes:
        end: id of the piece that ends a sentence.
        pieces: text of each piece, with a mark in front where it begins a word.
    """

    def __init__(self, path: Path) -> None:
        """Read a `.spm` file.

        Raises:
            UserError: it is not a SentencePiece model, or not of the type that Firefox uses.
        """
        from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers
        from tokenizers.models import Unigram

        try:
            pieces, charsmap, byte_fallback = _read(as_file(path).read_bytes())
            self._texts = [_bytes(text, kind) for text, _, kind in pieces]
        except _DAMAGED as error:
            raise UserError(f"{path} is damaged, or not a SentencePiece vocabulary.") from error
        names = [text for text, _, _ in pieces]
        if END not in names:
            raise UserError(f"{path} has no piece {END}, the end of a sentence: {_OTHER}")
        self.end, self.pieces = names.index(END), names
        unknown = next((i for i, piece in enumerate(pieces) if piece[2] == UNKNOWN), None)
        if unknown is None:
            raise UserError(f"{path} has no piece for unknown letters: {_OTHER}")
        hidden = (UNKNOWN, CONTROL, UNUSED)
        scores = [
            (HIDDEN + text if kind in hidden else text, score) for text, score, kind in pieces
        ]
        try:
            self._tokenizer = Tokenizer(Unigram(scores, unknown, byte_fallback))
            table = [normalizers.Precompiled(charsmap)] if charsmap else []
        except Exception as error:  # tokenizers has no type of its own
            raise UserError(f"{path} is damaged, or not a SentencePiece vocabulary.") from error
        blanks = [normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()]
        self._tokenizer.normalizer = normalizers.Sequence([*table, *blanks])
        self._tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(SPACE, "always", split=True)

    def __len__(self) -> int:
        return len(self._texts)

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of the pieces of each text, and of the end."""
        found = self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [[*encoding.ids, self.end] for encoding in found]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of pieces, without ends of sentences and unknown pieces."""
        return b"".join(self._texts[i] for i in ids).decode(errors="replace").lstrip(" ")


class Vocabularies(NamedTuple):
    """The vocabularies of a model; the same object if it has only one."""

    source: Vocabulary
    target: Vocabulary


@lru_cache(maxsize=8)
def load_vocabularies(name: str) -> Vocabularies:
    """Load the vocabularies in a folder."""
    files = find_files(Path(name))
    source = Vocabulary(files.source)
    if as_file(files.target).read_bytes() == as_file(files.source).read_bytes():
        return Vocabularies(source, source)
    return Vocabularies(source, Vocabulary(files.target))


def _bytes(piece: str, kind: int) -> bytes:
    """The bytes that a piece adds to a text."""
    if kind in (UNKNOWN, CONTROL):
        return b""
    return bytes([int(piece[3:5], 16)]) if kind == BYTE else piece.replace(SPACE, " ").encode()


def _read(data: bytes) -> tuple[list[tuple[str, float, int]], bytes, bool]:
    """Pieces with scores and types, the normaliser's table, and whether it falls back to bytes."""
    pieces: list[tuple[str, float, int]] = []
    charsmap, byte_fallback = b"", False
    for field, value in _fields(data):
        if not isinstance(value, bytes):
            continue
        if field == 1:
            pieces.append(_piece(value))
        elif field == 2:
            trainer = dict(_fields(value))
            if trainer.get(3, UNIGRAM) != UNIGRAM:
                raise KeyError("not a unigram model")
            byte_fallback = bool(trainer.get(35, 0))
        elif field == 3:
            charsmap = dict(_fields(value)).get(2, b"")
    return pieces, charsmap, byte_fallback


def _piece(message: bytes) -> tuple[str, float, int]:
    """Text, score and type of a piece."""
    end = 2 + message[1]
    # Nearly all of the tens of thousands are written like this; reading fields one by one is slow.
    if len(message) == end + 5 < 0x80 and message[0] == 0x0A and message[end] == 0x15:
        return message[2:end].decode(), _SCORE.unpack_from(message, end + 1)[0], NORMAL
    piece = dict(_fields(message))
    (score,) = _SCORE.unpack(piece.get(2, bytes(4)))
    return piece[1].decode(), score, piece.get(3, NORMAL)


def _fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """Numbers and values of the fields of a protocol buffers message."""
    at = 0
    while at < len(data):
        key, at = _number(data, at)
        kind = key & 7
        if kind == 0:
            value: int | bytes
            value, at = _number(data, at)
        else:
            size = {1: 8, 5: 4}.get(kind)
            if size is None:
                size, at = _number(data, at)
            value, at = data[at : at + size], at + size
            if kind not in (1, 2, 5) or at > len(data):
                raise IndexError("the message ends too early")
        yield key >> 3, value


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A varint, and the position after it."""
    if (value := data[at]) < 0x80:
        return value, at + 1
    value = 0
    for place in range(_LONGEST_NUMBER):
        byte = data[at + place]
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            return value, at + place + 1
    raise IndexError("the number does not end")
