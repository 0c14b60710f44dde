"""Makes the triples of each judged sentence: decides which of its texts to pair."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from pipeline.acceptance.judging import Verdict
from pipeline.acceptance.meaning.polarity import negators
from pipeline.stages.balance import Balance, Departure, Pair, balanced
from pipeline.stages.join import Negated, Sentence
from pipeline.stages.reworded import picked
from pipeline.stages.variants import Variant, paired
from schemas.mer import mer_tokens

MOST_PARAPHRASES = 3
"""Maximum number of accepted paraphrases per sentence that balancing considers."""


class Judged(NamedTuple):
    """A sentence with the match error rate of each negation and the verdict on each candidate.

    Negations that were made from its accepted paraphrases may follow its own.
    """

    sentence: Sentence
    negation_mers: list[float | None]
    verdicts: list[Verdict]

    @property
    def denied(self) -> bool:
        """Whether the sentence has a denial."""
        return self.sentence.negations[0].negation is not None


class Texts(NamedTuple):
    """The paraphrases of a sentence, as indices of its candidates.

    Attributes:
        best: the chosen one; None if none was accepted.
        others: the other accepted ones; among equal texts only the first.
        near: those that are kept although they are nearer to the sentence than the window allows.
    """

    best: int | None
    others: list[int]
    near: list[int]


def accepted_besides(row: Judged, best: int | None) -> list[int]:
    """Accepted candidates other than the chosen one; among equal texts only the first."""
    if best is None:
        return []
    seen = {row.sentence.candidates[best].paraphrase}
    found = []
    for i, verdict in enumerate(row.verdicts):
        text = row.sentence.candidates[i].paraphrase
        if not verdict.reason and text not in seen:
            seen.add(text)
            found.append(i)
    return found


def without_unused(row: Judged, texts: Texts, most: int) -> Judged:
    """Remove contradictions of paraphrases that no triple of the sentence uses.

    Args:
        most: maximum number of contradictions of paraphrases to keep.
    """
    sentence = row.sentence
    written = [candidate.paraphrase for candidate in sentence.candidates]
    used = [] if texts.best is None else [texts.best, *texts.others]
    places = {written[i]: i for i in used}
    known: list[Negated] = []
    found: list[Negated] = []
    rates: dict[Negated, float | None] = {}
    for one, rate in zip(sentence.negations, row.negation_mers, strict=True):
        if one.source is None:
            known.append(one)
        elif (place := places.get(written[one.source])) is not None:
            one = one._replace(source=place)
            found.append(one)
        rates[one] = rate
    found.sort(key=lambda one: one.source != texts.best)
    kept = [*known, *picked(sentence.anchor, found, known, most)]
    return row._replace(
        sentence=sentence._replace(negations=kept), negation_mers=[rates[one] for one in kept]
    )


def all_variants(row: Judged, texts: Texts) -> list[Variant]:
    """The triples of a sentence, in which each of its texts is used."""
    negations = list(enumerate(row.sentence.negations))
    return paired(
        row.denied,
        [i for i, one in negations[1:] if one.source is None],
        texts.best,
        texts.others,
        {i: one.source for i, one in negations if one.source is not None},
        texts.near,
    )


def paper_variant(row: Judged, best: int | None) -> list[Variant]:
    """The denial with the chosen paraphrase, and no other variant."""
    return [Variant(0 if row.denied else None, best)]


def balanced_variants(
    rows: Sequence[Judged], texts: Sequence[Texts]
) -> tuple[list[list[Variant]], Counter[str]]:
    """The triples of each sentence, chosen so that no simple cue tells the two texts apart.

    Variant 0 has the chosen paraphrase. It has the denial if that pair is kept or there is no
    paraphrase.

    Returns:
        The variants, and counts of the contradictions left out, by reason.
    """
    outcome = balanced([pair for n, row in enumerate(rows) for pair in _pairs(n, row, texts[n])])
    kept: dict[int, list[Variant]] = defaultdict(list)
    for pair in outcome.kept:
        kept[pair.sentence].append(Variant(pair.contradiction, pair.paraphrase))
    made = []
    for number, row in enumerate(rows):
        (first,) = paper_variant(row, texts[number].best)
        further = sorted(set(kept[number]) - {first})
        if first.paraphrase is not None and first not in kept[number]:
            first = Variant(None, first.paraphrase)
        made.append([first, *further])
    return made, _left_out(rows, texts, outcome)


def _pairs(number: int, row: Judged, texts: Texts) -> list[Pair]:
    sentence, best = row.sentence, texts.best
    accepted = [] if best is None else [best, *texts.others][:MOST_PARAPHRASES]
    paraphrases = {
        i: _departure(sentence.anchor, sentence.candidates[i].paraphrase)
        for i in (*accepted, *texts.near)
    }
    contradictions = {
        i: _departure(sentence.anchor, one.negation)
        for i, one in enumerate(sentence.negations)
        if one.negation is not None
    }
    return [
        # The paper's own pair first; the others in an arbitrary order.
        Pair(number, p, c, mine, other, ((c, p) != (0, best), _draw(sentence.id, c, p)))
        for p, mine in paraphrases.items()
        for c, other in contradictions.items()
    ]


def _departure(anchor: str, text: str) -> Departure:
    mine, other = Counter(mer_tokens(anchor)), Counter(mer_tokens(text))
    shared = (mine & other).total()
    turned = negators(anchor) != negators(text)
    lost, new = mine.keys() - other.keys(), other.keys() - mine.keys()
    words = (
        frozenset(w for w in lost if not negators(w)),
        frozenset(w for w in new if not negators(w)),
    )
    return Departure(mine.total() - shared, other.total() - shared, turned, words)


def _draw(*numbers: int) -> str:
    return hashlib.sha256("/".join(map(str, numbers)).encode()).hexdigest()


def _left_out(rows: Sequence[Judged], texts: Sequence[Texts], outcome: Balance) -> Counter[str]:
    """Contradictions that could have been paired but are in no triple, by reason."""
    kept = {(pair.sentence, pair.contradiction) for pair in outcome.kept}
    turned = {(pair.sentence, pair.contradiction) for pair in outcome.turned} - kept
    telling = {(pair.sentence, pair.contradiction) for pair in outcome.telling} - kept - turned
    possible = sum(
        one.negation is not None
        for row, found in zip(rows, texts, strict=True)
        if found.best is not None or found.near
        for one in row.sentence.negations
    )
    rest = possible - len(kept) - len(turned) - len(telling)
    return Counter(
        {
            "left_out negators": len(turned),
            "left_out words": len(telling),
            "left_out wording": rest,
        }
    )
