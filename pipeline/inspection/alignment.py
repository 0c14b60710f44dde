"""Word alignment of two sentences, with the edits that the match error rate counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from schemas.moses import moses_tokens

_STEM = 3
_CLOSING = frozenset(".,;:!?%)]}…”’")
_OPENING = frozenset("([{“‘")


def aligned(anchor: str, other: str) -> list[tuple[str, str]]:
    """Pair the words of two sentences, "" where one has none: with the fewest edits, and among
    those the most substitutions.

    The edits are those of `schemas.mer.mer`: their number divided by that of the pairs is the match
    error rate.

    >>> aligned("He likes tea.", "He drinks tea.")
    [('He', 'He'), ('likes', 'drinks'), ('tea', 'tea'), ('.', '.')]
    """
    ours, theirs = moses_tokens(anchor), moses_tokens(other)
    a, b = [word.lower() for word in ours], [word.lower() for word in theirs]
    # As in `mer_of_tokens`, a substitution costs slightly less than any other edit. Among equally
    # good alignments, one that pairs forms of the same word reads best.
    weight = len(a) + len(b) + 1
    edit = weight * weight

    def pairing(i: int, j: int) -> int:
        if a[i] == b[j]:
            return 0
        return edit - weight - (a[i][:_STEM] == b[j][:_STEM])

    # cost[i][j]: of aligning the rest of `a` from place i with the rest of `b` from place j.
    cost = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a), -1, -1):
        for j in range(len(b), -1, -1):
            if i == len(a) or j == len(b):
                cost[i][j] = (len(a) - i + len(b) - j) * edit
            else:
                cost[i][j] = min(
                    cost[i + 1][j + 1] + pairing(i, j),
                    cost[i + 1][j] + edit,
                    cost[i][j + 1] + edit,
                )
    pairs: list[tuple[str, str]] = []
    i = j = 0
    while i < len(a) or j < len(b):
        both = i < len(a) and j < len(b)
        if both and cost[i][j] == cost[i + 1][j + 1] + pairing(i, j):
            pairs.append((ours[i], theirs[j]))
            i, j = i + 1, j + 1
        elif i < len(a) and cost[i][j] == cost[i + 1][j] + edit:
            pairs.append((ours[i], ""))
            i += 1
        else:
            pairs.append(("", theirs[j]))
            j += 1
    return pairs


def spaced(words: Sequence[str]) -> str:
    """Moses tokens as running text, without spaces before closing marks and after opening ones.

    >>> spaced(["It", "'s", "late", ",", "(", "too", ")", "."])
    "It's late, (too)."
    """
    text = ""
    quoted = joined = False
    for word in words:
        closes = word in _CLOSING or word[0] in "'’" or word.lower() == "n't"
        if word == '"':
            closes, quoted = quoted, not quoted
        text += word if not text or closes or joined else f" {word}"
        joined = word in _OPENING or (word == '"' and quoted)
    return text


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of two aligned sentences, as running text.

    Attributes:
        old, new: the anchor's words and those that replace them; either may be empty.
        changed: whether they differ in more than case.
    """

    old: str
    new: str
    changed: bool


def changes(anchor: str, other: str) -> list[Change]:
    """The alignment for people: adjacent edits combined, words joined as in running text.

    >>> [(c.old, c.new) for c in changes("He likes hot tea.", "He drinks tea.") if c.changed]
    [('likes hot', 'drinks')]
    """
    found = []
    pairs = groupby(aligned(anchor, other), lambda pair: pair[0].lower() != pair[1].lower())
    for changed, run in pairs:
        old, new = (spaced([word for word in words if word]) for words in zip(*run, strict=True))
        found.append(Change(old, new, changed))
    return found
