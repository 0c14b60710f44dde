"""Combines the contradictions and paraphrases of a sentence into triples, by index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Variant(NamedTuple):
    """A triple of a sentence.

    Attributes:
        contradiction: index among the sentence's contradictions; None if it has none.
        paraphrase: index among its candidates; None if none was accepted.
    """

    contradiction: int | None
    paraphrase: int | None


def paired(
    denial: bool,
    others: Sequence[int],
    best: int | None,
    paraphrases: Sequence[int],
    reworded: Mapping[int, int] | None = None,
    near: Sequence[int] = (),
) -> list[Variant]:
    """The variants of a sentence.

    The first is the paper's: the denial with the best paraphrase, even if either is missing. The
    others use every other contradiction and every other paraphrase at least once, and no pair
    twice: the shorter list is repeated until the longer one is used up. If one of the lists is
    empty, the denial or the best paraphrase takes its place.

    Args:
        denial: whether the sentence has one; it is contradiction 0.
        others: its other contradictions.
        best: the chosen paraphrase.
        paraphrases: the others that were accepted.
        reworded: contradiction that was made from a paraphrase -> that paraphrase. Each is paired
            with another paraphrase than its own if there is one.
        near: paraphrases nearer to the sentence than the window allows. Each is paired with a
            contradiction made from another paraphrase if there is one, since that is farther away.
    """
    first = Variant(0 if denial else None, best)
    reworded = reworded or {}
    contradictions = [*others, *reworded] or ([0] if denial else [])
    if not (others or reworded or paraphrases or near) or not contradictions:
        return [first]
    farther = [*reworded] or contradictions
    closest = [Variant(farther[i % len(farther)], text) for i, text in enumerate(near)]
    if best is None:
        # Only near copies are left to pair with the other contradictions.
        left = others[len(near) :] if near else ()
        return [first, *closest, *(Variant(c, near[i % len(near)]) for i, c in enumerate(left))]
    if not (others or reworded or paraphrases):
        return [first, *closest]
    made: list[Variant] = []
    uses: Counter[int] = Counter()
    for one in contradictions:
        texts = [best, *paraphrases] if one in reworded else paraphrases or [best]
        # The least used one; its own paraphrase is the last resort.
        text = min(texts, key=lambda t: (t == reworded.get(one), uses[t]))
        uses[text] += 1
        made.append(Variant(one, text))
    for text in (text for text in paraphrases if not uses[text]):
        turn = len(made) % len(contradictions)
        in_turn = [*contradictions[turn:], *contradictions[:turn]]
        # The first contradiction of another paraphrase, or else simply the first.
        made.append(Variant(min(in_turn, key=lambda c: reworded.get(c) == text), text))
    return [first, *made, *closest]
