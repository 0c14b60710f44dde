"""Penalties for words that continue the anchor's n-grams, so that translating back rewords it.

Thompson and Post (WMT 2020), "Paraphrase generation as zero-shot multilingual translation": a word
that completes an n-gram of the anchor, n up to 4, loses alpha * n ** 4 of its log-probability. As
in their program, n-grams are of whole words whose case is ignored, and only the first piece of a
word is penalised. Unlike there, an n-gram counts once however often the anchor has it, and names
and numbers are free: a paraphrase has to keep them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from schemas.errors import UserError

LONGEST = 4
"""Words of the longest n-gram."""
POWER = 4
"""Exponent of an n-gram's length in its penalty, as published."""
FRONT = ("▁", "Ġ")
"""Marks in front of a piece that begins a word, as SentencePiece and GPT-2 write them."""
BEHIND = "</w>"
"""Mark behind a piece that ends a word, as in FSMT's vocabularies."""
Ids = NDArray[np.int64]

Change = Callable[[Tensor, Tensor, Tensor], Tensor]
"""Maps scores of the next piece (sources, rows, columns), the pieces so far (sources, rows, steps)
and the numbers of the sources (sources,) to new scores."""


class Wording(NamedTuple):
    """The words of an anchor, as the penalty compares them.

    Attributes:
        classes: the class of each piece; the same for pieces that differ by case alone, but not for
            a piece that begins a word and one that does not.
        starts: positions where a word begins.
        openings: a row for each piece that a penalised word may begin with: the word's place and
            the piece, (pairs, 2).
    """

    classes: list[int]
    starts: list[int]
    openings: Ids


class Pieces:
    """How words are built from the pieces of a vocabulary."""

    def __init__(self, texts: Sequence[str], device: torch.device) -> None:
        """Look at the vocabulary, given the text of each piece with the marks of words.

        Raises:
            UserError: when the pieces do not show where words begin.
        """
        front = mark_in_front(texts)
        self.device, self._texts, self._front = device, texts, front
        self._by_text: dict[str, list[int]] = defaultdict(list)
        for piece, text in enumerate(texts):
            self._by_text[text.lower()].append(piece)
        numbers = {text: number for number, text in enumerate(self._by_text)}
        self._numbers = [numbers[text.lower()] for text in texts]
        self._ends = [bool(front) or text.endswith(BEHIND) for text in texts]
        self._on_device = torch.tensor([self._numbers, self._ends], device=device)

    def wording(self, anchor: Sequence[int]) -> Wording:
        """Where the words of an anchor begin, and with which pieces each may.

        Args:
            anchor: its pieces, without the end of the sentence.
        """
        texts = [self._texts[piece] for piece in anchor]
        starts = [
            place
            for place, text in enumerate(texts)
            if place == 0
            or (text.startswith(self._front) if self._front else texts[place - 1].endswith(BEHIND))
        ]
        pairs = []
        for start, stop in zip(starts, [*starts[1:], len(texts)], strict=False):
            word = "".join(texts[start:stop])
            if start == 0 or not _fixed(word.removeprefix(self._front)):
                pairs += [(start, piece) for piece in self._openings(word.lower())]
        begins = [True, *(self._ends[piece] for piece in anchor)]
        classes = [2 * self._numbers[p] + b for p, b in zip(anchor, begins, strict=False)]
        return Wording(classes, starts, np.array(pairs, np.int64).reshape(-1, 2))

    def classes(self, said: Tensor) -> tuple[Tensor, Tensor]:
        """Classes of the pieces so far, like those of an anchor, and whether a word may begin now.

        Args:
            said: pieces, (..., steps).

        Returns:
            Numbers, (..., steps), and truths, (..., 1).
        """
        numbers, ends = self._on_device
        begins = torch.cat([torch.ones_like(said[..., :1]), ends[said[..., :-1]]], -1)
        last = ends[said[..., -1:]] if said.shape[-1] else said.new_ones(*said.shape[:-1], 1)
        return 2 * numbers[said] + begins, last.bool()

    def _openings(self, word: str) -> list[int]:
        """Pieces that a word in lower case may begin with, at least a letter long."""
        first = len(self._front) + 1
        return [
            piece
            for length in range(first, len(word) + 1)
            for piece in self._by_text.get(word[:length], ())
        ]


