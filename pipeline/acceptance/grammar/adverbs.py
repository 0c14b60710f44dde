"""Adverbs that mean something else in another position. Pure functions of two texts.

Many languages say "don't really like" and "really don't like" in the same way. The check is for
translations only: the same change may be right if a rule made it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.text.runs import RECENT
from pipeline.acceptance.text.words import straight_tokens, threes

_NEGATIONS = frozenset(("n't", "not", "'t", "cannot", "never"))
_DEGREES = frozenset(
    "really just always actually necessarily quite even only completely entirely simply usually"
    " generally particularly especially fully exactly truly totally absolutely all".split()
)
"""Adverbs that mean something else on the other side of a negation."""
_GRADING = frozenset(("really", "quite", "completely", "totally", "absolutely", "truly"))
"""Adverbs of degree in front of an adjective that confirm a statement in front of a verb."""
_HAVE = frozenset(("have", "has"))
_OFTEN = frozenset(("often", "usually", "sometimes", "always", "never", "rarely", "seldom"))


def adverb_moved(anchor: str, paraphrase: str) -> bool:
    """Whether an adverb went to the other side of a negation, or behind the "have" of its verb.

    >>> adverb_moved("I don't really like it.", "I really don't like it.")
    True
    >>> adverb_moved("I really don't like it.", "I really do not like it.")
    False
    >>> adverb_moved("I often have bad dreams.", "I have often bad dreams.")
    True
    >>> adverb_moved("It tastes really good.", "It really tastes good.")
    True
    """
    if not _have(anchor).isdisjoint((b, a) for a, b in _have(paraphrase)):
        return True
    if _DEGREES.isdisjoint(straight_tokens(anchor)):
        return False
    return (
        not _behind_negation(anchor).isdisjoint(_before_negation(paraphrase))
        or not _before_negation(anchor).isdisjoint(_behind_negation(paraphrase))
        or _left_its_adjective(anchor, paraphrase)
    )


def _left_its_adjective(anchor: str, paraphrase: str) -> bool:
    """Whether "tastes really good" became "really tastes good", or the other way round."""
    others = straight_tokens(paraphrase)
    if _GRADING.isdisjoint(others):
        return False
    near = threes(straight_tokens(anchor))
    turned = {(b, a, c) for a, b, c in near if a in _GRADING or b in _GRADING}
    return not turned.isdisjoint(threes(others))


@lru_cache(maxsize=RECENT)
def _have(text: str) -> frozenset[tuple[str, str]]:
    """The pairs of "have" and an adverb of time, whichever comes first."""
    tokens = straight_tokens(text)
    if _HAVE.isdisjoint(tokens) or _OFTEN.isdisjoint(tokens):
        return frozenset()
    pairs = pairwise(tokens)
    return frozenset((a, b) for a, b in pairs if {a, b} & _HAVE and {a, b} & _OFTEN)


@lru_cache(maxsize=RECENT)
def _behind_negation(text: str) -> frozenset[str]:
    """The adverbs just behind a negation."""
    pairs = pairwise(straight_tokens(text))
    return frozenset(b for a, b in pairs if a in _NEGATIONS and b in _DEGREES)


@lru_cache(maxsize=RECENT)
def _before_negation(text: str) -> frozenset[str]:
    """The adverbs before an auxiliary with its negation."""
    tokens = straight_tokens(text)
    near = ((a, {b, c}) for a, b, c in threes(tokens))
    return frozenset(a for a, behind in near if a in _DEGREES and behind & _NEGATIONS)
