"""Sentence pairs with human similarity scores, checked row by row."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from schemas.errors import UserError


@dataclass(frozen=True, slots=True)
class Pairs:
    """A task: pairs and their human scores, row by row.

    Attributes:
        name: name of the task.
        first: one sentence of each pair.
        second: the other.
        scores: higher is more similar; the scale does not matter.
        sizes: number of rows of each subset, in order. Empty for a task that was not combined from
            subsets.
    """

    name: str
    first: list[str]
    second: list[str]
    scores: list[float]
    sizes: dict[str, int] = field(default_factory=dict)

    def subsets(self) -> list[Pairs]:
        """Each subset as a separate task; the task itself if it has only one."""
        if len(self.sizes) < 2:
            return [self]
        parts, start = [], 0
        for name, size in self.sizes.items():
            rows = slice(start, start + size)
            parts.append(
                Pairs(f"{self.name}/{name}", self.first[rows], self.second[rows], self.scores[rows])
            )
            start += size
        return parts


@dataclass(frozen=True, slots=True)
class Part:
    """A subset before its rows are checked.

    Attributes:
        path: its file, for messages.
        subset: its name; empty if it has none.
        first: one sentence of each pair.
        second: the other.
        scores: numbers, or None if a row has none.
    """

    path: Path
    subset: str
    first: list[Any]
    second: list[Any]
    scores: list[Any]


def make_pairs(name: str, parts: list[Part]) -> Pairs:
    """Combine subsets into a task and check every row.

    Raises:
        UserError: a row is unusable (the message names it), or all scores are equal.
    """
    first: list[str] = []
    second: list[str] = []
    scores: list[float] = []
    # A subset may have several files, anywhere among the others; its rows stay together.
    sizes = dict.fromkeys((part.subset for part in parts), 0)
    for part in sorted(parts, key=lambda part: list(sizes).index(part.subset)):
        rows = zip(part.first, part.second, part.scores, strict=True)
        for row, (left, right, score) in enumerate(rows, start=1):
            problem = _problem(left, right, score)
            if problem:
                raise UserError(f"{part.path}, row {row}: {problem}. Fix or remove the row.")
            first.append(left)
            second.append(right)
            scores.append(float(score))
        sizes[part.subset] += len(part.scores)
    if len(set(scores)) < 2:
        raise UserError(
            f"All scores of {name} ({parts[0].path}) are equal, so no rank correlation is defined."
        )
    return Pairs(name, first, second, scores, sizes)


def _problem(left: Any, right: Any, score: Any) -> str | None:
    if not left or not right or left.isspace() or right.isspace():
        return "a sentence is empty"
    if score is None or not math.isfinite(score):
        return f"the score is {score}, not a number"
    return None
