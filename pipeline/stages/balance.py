"""Chooses pairs of paraphrase and contradiction so that no simple cue tells them apart.

Three cues tell contradictions from paraphrases without understanding: contradictions change the
number of negating words, their wording is closer to the sentence, and some words occur almost only
in them ("failed to") or almost only in paraphrases ("in the year"). Pairs are kept so that over all
of them paraphrases and contradictions have the same distribution of lost and new words, and neither
negating words nor any other word reveals much. The rule works on figures and sets of words, not on
text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

EXCESS = 0.18
"""Share of the pairs in which only the contradiction changes the number of negating words, beyond
those in which only the paraphrase does. Counting negating words then solves 59 %, where chance is
50 %."""
SURPLUS = 0.03
"""Share of the pairs by which a word, except negating ones, may be more frequent in contradictions
than in paraphrases, or less."""
FEW = 5
"""How many pairs may share a word if `SURPLUS` of all pairs is fewer."""
USES = 3
"""Maximum number of pairs with the same paraphrase; a contradiction is used once."""


class Departure(NamedTuple):
    """How the wording of a text differs from that of its sentence.

    Attributes:
        lost, new: number of the sentence's words that it lacks, and of words that it adds.
        turned: whether the number of negating words differs.
        words: the lost and the new words that are not negating, apart from how often each occurs.
    """

    lost: int
    new: int
    turned: bool
    words: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    @property
    def wording(self) -> tuple[int, int]:
        """The figures that should be alike for both texts; four words or more count as four."""
        return min(self.lost, 4), min(self.new, 4)


class Pair(NamedTuple):
    """A paraphrase and a contradiction of one sentence.

    Attributes:
        sentence, paraphrase, contradiction: numbers that identify each.
        of_paraphrase, of_contradiction: their departures from the sentence.
        order: among equally good pairs, the lowest come first.
    """

    sentence: int
    paraphrase: int
    contradiction: int
    of_paraphrase: Departure
    of_contradiction: Departure
    order: tuple[int, str]

    @property
    def excess(self) -> int:
        """1 if only the contradiction is `turned`, -1 if only the paraphrase is, else 0."""
        return self.of_contradiction.turned - self.of_paraphrase.turned

    def surplus(self) -> Counter[str]:
        """1 for each word that only the contradiction has, -1 for each of the paraphrase."""
        (lost, new), (other_lost, other_new) = self.of_paraphrase.words, self.of_contradiction.words
        found = Counter((other_new - new) | (lost - other_lost))
        found.subtract((new - other_new) | (other_lost - lost))
        return found


class Balance(NamedTuple):
    """The result of balancing.

    Attributes:
        kept: pairs that become triples.
        turned: pairs left out because of their negating words.
        telling: pairs left out because of a word that would be too frequent in one of the two; all
            others that are not kept were left out because of their wording, or because their texts
            were used up.
    """

    kept: list[Pair]
    turned: list[Pair]
    telling: list[Pair]


def balanced(pairs: Sequence[Pair]) -> Balance:
    """Choose the pairs to keep.

    If the wording of paraphrase and contradiction differs, the pair is kept together with one that
    differs the other way round. Pairs in which negating words reveal nothing, or mislead, come
    first; the others fill up the rest of `EXCESS`.
    """
    uses: Counter[tuple[int, str, int]] = Counter()
    chosen = _Chosen()
    first = list(_units([pair for pair in pairs if pair.excess <= 0], uses))
    waiting = [unit for unit in _in_order(first) if not chosen.take(unit)]
    turned: list[Pair] = []
    for unit in _in_order(_units(pairs, uses)):
        if not chosen.has_room(unit):
            turned += unit
        elif not chosen.take(unit):
            waiting.append(unit)
    telling: list[Pair] = []
    # The more pairs there are, the more may share a word.
    for unit in waiting:
        if not chosen.has_room(unit):
            turned += unit
        elif not chosen.take(unit):
            telling += unit
    return Balance(chosen.kept, turned, telling)


class _Chosen:
    """The pairs kept so far, and what may still be added to them."""

    def __init__(self) -> None:
        self.kept: list[Pair] = []
        self._excess = 0
        self._surplus: Counter[str] = Counter()

    def has_room(self, unit: Sequence[Pair]) -> bool:
        """Whether the excess of negating words stays within `EXCESS` with these pairs."""
        return self._excess + _excess(unit) <= EXCESS * (len(self.kept) + len(unit))

    def take(self, unit: Sequence[Pair]) -> bool:
        """Keep these pairs if no word becomes too frequent on one side; True if kept."""
        added: Counter[str] = Counter()
        for pair in unit:
            added.update(pair.surplus())
        most = max(FEW, SURPLUS * (len(self.kept) + len(unit)))
        if any(
            abs(self._surplus[word] + more) > max(most, abs(self._surplus[word]))
            for word, more in added.items()
        ):
            return False
        self.kept += unit
        self._excess += _excess(unit)
        self._surplus.update(added)
        return True


def _in_order(units: Iterable[tuple[Pair, ...]]) -> list[tuple[Pair, ...]]:
    """Sorted by the excess of negating words, then by the order of their pairs."""
    return sorted(units, key=lambda unit: (_excess(unit) / len(unit), unit[0].order))


def _excess(unit: Iterable[Pair]) -> int:
    return sum(pair.excess for pair in unit)


def _units(
    pairs: Sequence[Pair], uses: Counter[tuple[int, str, int]]
) -> Iterator[tuple[Pair, ...]]:
    """Single pairs whose two texts depart alike, and two pairs of which one mirrors the other."""
    by_wording: dict[tuple[tuple[int, int], tuple[int, int]], list[Pair]] = defaultdict(list)
    for pair in sorted(pairs, key=lambda pair: (pair.excess, pair.order)):
        wordings = pair.of_paraphrase.wording, pair.of_contradiction.wording
        by_wording[wordings].append(pair)
    # The farthest first: a contradiction that suits two paraphrases goes to the one in other words.
    for one, other in sorted(by_wording, reverse=True):
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
    """The next pair whose texts are still available, which are then counted as used."""
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
