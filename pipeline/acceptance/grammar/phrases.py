"""Phrases that translation models tear apart or turn round. Pure functions of two texts.

Romance languages say "transformations of Lorentz" for "Lorentz transformations", and describe a
noun behind it. These checks are for translations only: the same change may be right if a rule made
it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.text.runs import RECENT, may_have
from pipeline.acceptance.text.words import FUNCTION_WORDS, STEM, neighbours, straight_tokens, threes
from pipeline.negation.english.given_names import SEXES

_ARTICLES = frozenset(("the", "a", "an"))
_JOINTS = frozenset(("and", "or"))
_LIST = _JOINTS | {","}
_USUAL = frozenset(
    "number level rate degree amount price cost value size length height speed lack loss use part"
    " member end top bottom edge center centre beginning start middle rest majority lot lots pair"
    " couple group kind sort type form name city town village province county republic kingdom"
    " university".split()
)
"""Nouns whose "of" may come and go: "the oil level", "the level of oil"."""
_VERY = frozenset(("very", "so", "extremely", "quite", "rather"))
_OTHER = frozenset(("other",))
_OTHER_OF = re.compile(r"(?i)\bother ([a-z]+) of (?:the |an? )?([a-z]+)\b")
_CLOSEST_BEHIND = re.compile(
    r"(?i)\bthe [a-z]+ (?:closest|nearest|best|biggest|largest|oldest)[.?!]"
)
_OF_NAME_OF = re.compile(r"\b[a-z]+ of [A-Z]\w+(?: [A-Z]\w+)* of\b")
_WHAT_IT_WAS = re.compile(r"(?i)\bwhat (i|it|he|she|they|this|that) (am|is|are|was|were)\b")
_QUOTED = re.compile(r"(?:([A-Za-z]+) )?[\"“]([^\"“”]+)[\"”](?: ([a-z]+))?")
_NAMED = re.compile(r"\b([A-Z]\w+)['’]s ([A-Z]\w+ [A-Z]\w+)")
_QUOTES = re.compile(r"[\"“”]")
_NAME_LAST = re.compile(r"\b([a-z]+) ([A-Z][a-z]+)[.?!]*$")


def phrase_turned(anchor: str, paraphrase: str) -> bool:
    """Whether a noun phrase was torn apart by "of" or turned round, or a word left where it was.

    Behind "the", an "of" mostly says the same: "the club logo", "the logo of the club".

    >>> phrase_turned("They had air superiority.", "They had superiority of the air.")
    True
    >>> phrase_turned("It has developed oil markets.", "It has oil markets developed.")
    True
    >>> phrase_turned("Anna's hat is red.", "The hat of Anna is red.")
    False
    """
    return (
        _torn(anchor, paraphrase)
        or not _one_of_three_moved(anchor).isdisjoint(_threes(paraphrase))
        or _genitive_torn(anchor, paraphrase)
        or _describes_another(anchor, paraphrase)
        or _quote_moved(anchor, paraphrase)
        or _very_moved(anchor, paraphrase)
        or _others(anchor, paraphrase)
        or _wrong(paraphrase) > _wrong(anchor)
        or _name_left(anchor, paraphrase)
        or _asked_inside(anchor, paraphrase)
    )


def _torn(anchor: str, paraphrase: str) -> bool:
    """Whether "Y X" became "X of Y", where both may be inflected, and X may be a new word."""
    if " of " not in paraphrase:
        return False
    new = _of(paraphrase) - _of(anchor)
    if not new:
        return False
    sides = _beside(anchor)
    known = {_stem(token) for token in straight_tokens(anchor)}
    for first, last in new:
        for before, behind in sides:
            if (before, behind) == (first, last):  # "king Olaf", "the king of Olaf"
                return True
            same_last = _stem(before) == _stem(last)
            if same_last and (_stem(behind) == _stem(first) or _stem(first) not in known):
                return True
    return False


@lru_cache(maxsize=RECENT)
def _of(text: str) -> frozenset[tuple[str, str]]:
    """The words on both sides of an "of", whatever article stands behind it."""
    bare = straight_tokens(_QUOTES.sub("", text))
    tokens = [token for token in bare if token not in _ARTICLES]
    return frozenset(
        (before, after)
        for before, of, after in threes(tokens)
        if of == "of"
        and _tells(before)
        and _tells(after)
        and before.removesuffix("s") not in _USUAL
    )


@lru_cache(maxsize=RECENT)
def _beside(text: str) -> frozenset[tuple[str, str]]:
    """Pairs of content words, adjacent or with another one between them, but not behind "the"."""
    tokens = straight_tokens(_QUOTES.sub("", text))
    found: set[tuple[str, str]] = set()
    for place, first in enumerate(tokens):
        if (
            not _tells(first)
            or first.removesuffix("s") in _USUAL
            or "the" in tokens[max(place - 2, 0) : place]
        ):
            continue
        for other in tokens[place + 1 : place + 3]:
            if not _tells(other):
                break
            if other.removesuffix("s") not in _USUAL:
                found.add((first, other))
    return frozenset(found)


@lru_cache(maxsize=RECENT)
def _threes(text: str) -> frozenset[tuple[str, str, str]]:
    return frozenset(threes(straight_tokens(text)))


@lru_cache(maxsize=RECENT)
def _one_of_three_moved(text: str) -> frozenset[tuple[str, str, str]]:
    """Every three adjacent content words, in the orders after the first or the last has moved."""
    telling = [token if _tells(token) else "" for token in straight_tokens(text)]
    rows = [row for row in threes(telling) if all(row) and not row[0].endswith("ly")]
    return frozenset(moved for a, b, c in rows for moved in ((b, c, a), (c, a, b)))


def _genitive_torn(anchor: str, paraphrase: str) -> bool:
    """Whether "Anna's deaf dog" became "the dog, deaf of Anna", or "month of year" "month's year".

    A name keeps its genitive: "Holm's Old Library".
    """
    if not _has_genitive(anchor) and not _has_genitive(paraphrase):
        return False
    here, there = _genitives(anchor), _genitives(paraphrase)
    if any((owner, thing) in _of(anchor) for owner, thing, _ in there - here):
        return True
    if any(f"{name} of {owner}" in paraphrase for owner, name in _NAMED.findall(anchor)):
        return True
    new, beside = _of(paraphrase) - _of(anchor), neighbours(paraphrase)
    return any(
        (first, owner) in new and _tells(then) and (owner, then) not in beside
        for owner, first, then in here
    )


def _has_genitive(text: str) -> bool:
    return "'s" in text or "’s" in text


@lru_cache(maxsize=RECENT)
def _genitives(text: str) -> frozenset[tuple[str, str, str]]:
    """Each owner, the word behind its genitive, and the one behind that."""
    tokens = [*straight_tokens(text), "."]
    rows = zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False)
    return frozenset((owner, a, b) for owner, s, a, b in rows if s == "'s" and _tells(owner))


def _describes_another(anchor: str, paraphrase: str) -> bool:
    """Whether a number or a word in front of "tea or milk" went to another noun."""
    joined = _joined(anchor)
    if not joined and not any(map(str.isdigit, straight_tokens(anchor))):
        return False
    now = _next(paraphrase)
    for word, noun in _next(anchor).items():
        new = now.get(word)
        if not new or new == noun:
            continue
        if (
            word.isdigit()
            and new in straight_tokens(anchor)
            and noun in straight_tokens(paraphrase)
        ):
            return True
        if (noun, new) in joined:
            return True
    return False


@lru_cache(maxsize=RECENT)
def _next(text: str) -> dict[str, str]:
    """Each number or word with content -> the word with content behind it."""
    pairs = pairwise(straight_tokens(text))
    return {a: b for a, b in pairs if _tells(b) and (a.isdigit() or _tells(a))}


@lru_cache(maxsize=RECENT)
def _joined(text: str) -> frozenset[tuple[str, str]]:
    """The words on both sides of "and" or "or"."""
    if _JOINTS.isdisjoint(straight_tokens(text)):
        return frozenset()
    return frozenset((a, b) for a, joint, b in _threes(text) if joint in _JOINTS)


def _quote_moved(anchor: str, paraphrase: str) -> bool:
    """Whether a name in quotation marks went behind the noun that it describes."""
    if not _QUOTES.search(anchor):
        return False
    here, there = _quoted(anchor), _quoted(paraphrase)
    return any(
        here[name] == (False, True) and there[name] == (True, False)
        for name in here.keys() & there.keys()
    )


@lru_cache(maxsize=RECENT)
def _quoted(text: str) -> dict[str, tuple[bool, bool]]:
    """Names in quotation marks -> whether words with content stand just before and behind."""
    return {
        name: (bool(before) and _tells(before.lower()), bool(behind) and _tells(behind.lower()))
        for before, name, behind in _QUOTED.findall(text)
    }


def _very_moved(anchor: str, paraphrase: str) -> bool:
    """Whether "find the game very interesting" became "find the very interesting game"."""
    if _VERY.isdisjoint(straight_tokens(anchor)):
        return False
    before, behind = _very(anchor)
    now_before, now_behind = _very(paraphrase)
    return bool(before & now_behind or behind & now_before)


@lru_cache(maxsize=RECENT)
def _very(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words behind a "very": those before a content word, and those after one."""
    tokens = ["", *straight_tokens(text), ".", "."]
    before, behind = set(), set()
    for place, token in enumerate(tokens):
        if token not in _VERY:
            continue
        if _tells(tokens[place + 2]):
            before.add(tokens[place + 1])
        elif _tells(tokens[place - 1] or "."):
            behind.add(tokens[place + 1])
    return frozenset(before), frozenset(behind)


