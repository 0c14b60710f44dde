"""Whether a translation that is nearly its sentence surely means the same. Pure functions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

from pipeline.acceptance.grammar.articles import wrong_articles
from pipeline.acceptance.measures.exchanges import PREPOSITIONS, lemmas, plain, same_form, telling
from pipeline.acceptance.text.words import words
from pipeline.rephrasing.synonyms.entries import single_words

_SINGULAR = frozenset("is isn was wasn has hasn does doesn".split())
_PLURAL = frozenset("are aren were weren have haven do don".split())


def nearly_same(anchor: str, paraphrase: str) -> bool:
    """Whether a translation differs only in ways that keep the meaning in any sentence.

    It must be `plain`, with the same articles and the same number and tense of each verb. Its words
    must stand in the same order, each the same or a synonym by the list of the rules: "The dog bit
    the man" has the words of "The man bit the dog". A wider list is good enough to count changes,
    but not to trust one: "a hard mattress" is not "a difficult mattress".

    >>> nearly_same("The film starts at noon.", "The movie starts at noon.")
    True
    >>> nearly_same("The film starts at noon.", "The film start at noon.")
    False
    >>> nearly_same("The dog bit the man.", "The man bit the dog.")
    False
    """
    before, now = Counter(words(anchor)), Counter(words(paraphrase))
    lost, new = before - now, now - before
    return (
        _articles(before) == _articles(now)
        and wrong_articles(paraphrase) <= wrong_articles(anchor)
        and not _agrees_otherwise(lost.keys(), new.keys())
        and _in_order(anchor, paraphrase)
        and plain(anchor, paraphrase)
    )


def _in_order(anchor: str, paraphrase: str) -> bool:
    """Whether each word is the same as the one in its place, or replaces it.

    Articles, auxiliaries and "of" may stand anywhere, and a phrase with a preposition at either
    end: "She left in May", "In May she left".
    """
    before, now = telling(anchor), telling(paraphrase)
    return len(before) == len(now) and any(
        all(word == other or _replaces(word, other) for word, other in zip(*pair, strict=True))
        for pair in (
            (before, now),
            *((before, turned) for turned in _turned(now)),
            *((turned, now) for turned in _turned(before)),
        )
    )


def _turned(told: list[str]) -> Iterator[list[str]]:
    """The words with an opening phrase moved to the end, once for each length that it may have."""
    if told and told[0] in PREPOSITIONS:
        yield from (told[end:] + told[:end] for end in range(1, len(told)))


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
