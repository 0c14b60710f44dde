"""Word alignment of two sentences, with the edits that the match error rate counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Literal

from schemas.moses import moses_tokens

Kind = Literal["same", "substituted", "deleted", "inserted"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words with one kind of edit.

    Attributes:
        kind: what happened to the anchor's words.
        anchor, other: the words as written; empty if there are none on that side. With the kind
            `same` they differ at most in case.
    """

    kind: Kind
    anchor: tuple[str, ...]
    other: tuple[str, ...]


def align(anchor: str, other: str) -> list[Piece]:
    """Align two sentences by words: fewest edits, and among those the most substitutions.

    The edits are those of `schemas.mer.mer`: their number divided by the number of aligned places
    is the match error rate.

    >>> [(p.kind, p.other) for p in align("He likes tea.", "He drinks tea.")]
    [('same', ('He',)), ('substituted', ('drinks',)), ('same', ('tea', '.'))]
    """
    a, b = moses_tokens(anchor), moses_tokens(other)
    pairs = _pairs([word.lower() for word in a], [word.lower() for word in b])
    pieces: list[Piece] = []
    for i, j in pairs:
        one: tuple[str, ...] = (a[i],) if i is not None else ()
        two: tuple[str, ...] = (b[j],) if j is not None else ()
        kind = _kind(one, two)
        if pieces and pieces[-1].kind == kind:
            last = pieces.pop()
            one, two = last.anchor + one, last.other + two
        pieces.append(Piece(kind, one, two))
    return pieces


def _kind(anchor: tuple[str, ...], other: tuple[str, ...]) -> Kind:
    if not anchor:
        return "inserted"
    if not other:
        return "deleted"
    return "same" if anchor[0].lower() == other[0].lower() else "substituted"


def _pairs(a: list[str], b: list[str]) -> list[tuple[int | None, int | None]]:
    """Aligned places of `a` and `b`, in order; None if one side has no word."""
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
    pairs: list[tuple[int | None, int | None]] = []
    i = j = 0
    while i < len(a) or j < len(b):
        both = i < len(a) and j < len(b)
        if both and cost[i][j] == cost[i + 1][j + 1] + pairing(i, j):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif i < len(a) and cost[i][j] == cost[i + 1][j] + edit:
            pairs.append((i, None))
            i += 1
        else:
            pairs.append((None, j))
            j += 1
    return pairs


_STEM = 3
_CLOSING = frozenset(".,;:!?%)]}…”’")
_OPENING = frozenset("([{“‘")


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
    for changed, run in groupby(align(anchor, other), lambda piece: piece.kind != "same"):
        pieces = list(run)
        old, new = (
            spaced([word for piece in pieces for word in words(piece)])
            for words in (attrgetter("anchor"), attrgetter("other"))
        )
        found.append(Change(old, new, changed))
    return found
