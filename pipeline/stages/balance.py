"""Which pairs of paraphrase and contradiction make triples that no simple cue solves.

Two cues tell contradictions from paraphrases without any understanding: they have other numbers of
negating words than the sentence, and they are nearer to it in wording. Pairs are kept so that, over
all of them, paraphrases and contradictions have the same wording (as many with each number of words
lost and new), and that negating words tell little. A rule on figures; it sees no text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

EXCESS = 0.18
"""Share of the pairs in which the contradiction alone may have gained or lost a negating word, over
those in which the paraphrase alone has. Counting these words then solves 59 %; half of it is
chance."""
USES = 3
"""Pairs that a paraphrase may be in; a contradiction is in one."""


class Departure(NamedTuple):
    """How the wording of a text departs from that of its sentence.

    Attributes:
        lost, new: words of the sentence that it has not, and words that it has besides.
        turned: whether it has another number of negating words.
    """

    lost: int
    new: int
    turned: bool

    @property
    def wording(self) -> tuple[int, int]:
        """What paraphrases and contradictions should have alike; beyond four words all is one."""
        return min(self.lost, 4), min(self.new, 4)


class Pair(NamedTuple):
    """A paraphrase and a contradiction of one sentence.

    Attributes:
        sentence, paraphrase, contradiction: numbers that tell each from others.
        of_paraphrase, of_contradiction: how they depart from the sentence.
        order: of equally good pairs the lowest are taken.
    """

    sentence: int
    paraphrase: int
    contradiction: int
    of_paraphrase: Departure
    of_contradiction: Departure
    order: tuple[int, str]

    @property
    def excess(self) -> int:
        """1 where the contradiction alone has turned, -1 where the paraphrase alone has."""
        return self.of_contradiction.turned - self.of_paraphrase.turned


class Balance(NamedTuple):
    """The outcome.

    Attributes:
        kept: pairs of which the triples are made.
        turned: pairs that were left out for their negating words; the rest that is not kept was
            left out for its wording, or because others have used its texts.
    """

    kept: list[Pair]
    turned: list[Pair]


def balanced(pairs: Sequence[Pair]) -> Balance:
    """The pairs to keep.

    Where the wording of a paraphrase and a contradiction differs, the pair is kept together with
    one in which the two have changed places. Pairs in which the negating words tell nothing, or
    mislead, come first; the others fill up what is left of `EXCESS`.
    """
    uses: Counter[tuple[int, str, int]] = Counter()
    units = list(_units([pair for pair in pairs if pair.excess <= 0], uses))
    kept = [pair for unit in units for pair in unit]
    excess = sum(pair.excess for pair in kept)
    turned: list[Pair] = []
    more = sorted(_units(pairs, uses), key=lambda unit: (_excess(unit) / len(unit), unit[0].order))
    for unit in more:
        if excess + _excess(unit) <= EXCESS * (len(kept) + len(unit)):
            kept += unit
            excess += _excess(unit)
        else:
            turned += unit
    return Balance(kept, turned)


def _excess(unit: Iterable[Pair]) -> int:
    return sum(pair.excess for pair in unit)


def _units(
    pairs: Sequence[Pair], uses: Counter[tuple[int, str, int]]
) -> Iterator[tuple[Pair, ...]]:
    """One pair whose two texts depart alike, or two pairs of which one mirrors the other."""
    by_wording: dict[tuple[tuple[int, int], tuple[int, int]], list[Pair]] = defaultdict(list)
    for pair in sorted(pairs, key=lambda pair: (pair.excess, pair.order)):
        wordings = pair.of_paraphrase.wording, pair.of_contradiction.wording
        by_wording[wordings].append(pair)
    for one, other in sorted(by_wording):
        waiting = iter(by_wording[one, other])
        if one == other:
            while (alike := _next(waiting, uses)) is not None:
                yield (alike,)
        elif one < other and (other, one) in by_wording:
            mirrored = iter(by_wording[other, one])
            while (first := _next(waiting, uses)) is not None:
                mirror = _next(mirrored, uses)
                if mirror is None:
                    uses.subtract(_texts(first))
                    break
                yield first, mirror


def _next(waiting: Iterator[Pair], uses: Counter[tuple[int, str, int]]) -> Pair | None:
    """The next pair whose texts are still free, which are then used once more."""
    for pair in waiting:
        paraphrase, contradiction = _texts(pair)
        if uses[paraphrase] < USES and not uses[contradiction]:
            uses.update(_texts(pair))
            return pair
    return None


def _texts(pair: Pair) -> tuple[tuple[int, str, int], tuple[int, str, int]]:
    return (
        (pair.sentence, "paraphrase", pair.paraphrase),
        (pair.sentence, "contradiction", pair.contradiction),
    )
