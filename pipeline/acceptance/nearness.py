"""Which translations a word or two away from the sentence surely say the same. Pure functions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache

from pipeline.acceptance.exchanges import lemmas, plain, same_form, unmatched
from pipeline.acceptance.form import words
from pipeline.rephrasing.synonym_list import single_words

_SINGULAR = frozenset("is isn was wasn has hasn does doesn".split())
_PLURAL = frozenset("are aren were weren have haven do don".split())


def nearly_same(anchor: str, paraphrase: str) -> bool:
    """Whether a translation differs only in ways that keep the meaning in any sentence.

    It must be `plain`, with the same articles and the same number and tense of each verb, and its
    other words must be synonyms by the list of the rules. A wider list is good enough to count
    changes, but not to vouch for one: "a hard mattress" is not "a difficult mattress".

    >>> nearly_same("The film starts at noon.", "The movie starts at noon.")
    True
    >>> nearly_same("The film starts at noon.", "The film start at noon.")
    False
    >>> nearly_same("Bees carry pollen.", "The bees carry pollen.")
    False
    """
    before, now = Counter(words(anchor)), Counter(words(paraphrase))
    lost, new = before - now, now - before
    return (
        _articles(before) == _articles(now)
        and not _agrees_otherwise(lost.keys(), new.keys())
        and not unmatched(lost, new, _replaces)
        and plain(anchor, paraphrase)
    )


def _articles(written: Counter[str]) -> tuple[int, int]:
    """How many definite and indefinite articles there are."""
    return written["the"], written["a"] + written["an"]


def _agrees_otherwise(lost: Iterable[str], new: Iterable[str]) -> bool:
    """Whether an auxiliary changed its number: "is", "are"."""
    numbers = [
        (bool(_SINGULAR.intersection(some)), bool(_PLURAL.intersection(some)))
        for some in (set(lost), set(new))
    ]
    return numbers in ([(True, False), (False, True)], [(False, True), (True, False)])


def _replaces(word: str, other: str) -> bool:
    """Whether the second word is a listed synonym of the first, in the same form."""
    return any(
        same_form(word, mine, other, theirs)
        for mine in lemmas(word)
        for theirs in lemmas(other)
        if theirs in _synonyms().get(mine, ())
    )


@cache
def _synonyms() -> dict[str, set[str]]:
    """Word -> the words that may replace it by the list of the rules."""
    found: dict[str, set[str]] = defaultdict(set)
    for word, other in single_words():
        found[word].add(other)
    return found
