"""The choice among a sentence's contradictions."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.negation.kinds.kind import Contradiction


def chosen(found: Sequence[Contradiction], most: int, start: int = 0) -> list[Contradiction]:
    """At most `most` contradictions, of as many kinds as possible.

    Args:
        found: those of the sentence.
        most: how many to take.
        start: which kind comes first; another for each sentence, so that none is always first.
    """
    by_kind: dict[str, list[Contradiction]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one)
    turn = list(by_kind)
    turn = turn[start % len(turn) :] + turn[: start % len(turn)] if turn else []
    taken: list[Contradiction] = []
    while len(taken) < most and any(by_kind.values()):
        for kind in turn:
            if by_kind[kind] and len(taken) < most:
                taken.append(by_kind[kind].pop(0))
    return taken
