"""Word alignment of two sentences, with the edits that the match error rate counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise
from typing import Literal

from schemas.moses import moses_tokens

Tag = Literal["", "del", "ins"]
"""Of words that only the anchor has, or only the other text; empty for common ones."""
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
    """A stretch of two aligned sentences, cut from their texts.

    Attributes:
        old, new: the anchor's words and those that replace them, with the spaces before them;
            either may be empty.
        changed: whether the words differ in more than case.
    """

    old: str
    new: str
    changed: bool


def changes(anchor: str, other: str) -> list[Change]:
    """The alignment for people: adjacent edits combined. The pieces of each text make up the text.

    >>> [(c.old, c.new) for c in changes("He likes hot tea.", "He drinks tea.")]
    [('He', 'He'), (' likes hot', ' drinks'), (' tea.', ' tea.')]
    """
    groups = groupby(aligned(anchor, other), lambda pair: pair[0].lower() != pair[1].lower())
    runs = [(changed, [*zip(*run, strict=True)]) for changed, run in groups]
    olds, news = (
        _pieces(text, [[word for word in words[side] if word] for _, words in runs])
        for side, text in enumerate((anchor, other))
    )
    return [Change(old, new, run[0]) for old, new, run in zip(olds, news, runs, strict=True)]


def _pieces(text: str, runs: Sequence[Sequence[str]]) -> list[str]:
    """Cut a text before the space that follows each run of its tokens."""
    words = [word for run in runs for word in run]
    ends = _ends(text, words)
    if ends is None:
        # The tokens are not parts of the text, so its spaces are unknown.
        text = spaced(words)
        ends = _ends(text, words) or []
    counts = [*accumulate(len(run) for run in runs[:-1])]
    cuts = [0, *(ends[count - 1] if count else 0 for count in counts), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)] if runs else []


def _ends(text: str, words: Sequence[str]) -> list[int] | None:
    """Where each token ends in its text; None if other characters than spaces are between them."""
    ends = []
    end = 0
    for word in words:
        start = text.find(word, end)
        if start < 0 or text[end:start].strip():
            return None
        end = start + len(word)
        ends.append(end)
    return None if text[end:].strip() else ends


def marked(anchor: str, other: str) -> list[tuple[Tag, str]]:
    """The other text with what the anchor has instead, each with its tag. Spaces have none.

    >>> marked("It's late.", "It was late.")
    [('', 'It'), ('del', "'s"), ('', ' '), ('ins', 'was'), ('', ' late.')]
    """
    parts: list[tuple[Tag, str]] = []

    def add(tag: Tag, text: str, space: str) -> None:
        parts.extend([("", space)] if space else [])
        parts.extend([(tag, text)] if text else [])

    for change in changes(anchor, other):
        (before_old, old), (before_new, new) = _parted(change.old), _parted(change.new)
        first = not parts
        if change.changed and old:
            add("del", old, before_old)
        if change.changed and new:
            # Nothing precedes it, so a space cannot be taken for one of the text.
            add("ins", new, before_new or (" " if first and old else ""))
        if not change.changed:
            after_removed = parts[-1:] and parts[-1][0] == "del"
            add("", (before_new or (before_old if after_removed else "")) + new, "")
    return parts


def _parted(text: str) -> tuple[str, str]:
    """The spaces before a text, and the rest."""
    rest = text.lstrip()
    return text[: len(text) - len(rest)], rest
