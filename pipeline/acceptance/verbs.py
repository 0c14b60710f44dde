"""Verbs in a form or a place that English does not allow. Pure functions of two texts."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.form import straight_tokens
from pipeline.negation.english.given_names import SEXES
from pipeline.negation.english.inflection import bare_form, is_form, is_noun
from schemas.mer import mer_tokens

_PERSONS = frozenset("i you he she it we they".split())
_ONE_ASKED = re.compile(
    r"\b(?:Are|Were|Have|Do|are|were|have|do) ([A-Z][a-z]+) (?!and\b|or\b)[a-z]"
)
_DOES_BE = re.compile(r"(?i)\b(?:do|does|did) (?:i|you|he|she|it|we|they) be\b")
_WITHOUT_DO = re.compile(r"(?i)\bwhat\b.* (?:would|will|could|can|should)\W*$")
_WITH_DO = re.compile(r"(?i)\b(?:would|will|could|can|should) do\W*$")
_CALLED = re.compile(r"(?i), you [a-z]+(?: [a-z]+)?\W*$")
_ARE_YOU = re.compile(r"(?i), (?:are|is) you [a-z]+(?: [a-z]+)*\W*$")
_TALKS = re.compile(r"\b[Tt]alk(?:s|ed|ing)? ([A-Z][a-z]+)\b")
_SPEAKS = re.compile(r"\b[Ss](?:peak|peaks|poke|peaking|poken) ([A-Z][a-z]+)\b")
_SENSED = re.compile(
    r"\b(heard?|see|saw|seen|watch(?:ed)?|felt) (me|him|her|us|them|[A-Z][a-z]+) ([a-z]+)\b"
)
_ENDS_WELL = ("ly", "well")
_MOST_ADVERBS = 2


def verbs_broken(anchor: str, paraphrase: str) -> bool:
    """Whether a verb no longer agrees, has another form, or lost its object to an adverb.

    >>> verbs_broken("Is Anna late?", "Are Anna late?")
    True
    >>> verbs_broken("Anna refuses to sing.", "Anna refusing to sing.")
    True
    >>> verbs_broken("The letters reside here.", "The letters resides here.")
    True
    >>> verbs_broken("She plays cello well.", "She plays well cello.")
    True
    """
    if "?" in paraphrase and _asked_wrong(paraphrase) > _asked_wrong(anchor):
        return True
    if _WITHOUT_DO.search(paraphrase) and _WITH_DO.search(anchor):
        return True
    # "speaks German", but not "talks German"
    if not set(_TALKS.findall(paraphrase)).isdisjoint(_SPEAKS.findall(anchor)):
        return True
    return (
        _only_part(anchor, paraphrase)
        or _finite_lost(anchor, paraphrase)
        or _agreement_lost(anchor, paraphrase)
        or _object_behind_adverb(anchor, paraphrase)
    )


@lru_cache(maxsize=1024)
def _asked_wrong(text: str) -> int:
    """How many questions have another number, or "be" beside "do", or call somebody "are you".

    "Are Anna late?", "Did you be born?", "Do you sing, are you old friend?"
    """
    one = sum(name in SEXES for name in _ONE_ASKED.findall(text))
    called = _ARE_YOU.search(text) is not None and _CALLED.search(text) is None
    return one + len(_DOES_BE.findall(text)) + called


def _only_part(anchor: str, paraphrase: str) -> bool:
    """Whether what goes on became a whole, or a whole went on: "heard her sing" and "singing"."""
    here, there = _SENSED.findall(anchor), _SENSED.findall(paraphrase)
    return any(
        one[:2] == other[:2]
        and is_form(one[2], "VBG") != is_form(other[2], "VBG")
        and bare_form(one[2]) == bare_form(other[2])
        for one in here
        for other in there
    )


def _finite_lost(anchor: str, paraphrase: str) -> bool:
    """Whether "Anna refuses" at the beginning became "Anna refusing"."""
    mine, others = straight_tokens(anchor), straight_tokens(paraphrase)
    if len(mine) < 2 or len(others) < 2 or mine[0] != others[0]:
        return False
    named = others[0] in _PERSONS or others[0].capitalize() in SEXES
    was = mine[1]
    if not named or was == others[1] or not is_form(others[1], "VBG"):
        return False
    return bare_form(was) == bare_form(others[1])


def _agreement_lost(anchor: str, paraphrase: str) -> bool:
    """Whether a verb got an "s" behind the same plural."""
    new = _pairs(paraphrase) - _pairs(anchor)
    here = _pairs(anchor)
    return any(
        noun.endswith("s")
        and verb.endswith("s")
        and (noun, verb[:-1]) in here
        and is_form(verb, "VBZ")
        and is_noun(noun)
        and not is_noun(verb)
        for noun, verb in new
    )


def _object_behind_adverb(anchor: str, paraphrase: str) -> bool:
    """Whether "plays cello well" became "plays well cello"."""
    tokens = mer_tokens(paraphrase)
    if not any(token.endswith(_ENDS_WELL) for token in tokens):
        return False
    here, pairs = _pairs(anchor), list(enumerate(tokens))
    for place, verb in pairs:
        stop = place + 1
        while stop < len(tokens) and stop - place <= _MOST_ADVERBS and _is_adverb(tokens[stop]):
            stop += 1
        if stop == place + 1 or stop >= len(tokens) or (verb, tokens[stop]) not in here:
            continue
        if is_form(verb, "VBZ") and _is_thing(tokens[stop]):
            return True
    return False


def _is_adverb(token: str) -> bool:
    return token == "very" or (token.endswith(_ENDS_WELL) and len(token) > 3)


def _is_thing(token: str) -> bool:
    """Whether a word is a noun and no form of a verb."""
    return is_noun(token) and not any(is_form(token, tag) for tag in ("VB", "VBZ", "VBD", "VBN"))


@lru_cache(maxsize=1024)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    """The tokens side by side."""
    return frozenset(pairwise(mer_tokens(text)))
