"""Greedy translation along drafts: several words of a draft are checked in one pass.

The result is that of the search word by word, whatever the drafts. A good one, such as the
translation of a sentence that says the same, only makes it cheaper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from pipeline.translation.decoding import Output
from pipeline.translation.engines.marian.batch import (
    END,
    Batch,
    exp_summed,
    likeliest,
    single,
    steps_of,
)

CELLS = 128
"""Words that a pass checks in all rows together, if the window's limits allow it."""
LEAST, MOST = 3, 16
"""Limits of the window: words of a row that one pass checks."""
NEAR = 8
"""Maximum words of a draft that are skipped, or read again, after a word that it lacked."""


def follow(
    batch: Batch, drafts: Sequence[Sequence[int]], limits: Sequence[int]
) -> list[list[Output]]:
    """The greedy translation of each source, with its score; see `engine.Engine`.

    Args:
        batch: the sources, without `changes`.
        drafts: a draft of each translation, without the end; it may be empty.
        limits: of each source; see `Decoding.limit`.
    """
    end = int(batch.ids[0, END])
    steps = steps_of(limits, batch.network.device).tolist()
    ways = [_Way(draft, most, end) for draft, most in zip(drafts, steps, strict=True)]
    left, states = ways, batch.network.start(len(ways))
    while left:
        window = min(max(CELLS // len(left), LEAST), MOST)
        before = [len(way.said) for way in left]
        every = _pass(batch, left, states, window)
        going = [row for row, way in enumerate(left) if way.output is None]
        rows = torch.tensor(going, dtype=torch.long, device=batch.network.device)
        last = [len(left[row].said) - before[row] - 1 for row in going]
        states = [state[rows, last] for state in every]
        if len(going) < len(left):
            batch.keep(rows)
            left = [left[row] for row in going]
    return [[way.output] for way in ways if way.output is not None]


def _pass(batch: Batch, ways: Sequence[_Way], states: list[Tensor], window: int) -> list[Tensor]:
    """Add words to each translation; returns each layer's states after each word that was read."""
    guesses = [way.guess(window) for way in ways]
    words = np.full((len(ways), max(map(len, guesses)) + 1), ways[0].end)
    for row, way, guess in zip(words, ways, guesses, strict=True):
        row[: len(guess) + 1] = [way.last, *guess]
    given, places = (
        torch.from_numpy(array).to(batch.network.device)
        for array in (words, np.array([len(way.said) for way in ways]))
    )
    most = max(way.steps for way in ways)
    tops, every = batch.network.read(given, places, most, states, batch.memory)
    scores = batch.output.scores(tops)
    columns = likeliest(scores)[..., None]
    highest = scores.gather(-1, columns)
    gained = -exp_summed(scores - highest)[..., 0].log()
    chosen = batch.words(columns[..., 0]).tolist()
    for way, *found in zip(ways, guesses, chosen, gained.tolist(), strict=True):
        way.take(*found)
    return every


@dataclass(slots=True)
class _Way:
    """A translation under way.

    Attributes:
        draft: a guess at it, without the end.
        steps: maximum number of words, the end included.
        end: id of the end.
        said: its words so far.
        total: their log-probability.
        shift: how many places further on the draft has the rest of it.
        output: the whole translation, once it has ended.
    """

    draft: Sequence[int]
    steps: int
    end: int
    said: list[int] = field(default_factory=list)
    total: float = 0.0
    shift: int = 0
    output: Output | None = None

    @property
    def last(self) -> int:
        """The last word so far; before the first, any."""
        return self.said[-1] if self.said else self.end

    def guess(self, window: int) -> Sequence[int]:
        """The next words, one less than a window may have."""
        here = len(self.said) + self.shift
        return self.draft[here : here + min(window, self.steps - len(self.said)) - 1]

    def take(self, guess: Sequence[int], likeliest: Sequence[int], gained: Sequence[float]) -> None:
        """Take the likeliest words up to the first that was not guessed.

        Args:
            guess: the words that the model read.
            likeliest: the likeliest word before the first of them, and after each.
            gained: log-probabilities of these.
        """
        for word, gain, guessed in zip(likeliest, gained, [*guess, None], strict=False):
            self.total += gain
            if word == self.end:
                mean = single(self.total / (len(self.said) + 1))
                self.output = Output(self.said, mean, True)
                return
            self.said.append(word)
            if len(self.said) == self.steps:
                self.output = Output(self.said, single(self.total / self.steps), False)
                return
            if word != guessed:
                self._find(word)
                return

    def _find(self, word: int) -> None:
        """Look for a word nearby in the draft, which may lack the words before it or have more."""
        here = len(self.said) - 1 + self.shift
        near = range(max(here - NEAR, 0), min(here + NEAR + 1, len(self.draft)))
        found = [place for place in near if self.draft[place] == word]
        if found:
            self.shift += min(found, key=lambda place: (abs(place - here), -place)) - here
