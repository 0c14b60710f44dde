"""Whether a vocabulary and a shortlist belong to the weights beside them.

Different models often have vocabularies of one size, and files do not name each other. But
"The" and "the" have similar embeddings and translations, and their ids are of unrelated pieces in
another vocabulary. So pieces that differ only by case are compared with others.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline.translation.engines.marian.container import Int8s
from pipeline.translation.engines.marian.shortlist import Shortlist
from schemas.errors import UserError

Ids = NDArray[np.int64]

PAIRS, APART = 1000, 4
"""Pairs that a vocabulary must have, of which every fourth is compared. A vocabulary with
fewer, as of a script without case, is not checked: its model may have seen them too rarely."""
LEAST_LIKENESS = 0.1
"""How much higher the cosine must be between pieces of a pair. Two models, English-Portuguese and
back, have 0.5, with each other's vocabulary 0.0."""
LEAST_COMMON = 0.05
"""How much more of their translations the pieces of a pair must share. In the same models it is
0.18 and 0.16, with each other's shortlist 0.00."""
_REMEDY = "Download the model again, or copy all of its files from one folder."


def check_vocabulary(path: Path, pieces: Sequence[str], model: Path, table: Int8s) -> None:
    """Refuse a vocabulary of another model.

    Args:
        path: file of the vocabulary.
        pieces: text of each piece.
        model: file of the weights.
        table: its embeddings, (pieces, width).

    Raises:
        UserError: the sizes differ, or pieces that differ only by case are as unlike as others.
    """
    other = f"{path} is the vocabulary of another model:"
    if len(pieces) != len(table):
        raise UserError(
            f"{other} it has {len(pieces):,} pieces, {model.name} has {len(table):,}. {_REMEDY}"
        )
    pairs = case_pairs(pieces)
    if pairs is not None and _likeness(table, *pairs) < LEAST_LIKENESS:
        raise UserError(
            f"{other} in {model.name}, its words in lower case are unlike the same words in"
            f" capitals. {_REMEDY}"
        )


def check_shortlist(path: Path, pieces: Sequence[str], shortlist: Shortlist) -> None:
    """Refuse a shortlist of another model.

    Args:
        path: file of the shortlist.
        pieces: text of each source piece.
        shortlist: what the file holds.

    Raises:
        UserError: pieces that differ only by case share no more translations than others.
    """
    pairs = case_pairs(pieces)
    if pairs is None:
        return
    first, second = pairs
    common, others = shortlist.common(first, second), shortlist.common(first, np.roll(second, 1))
    if len(common) > len(first) // 2 and np.mean(common) - np.mean(others) < LEAST_COMMON:
        raise UserError(
            f"{path} is the shortlist of another model: it translates words in capitals"
            f" differently from the same words in lower case. {_REMEDY}"
        )


def case_pairs(pieces: Sequence[str]) -> Ids | None:
    """Some pieces with capitals and the same in lower case, (2, pairs), if there are enough.

    They are among the first of the vocabulary, which are the most frequent.
    """
    numbers = {piece: number for number, piece in enumerate(pieces)}
    pairs = (
        (number, numbers[lower])
        for number, piece in enumerate(pieces)
        if (lower := piece.lower()) != piece and lower in numbers
    )
    found = np.array(list(islice(pairs, PAIRS)), np.int64).reshape(-1, 2)
    return found[::APART].T if len(found) == PAIRS else None


def _likeness(table: Int8s, first: Ids, second: Ids) -> float:
    """How much higher the cosine is between the pieces of a pair than between others."""
    left, right = (table[pieces].astype(np.float32) for pieces in (first, second))
    for rows in (left, right):
        rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1)
    return float(np.mean(np.sum(left * (right - np.roll(right, 1, axis=0)), axis=1)))
