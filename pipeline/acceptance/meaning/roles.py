"""Whether who does what to whom is swapped. Pure functions of two texts.

Without a parser, which would take four times the memory in each worker of `filter`: a swap is found
from the order of the words that both texts share, so only in sentences of the same structure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import accumulate, combinations

from pipeline.acceptance.text.runs import RECENT
from pipeline.acceptance.text.words import FUNCTION_WORDS, STEM, words

_BEFORE_NOUNS = frozenset(
    "a an the this that these those my your his her its our their some no every each both".split()
)
_PAIRED = frozenset("from to into than over against before after for of".split())
"""Prepositions that give the noun behind them different roles."""
_BEING = frozenset("is are was were be been being am".split())
_INSIDE = _BEFORE_NOUNS | _BEING | frozenset("has have had do does did will would".split())
"""What may stand between a noun and its verb."""
_JOINING = frozenset(("and", "or"))
_PARTICIPLE = ("ed", "en", "wn", "made", "sung", "built", "sent", "told", "sold")
"""Endings of most passive participles."""
MAX_CHAIN = 8
"""Maximum number of content words of a clause that are compared with each other."""


def roles_turned(anchor: str, paraphrase: str) -> bool:
    """Whether two nouns are swapped around the same word, or around the same prepositions.

    A passive with "by" reverses the order but keeps the roles.

    >>> roles_turned("The dog chased the old postman.", "The old postman chased the dog.")
    True
    >>> roles_turned("The dog chased the old postman.", "The old postman was chased by the dog.")
    False
    >>> roles_turned("They flew from Oslo to Rome.", "They flew from Rome to Oslo.")
    True
    >>> roles_turned("Songs copied by women sell.", "Copied songs by women sell.")
    True
    """
    here, there = words(anchor), words(paraphrase)
    return (
        _swapped_prepositions(here, there)
        or _swapped_sides(here, there)
        or _moved_across(here, there)
        or _made_author(here, there)
        or _made_author(there, here)
    )


def _made_author(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether "songs copied (by hand) by women" became "copied songs by women"."""
    return "by" in here and "by" in there and not _done_by(here).isdisjoint(_by_behind(there))


@lru_cache(maxsize=RECENT)
def _done_by(tokens: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    """Noun, participle and agent of "songs copied (by hand) by women"."""
    found = set()
    for place in range(2, len(tokens) - 1):
        if tokens[place] == "by":
            last = place - 2 if tokens[place - 2 : place] == ("by", "hand") else place
            if last >= 2 and tokens[last - 1].endswith(_PARTICIPLE):
                found.add((tokens[last - 2], tokens[last - 1], tokens[place + 1]))
    return frozenset(found)


@lru_cache(maxsize=RECENT)
def _by_behind(tokens: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    """The same for "(hand-)copied songs by women"."""
    return frozenset(
        (tokens[place - 1], tokens[place - 2].rpartition("-")[2], tokens[place + 1])
        for place in range(2, len(tokens) - 1)
        if tokens[place] == "by"
        and tokens[place - 1] not in FUNCTION_WORDS
        and not tokens[place - 1].endswith("ly")
        and (place == 2 or tokens[place - 3] not in _BEING)
    )


def _moved_across(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether a modifier moved between two joined words: "a heavy smoker and drinker", "a smoker
    and heavy drinker"."""
    (first, second), (other_first, other_second) = _joined(here), _joined(there)
    return _taken_over(first, second, other_first, other_second) or _taken_over(
        other_first, other_second, first, second
    )


def _taken_over(
    first: Mapping[str, str],
    second: Mapping[str, str],
    other_first: Mapping[str, str],
    other_second: Mapping[str, str],
) -> bool:
    """Whether a modifier of the first joined word belongs to the second in the other text."""
    if not (first and other_second):
        return False
    moved = first.keys() - second.keys() - other_first.keys()
    return any(word in moved and noun != first[word] for word, noun in other_second.items())


@lru_cache(maxsize=RECENT)
def _joined(tokens: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """Modifier -> word, for the first and for the second of two words joined by "and" or "or"."""
    first: dict[str, str] = {}
    second: dict[str, str] = {}
    if _JOINING.isdisjoint(tokens):
        return first, second
    for place, token in enumerate(tokens):
        if token not in _JOINING:
            continue
        for found, at in ((first, place - 2), (second, place + 1)):
            if 0 <= at < len(tokens) - 1 and tokens[at] not in FUNCTION_WORDS:
                found[tokens[at]] = tokens[at + 1]
    return first, second


def _swapped_prepositions(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether two prepositions have exchanged their nouns."""
    mine, others = _governed(here), _governed(there)
    if len(mine) < 2 or len(others) < 2:
        return False
    return any(
        mine[a] == others.get(b) and mine[b] == others.get(a) and mine[a] != mine[b]
        for a, b in combinations(mine, 2)
    )


@lru_cache(maxsize=RECENT)
def _governed(tokens: tuple[str, ...]) -> dict[str, str]:
    """Preposition -> the noun behind it, for prepositions that occur once; articles are skipped."""
    found = {}
    for place, token in enumerate(tokens):
        if token in _PAIRED and tokens.count(token) == 1:
            rest = (word for word in tokens[place + 1 :] if word not in _BEFORE_NOUNS)
            noun = next(rest, None)
            if noun is not None and noun not in FUNCTION_WORDS:
                found[token] = noun[:STEM]
    return found


def _swapped_sides(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether the words before and after a third one have changed sides."""
    if ("by" in here) != ("by" in there) or not _three_turned(_single(here), _single(there)):
        return False
    mine, others = _around(here), _around(there)
    return any((after, verb, before) in others for before, verb, after in mine)


def _three_turned(here: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Whether three of the shared words have the reverse order, at any distance.

    Every swap has three such words, and few pairs do.
    """
    place_of = {word: place for place, word in enumerate(there)}
    places = [place_of[word] for word in here if word in place_of]
    if places == sorted(places):
        return False  # most pairs have these words in the same order
    highest = accumulate(places, max)
    lowest = [*accumulate(reversed(places), min)]
    return any(
        before > place > after
        for before, place, after in zip(highest, places, reversed(lowest), strict=True)
    )


@lru_cache(maxsize=RECENT)
def _single(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Stems of the content words that occur once."""
    stems = [token[:STEM] for token in tokens]
    found = [
        stem
        for token, stem in zip(tokens, stems, strict=True)
        if token not in FUNCTION_WORDS and token[0] not in "'’"
    ]
    if len(set(stems)) == len(stems):
        return tuple(found)
    times = Counter(stems)
    return tuple([stem for stem in found if times[stem] == 1])


@lru_cache(maxsize=RECENT)
def _around(tokens: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    """Triples of content words, in order, without a preposition or linking word between them."""
    found: set[tuple[str, str, str]] = set()
    chain: list[str] = []
    for token in tokens:
        if token not in FUNCTION_WORDS:
            if token[0] not in "'’":
                found |= {(a, b, token[:STEM]) for a, b in combinations(chain, 2)}
                chain = [*chain[1 - MAX_CHAIN :], token[:STEM]]
        elif token not in _INSIDE:
            chain = []
    twice = {stem for stem, times in Counter(token[:STEM] for token in tokens).items() if times > 1}
    return frozenset(triple for triple in found if twice.isdisjoint(triple))
