"""Words in an order that English does not allow. Pure functions of two texts.

In Romance languages an adjective or a noun that describes another stands behind it, and a
translation model may leave it there: "compounds copper" for "copper compounds".
"""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.acceptance.text.runs import RECENT, lowered_runs
from pipeline.acceptance.text.words import FUNCTION_WORDS, neighbours, threes
from pipeline.negation.english.given_names import SEXES
from schemas.mer import mer_tokens

_EITHER_SIDE = frozenset(
    "nearby often again today tomorrow yesterday tonight soon later earlier once twice alone"
    " together abroad following available possible present involved concerned required needed"
    " elapsed elected better best worse said asked replied cried answered says".split()
)
"""Words that may stand on either side of another: "a nearby shop", "a shop nearby"."""
_COUNTED = frozenset(("one", "ones"))
_MADE_OF_VERBS = ("ing", "tion", "sion", "ment", "ance", "ence", "er", "or", "ist")
_RELATED = frozenset(
    "level rate degree amount price cost value size length height speed use lack loss measure"
    " theory law study test source sort type kind form history member members head part parts"
    " area change growth center centre state system world life quality supply".split()
)
"""Nouns that often have an "of": "the oil level" is "the level of oil"."""
_NOT_OF_VERBS = frozenset(
    "order paper water matter letter number power section station nation question photographer"
    " driver player dancer worker".split()
)
"""Nouns that only look as if they were made of verbs."""
_BEFORE_OF = frozenset(
    "word words side way place piece kind sort cup cups glass glasses bottle bottles box boxes bag"
    " bags bowl bowls jar jars pot pots plate plates basket baskets bucket buckets packet"
    " packets".split()
)
"""Nouns that stand before an "of" and mean something else behind the other noun: "a wine glass"."""
_OF_CAPITALS = re.compile(r"\b([A-Z]\w+) of (?:the )?([A-Z]\w+(?: [A-Z]\w+)*)")
_OF_CAPITAL = re.compile(" of (?:the )?[A-Z]")
"""A part of every match of the pattern above and of the one below: a faster first search."""
_NOUN_OF_NAME = re.compile(r"\b([a-z]+) of ([A-Z]\w+)(?! [A-Z])")
_THE_OF = re.compile(r"\bthe ([a-z]+) of ([a-z]+)\b")
_UNCOUNTED = ("tion", "sion", "ment", "ing", "ity", "ness", "ance", "ence", "s")
"""Endings of nouns that often have no article."""
_OPENING = frozenset("of in on at by for from to with about".split())
_OF_NAME = re.compile(r"\bof ([A-Z]\w+)(?! [A-Z])")


def order_turned(anchor: str, paraphrase: str) -> bool:
    """Whether two neighbouring content words changed places.

    Adverbs may, and so may words with an "and" or a comma between them.

    >>> order_turned("It contains copper compounds.", "It contains compounds copper.")
    True
    >>> order_turned("It has a nearby shop.", "It has a shop nearby.")
    False
    """
    here, there = neighbours(anchor), neighbours(paraphrase)
    return any(
        (after, before) in here
        and (after, before) not in there
        and _fixed(before)
        and _fixed(after)
        for before, after in there - here
    )


@lru_cache(maxsize=16_384)
def _fixed(token: str) -> bool:
    """Whether moving a word changes the meaning, unlike an adverb or a number."""
    if token in _EITHER_SIDE or (token in FUNCTION_WORDS and token not in _COUNTED):
        return False
    return token[0].isalpha() and token[-1].isalpha() and not token.endswith("ly")