def mark_in_front(texts: Sequence[str]) -> str:
    """The mark in front of pieces that begin a word; empty if one follows the last piece instead.

    Raises:
        UserError: when the pieces do not show where words begin.
    """
    front = next((mark for mark in FRONT if any(t.startswith(mark) for t in texts)), "")
    if not front and not any(text.endswith(BEHIND) for text in texts):
        raise UserError(
            "--ngram-penalty, --avoid: the model's vocabulary does not mark where words begin, with"
            f" {' or '.join(FRONT)} in front or {BEHIND} behind. Leave these options out, or use"
            " other models."
        )
    return front


def _fixed(word: str) -> bool:
    """Whether a word inside a sentence is a name or has a number."""
    return word[:1].isupper() or any(letter.isdigit() for letter in word)


def penalties(alpha: float) -> list[float]:
    """What a word loses by the number of words before it that match, up to three.

    The n-grams that end with it count together.

    >>> penalties(0.001)
    [0.001, 0.017, 0.098, 0.354]
    """
    sums = np.cumsum([alpha * n**POWER for n in range(1, LONGEST + 1)])
    return [round(float(value), 12) for value in sums]


class Copies:
    """The penalties of a batch of anchors; those of an anchor do not depend on the others."""

    def __init__(
        self,
        pieces: Pieces,
        wordings: Sequence[Wording],
        alpha: float,
        columns: Callable[[int, Ids], Ids],
    ) -> None:
        """Lay the anchors out side by side.

        Args:
            wordings: from `pieces.wording`, one per source.
            alpha: strength.
            columns: from a source's number and pieces to their columns in its scores; -1 for none.
        """
        self._pieces, device = pieces, pieces.device
        self._reach = max(map(_reach, wordings))
        count, length = len(wordings), max(len(w.classes) for w in wordings)
        most = max(len(w.openings) for w in wordings)
        # Padding in front stands for what precedes the first words.
        classes = np.full((count, self._reach + length), -1)
        words = np.zeros((count, length + 1), np.int64)
        places, cells = np.zeros((2, count, most), np.int64)
        here = np.zeros((count, most), bool)
        for i, wording in enumerate(wordings):
            classes[i, self._reach : self._reach + len(wording.classes)] = wording.classes
            words[i, np.array(wording.starts, np.int64) + 1] = 1
            found = columns(i, wording.openings[:, 1])
            size = len(found)
            places[i, :size] = wording.openings[:, 0]
            cells[i, :size], here[i, :size] = np.maximum(found, 0), found >= 0
        made = (torch.from_numpy(a).to(device) for a in (classes, places, cells, here))
        self._classes, self._places, self._cells, self._here = made
        self._words = torch.from_numpy(words.cumsum(1)).to(device)
        self._losses = torch.tensor([*penalties(alpha), 0.0], dtype=torch.double, device=device)

    def take(self, scores: Tensor, said: Tensor, numbers: Tensor) -> Tensor:
        """Scores minus the penalties of words that continue the anchor's n-grams; a `Change`."""
        classes, begins = self._pieces.classes(said)
        matching = self._matching(classes[..., -self._reach :], numbers)
        places = self._places[numbers][:, None].expand(*said.shape[:2], -1)
        words = self._words[numbers][:, None].expand(*said.shape[:2], -1)
        before = words.gather(2, places)
        inside = before - words.gather(2, places - matching.gather(2, places))
        level = inside.clamp(max=LONGEST - 1)
        free = ~(self._here[numbers][:, None] & begins)
        lost = self._losses[level.masked_fill(free, LONGEST)].to(scores.dtype)
        cells = self._cells[numbers][:, None].expand_as(level)
        return scores - torch.zeros_like(scores).scatter_reduce_(2, cells, lost, "amax")

    def _matching(self, tail: Tensor, numbers: Tensor) -> Tensor:
        """How many pieces before each place match the latest ones, (sources, rows, places).

        Args:
            tail: classes of as many pieces as three words can have, (sources, rows, steps).
            numbers: numbers of the sources, (sources,).
        """
        known = self._classes[numbers]
        length = known.shape[1] - self._reach
        going = torch.ones(*tail.shape[:2], length, dtype=torch.bool, device=tail.device)
        found = torch.zeros_like(going, dtype=torch.long)
        for back in range(1, tail.shape[2] + 1):
            before = known[:, self._reach - back : self._reach - back + length]
            going = going & (before[:, None] == tail[..., -back, None])
            found += going
        return found


def _reach(wording: Wording) -> int:
    """The largest number of pieces in any three consecutive words, at least one."""
    starts = wording.starts
    return max((1, *(p - starts[max(i + 1 - LONGEST, 0)] for i, p in enumerate(starts))))
