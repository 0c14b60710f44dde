"""The lexical shortlist: the words that the translation of a sentence may use.

With it a step of the decoder scores a thousand words instead of thirty thousand. The models were
trained for it, and some words win only because others are not in the list.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from schemas.errors import UserError
from schemas.reading import as_file

MAGIC = 0xF11A48D5013417F5
HEADER = struct.Struct("<6Q")
Ids = NDArray[np.int64]


class Shortlist:
    """The likely translations of each source piece, and the most frequent pieces."""

    def __init__(self, path: Path, source_pieces: int, target_pieces: int, *, shared: bool) -> None:
        """Read a `lex.*.s2t.bin` file.

        Args:
            source_pieces, target_pieces: sizes of the vocabularies.
            shared: whether both sides have one vocabulary; then a piece may stay as it is.

        Raises:
            UserError: it is not such a file, is incomplete, or belongs to other vocabularies.
        """
        data = as_file(path).read_bytes()
        if len(data) < HEADER.size or HEADER.unpack_from(data)[0] != MAGIC:
            raise UserError(f"{path} is not a shortlist in Marian's binary format.")
        _, _, self._frequent, _, words, size = HEADER.unpack_from(data)
        if len(data) != (wanted := HEADER.size + 8 * words + 4 * size):
            raise UserError(
                f"{path} is damaged: it has {len(data):,} bytes of {wanted:,}. Download it again."
            )
        self._offsets = np.frombuffer(data, np.uint64, words, HEADER.size).astype(np.int64)
        self._pieces = np.frombuffer(data, np.uint32, size, HEADER.size + 8 * words)
        self._shared, self._target_pieces = shared, target_pieces
        other = f"{path} is the shortlist of another model:"
        if words != source_pieces + 1:
            raise UserError(
                f"{other} it is for {words - 1:,} source pieces, the vocabulary has"
                f" {source_pieces:,}."
            )
        if size and (last := self._pieces.max()) >= target_pieces:
            raise UserError(
                f"{other} it lists the target piece {last:,}, the vocabulary has {target_pieces:,}."
            )
        ascending = (np.diff(self._offsets, prepend=0) >= 0).all()
        if not ascending or self._offsets[-1] > size:
            raise UserError(f"{path} is damaged: its lists overlap. Download it again.")

    def allowed(self, source: Sequence[int]) -> Ids:
        """The pieces that a translation may use, sorted; their number is a multiple of 8.

        Marian pads the list to such a number, and the padding pieces can be chosen too.
        """
        chosen = np.zeros(self._target_pieces, bool)
        chosen[: self._frequent] = True
        lists = [self._pieces[self._offsets[i] : self._offsets[i + 1]] for i in set(source)]
        chosen[np.concatenate([np.zeros(0, np.uint32), *lists])] = True
        if self._shared:
            chosen[list(source)] = True
        count = np.count_nonzero(chosen)
        # Among so many pieces, at least eight are free.
        free = np.flatnonzero(~chosen[: count + 8])
        chosen[free[: -count % 8]] = True
        return np.flatnonzero(chosen)

    def common(self, first: Ids, second: Ids) -> list[float]:
        """Of each pair of source pieces, the share of the shorter list that is also in the other.

        Pairs with an empty list are left out. The most frequent pieces are in no list.
        """
        lists = [
            [self._pieces[self._offsets[i] : self._offsets[i + 1]].tolist() for i in pieces]
            for pieces in (first, second)
        ]
        return [
            len(set(a).intersection(b)) / min(len(a), len(b))
            for a, b in zip(*lists, strict=True)
            if a and b
        ]