def torn_by_of(anchor: str, paraphrase: str) -> bool:
    """Whether "of" tore a compound apart, gave way to one, or replaced the "'s" of a given name.

    >>> torn_by_of("Pay by money order.", "Pay by order of money.")
    True
    >>> torn_by_of("Check the oil level.", "Check the level of oil.")
    False
    >>> torn_by_of("She drank a glass of wine.", "She drank a wine glass.")
    True
    >>> torn_by_of("Anna's family sings.", "The family of Anna sings.")
    True
    """
    if not _BEFORE_OF.isdisjoint(lowered_runs(anchor)) and _compound_made(anchor, paraphrase):
        return True
    if _article_torn(anchor, paraphrase):
        return True
    if " of " not in paraphrase:
        return False
    return (
        _compound_torn(anchor, paraphrase)
        or _name_torn(anchor, paraphrase)
        or _term_torn(anchor, paraphrase)
    )


def _article_torn(anchor: str, paraphrase: str) -> bool:
    """Whether "the law of supply" became "supply law", without an article."""
    if " of " not in anchor:
        return False
    return any(
        re.search(rf"\b(?:{'|'.join(_OPENING)}) {of} {noun}\b(?! of)", paraphrase) is not None
        for noun, of in _THE_OF.findall(anchor)
        # A pattern of its own takes long to compile.
        if f" {of} {noun}" in paraphrase and not noun.endswith(_UNCOUNTED)
    )


def _term_torn(anchor: str, paraphrase: str) -> bool:
    """Whether "Holm duality" became "the duality of Holm", or a name became several.

    "The Field City Library" -> "the City Library of Field".
    """
    if not _OF_CAPITAL.search(paraphrase):
        return False
    for last, first in set(_OF_CAPITALS.findall(paraphrase)) - set(_OF_CAPITALS.findall(anchor)):
        near = first in anchor and f" {last}" in anchor
        if near and re.search(rf"\b{first}(?: [A-Z]\w+)* {last}\b", anchor):
            return True
    return any(
        re.search(rf"(?<!\bthe )(?<!\bThe )\b{name} {noun}\b", anchor) is not None
        for noun, name in set(_NOUN_OF_NAME.findall(paraphrase))
        if f"{name} {noun}" in anchor and not noun.endswith("s")
    )


def _compound_made(anchor: str, paraphrase: str) -> bool:
    """Whether "a glass of wine" became "a wine glass"."""
    there = neighbours(paraphrase)
    bare = [token for token in mer_tokens(anchor) if token != "the"]
    return any(
        (after, before) in there
        for before, of, after in threes(bare)
        if of == "of" and before in _BEFORE_OF
    )


def _compound_torn(anchor: str, paraphrase: str) -> bool:
    new = _of(paraphrase) - _of(anchor)
    if not new:
        return False
    here = mer_tokens(anchor)
    pairs = {*neighbours(anchor), *((a, c) for a, b, c in threes(here) if _fixed(b))}
    return any((last, first) in pairs for first, last in new)


@lru_cache(maxsize=RECENT)
def _of(text: str) -> frozenset[tuple[str, str]]:
    """The words on both sides of an "of", if the first seldom has one and the second is no name.

    Both are right with a name: "the Norway coast", "the coast of Norway".
    """
    tokens = mer_tokens(text)
    return frozenset(
        (before, after)
        for before, of, after in threes(tokens)
        if of == "of"
        and _fixed(before)
        and _fixed(after)
        and f" of {after}" in text
        and not _often_of(before)
    )


def _often_of(noun: str) -> bool:
    """Whether a noun often has an "of", as those made of verbs: "the mining of salt"."""
    if noun in _RELATED:
        return True
    return noun.removesuffix("s").endswith(_MADE_OF_VERBS) and noun not in _NOT_OF_VERBS


def _name_torn(anchor: str, paraphrase: str) -> bool:
    """Whether "Anna's family" became "the family of Anna"."""
    if "s" not in lowered_runs(anchor):
        return False
    here = anchor.replace("’", "'")
    # "Holm's roofs and walls" -> "the roofs of Holm and walls"
    for name in re.findall(r"\b([A-Z]\w+)'s [^,;]*? and ", here):
        if f" of {name} and " in paraphrase and f" of {name} and " not in anchor:
            return True
    return any(
        name in SEXES and f"{name}'s" in here
        for name in set(_OF_NAME.findall(paraphrase)) - set(_OF_NAME.findall(anchor))
    )
