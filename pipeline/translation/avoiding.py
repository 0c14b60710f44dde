"""Keeps words out of translations, whatever pieces a vocabulary may build them from.

A piece is excluded if it would complete a forbidden word, where a word is a run of letters whose
case is ignored. Vocabularies that mark only where words begin do not show whether one is complete:
for these, longer words with the same beginning are excluded too, unless they are a single piece.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor

from pipeline.translation.copies import BEHIND, Ids, mark_in_front

_LETTERS = re.compile(r"[^\W\d_]+")
_LONGEST = 16
"""Maximum number of pieces to look back for the beginning of a word."""


class Spelling:
    """How the pieces of a vocabulary spell words."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Look at the vocabulary, given the text of each piece with the marks of words.

        Raises:
            UserError: when the pieces do not show where words begin.
        """
        self._front = front = mark_in_front(texts)
        # Run of letters -> pieces that spell it as a whole word, or as the rest of one.
        self._whole: dict[str, list[int]] = defaultdict(list)
        self._rest: dict[str, list[int]] = defaultdict(list)
        # If words end in a mark: pieces that begin without a letter and so end an unmarked word.
        self._closing: list[int] = []
        # For each piece, the letters at its end that may continue, and whether these are all of it.
        self._open: list[tuple[str, bool]] = []
        for piece, text in enumerate(texts):
            ends = not front and text.endswith(BEHIND)
            letters = text.replace(front, " ") if front else text.removesuffix(BEHIND)
            if letters.startswith("<") and letters.endswith(">"):  # the end of the sentence
                self._open.append(("", False))
            else:
                self._add(piece, letters.lower(), ends=ends)

    def _add(self, piece: int, text: str, *, ends: bool) -> None:
        """Note the words of a piece.

        Args:
            text: without marks, in lower case.
            ends: whether a mark after it ends the word at its end.
        """
        complete = ends or bool(self._front)
        runs = list(_LETTERS.finditer(text))
        for run in runs:
            if complete or run.end() < len(text):
                (self._whole if run.start() else self._rest)[run[0]].append(piece)
        if not _LETTERS.match(text) and not self._front:
            self._closing.append(piece)
        last = runs[-1][0] if runs and runs[-1].end() == len(text) and not ends else ""
        self._open.append((last, bool(text) and len(last) == len(text)))

    def begun(self, said: Sequence[int]) -> str:
        """The letters that the next piece may continue."""
        letters = ""
        for piece in reversed(said):
            tail, alone = self._open[piece]
            letters = tail + letters
            if not alone:
                break
        return letters

    def completing(self, words: Sequence[str]) -> tuple[set[int], dict[str, set[int]]]:
        """Pieces that complete one of some words.

        Returns:
            Pieces that are a whole word, and, for each beginning of a word, those that end it.
        """
        always = {piece for word in words for piece in self._whole.get(word, ())}
        after: dict[str, set[int]] = defaultdict(set)
        for word in words:
            for i in range(len(word)):
                if pieces := self._rest.get(word[i:]):
                    after[word[:i]].update(pieces)
            after[word].update(self._closing)
        return always, after


class Avoiding:
    """The forbidden words of a batch; those of a source do not depend on the others."""

    def __init__(
        self, spelling: Spelling, words: Sequence[Sequence[str]], columns: Callable[[int, Ids], Ids]
    ) -> None:
        """Find the pieces that complete forbidden words.

        Args:
            words: the forbidden words of each source, in lower case.
            columns: see `Copies`.
        """

        def found(source: int, pieces: set[int]) -> list[int]:
            places = columns(source, np.array(sorted(pieces), np.int64))
            return [int(place) for place in places if place >= 0]

        self._spelling = spelling
        self._always: list[list[int]] = []
        self._after: list[dict[str, list[int]]] = []
        for i, row in enumerate(words):
            always, after = spelling.completing(row)
            self._always.append(found(i, always))
            self._after.append(
                {begun: places for begun, pieces in after.items() if (places := found(i, pieces))}
            )

    def take(self, scores: Tensor, said: Tensor, numbers: Tensor) -> Tensor:
        """Scores in which no piece can be chosen that completes a forbidden word; a `Change`."""
        cells = []
        rows = zip(numbers.tolist(), said[..., -_LONGEST:].tolist(), strict=True)
        for i, (number, beams) in enumerate(rows):
            always, after = self._always[number], self._after[number]
            for j, pieces in enumerate(beams if always or after else ()):
                never = always + after.get(self._spelling.begun(pieces), [])
                cells += [(i, j, column) for column in never]
        if not cells:
            return scores
        changed = scores.clone()
        changed[tuple(torch.tensor(cells, device=scores.device).T)] = -math.inf
        return changed