def _others(anchor: str, paraphrase: str) -> bool:
    """Whether "other speakers of the language" became "other language speakers"."""
    if "ther " not in paraphrase or not may_have(anchor, _OTHER):
        return False
    return any(
        re.search(rf"(?i)\bother {of} {noun}\b", paraphrase) is not None
        for noun, of in _OTHER_OF.findall(anchor)
    )


@lru_cache(maxsize=16_384)
def _tells(token: str) -> bool:
    """Whether a word has content."""
    return token[0].isalpha() and token not in FUNCTION_WORDS and token not in _LIST


@lru_cache(maxsize=16_384)
def _stem(token: str) -> str:
    return token[: max(STEM, len(token) - 5)] if len(token) > STEM else token.removesuffix("s")


@lru_cache(maxsize=RECENT)
def _wrong(text: str) -> int:
    """How many phrases stand in an order that is always wrong: "study of Holm of salt"."""
    behind = len(_CLOSEST_BEHIND.findall(text)) if "est" in text else 0
    return behind + (len(_OF_NAME_OF.findall(text)) if text.count(" of ") > 1 else 0)


def _asked_inside(anchor: str, paraphrase: str) -> bool:
    """Whether "know what it is" became "know what is it"."""
    if "hat " not in paraphrase:
        return False
    return any(f"what {be} {it}" in paraphrase for it, be in _WHAT_IT_WAS.findall(anchor))


def _name_left(anchor: str, paraphrase: str) -> bool:
    """Whether a person stands behind a thing, as in "He bought a hat Anna"."""
    if paraphrase.rstrip(".?!\n").rpartition(" ")[2] not in SEXES:
        return False  # cheaper than the pattern
    found = _NAME_LAST.search(paraphrase)
    if found is None or not _tells(found[1]):
        return False
    return f"{found[1]} {found[2]}" not in anchor and f" {found[2]} a" in anchor
