"""Small words that became others: degrees, owners, prepositions. Pure functions of two texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from functools import lru_cache

from pipeline.acceptance.text.runs import RECENT
from pipeline.acceptance.text.words import words

_STRONG = frozenset("very really extremely so such highly truly most quite incredibly".split())
_OWNERS = frozenset("my your his her its our their".split())
# Pairs that hardly ever mean the same, whatever the context.
_APART = tuple(frozenset(pair.split()) for pair in ("by for", "about over", "by through", "for in"))


def degree_changed(anchor: str, paraphrase: str) -> bool:
    """Whether "very" came or went, or became "too" or "quite".

    >>> degree_changed("The shoes are too large.", "The shoes are very large.")
    True
    >>> degree_changed("I feel really stupid.", "I feel very stupid.")
    False
    """
    lost, new = exchanged(anchor, paraphrase)
    return _stronger(lost, new) or _stronger(new, lost)


def _stronger(lost: Set[str], new: Set[str]) -> bool:
    """Whether a "very" was added, or replaced "too" or "quite"."""
    return "very" in new and (not lost & _STRONG or "quite" in lost)


def owner_changed(anchor: str, paraphrase: str) -> bool:
    """Whether an owner was lost or added: "his coat", "the coat".

    >>> owner_changed("She sold her car.", "She sold the car.")
    True
    >>> owner_changed("I feel their pain.", "I feel the pain of them.")
    False
    """
    lost, new = exchanged(anchor, paraphrase)
    return _unowned(lost, new) or _unowned(new, lost)


def _unowned(lost: Set[str], new: Set[str]) -> bool:
    return bool(lost & _OWNERS) and not new & _OWNERS and "the" in new and "of" not in new


def preposition_changed(anchor: str, paraphrase: str) -> bool:
    """Whether a preposition became one of another meaning: "by", "for"; "about", "over".

    >>> preposition_changed("It was praised by many.", "It was praised for many.")
    True
    """
    lost, new = exchanged(anchor, paraphrase)
    return any(lost & pair and new & pair and lost & pair != new & pair for pair in _APART)


# Cached, since several checks of a candidate need the same words.
@lru_cache(maxsize=RECENT)
def exchanged(anchor: str, paraphrase: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words that the first text has more often than the second, and the other way round."""
    here, there = words(anchor), words(paraphrase)
    mine, others = frozenset(here), frozenset(there)
    lost, new = mine - others, others - mine
    if len(here) > len(mine) or len(there) > len(others):
        repeated = _repeated(here) | _repeated(there)
        both = [(word, here.count(word) - there.count(word)) for word in repeated & mine & others]
        lost |= {word for word, more in both if more > 0}
        new |= {word for word, more in both if more < 0}
    return lost, new


@lru_cache(maxsize=RECENT)
def _repeated(written: tuple[str, ...]) -> frozenset[str]:
    """Words that occur more than once."""
    if len(set(written)) == len(written):
        return frozenset()
    return frozenset(word for word, times in Counter(written).items() if times > 1)
