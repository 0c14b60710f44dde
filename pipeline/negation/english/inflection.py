"""Verb and noun forms, by lemminflect.

lemminflect imports spaCy, so it is imported on first use: the process that only distributes the
work needs neither.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

_VOWELS = re.compile(r"[aeiouy]+")
ENDINGS = {"VBZ": "s", "VBD": "ed", "VBP": "", "VB": ""}


@lru_cache(maxsize=16_384)
def bare_form(verb: str) -> str:
    """Infinitive of a finite verb, lower-cased: "likes" -> "like", "went" -> "go"."""
    from lemminflect import getLemma

    found = getLemma(verb.lower(), upos="VERB")
    return str(found[0]) if found else verb.lower()


@lru_cache(maxsize=16_384)
def inflected(lemma: str, tag: str) -> str:
    """The form of a lemma with a Penn tag of a verb, or NNS."""
    from lemminflect import getInflection

    found = getInflection(lemma.lower(), tag=tag)
    return str(found[0]) if found else lemma


def with_particle(verb: str, tag: str) -> str:
    """The form of a verb that may have a particle: "rule out", VBD -> "ruled out"."""
    first, blank, rest = verb.partition(" ")
    return inflected(first, tag) + blank + rest


@lru_cache(maxsize=16_384)
def is_form(word: str, tag: str) -> bool:
    """Whether a word can be the form of a verb with a Penn tag, as "put" for VBD."""
    from lemminflect import getAllLemmas, getInflection, getLemma

    lower = word.lower()
    lemmas = getLemma(lower, upos="VERB", lemmatize_oov=False)
    if any(lower in getInflection(lemma, tag=tag, inflect_oov=False) for lemma in lemmas):
        return True
    if tag != "VBD":
        return False
    if not lemmas:
        return lower.endswith("ed") and not getAllLemmas(lower)
    # The dictionary has one past form per verb: "fit", not "fitted"; "broadcasted", not
    # "broadcast".
    alike = lower in lemmas and inflected(lower, "VBD").endswith("ed")
    return (alike or lower.endswith("ed")) and is_form(lower, "VBN")


@lru_cache(maxsize=16_384)
def is_noun(word: str) -> bool:
    """Whether the dictionary has a word as a form of a noun."""
    from lemminflect import getLemma

    return bool(getLemma(word.lower(), upos="NOUN", lemmatize_oov=False))


@lru_cache(maxsize=16_384)
def is_quality(word: str) -> bool:
    """Whether a word that looks like a past is an adjective only: "unused", "underused"."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(word.lower())
    return "VERB" not in found and ("ADJ" in found or word.lower().startswith(("un", "over")))


@lru_cache(maxsize=16_384)
def is_known(word: str) -> bool:
    """Whether the dictionary has a word in lower case, as any part of speech."""
    from lemminflect import getAllLemmas

    return bool(getAllLemmas(word))


@lru_cache(maxsize=16_384)
def in_use(lemma: str, pos: Literal["a", "v"]) -> bool:
    """Whether the dictionary has an adjective or a verb: "unimportant", but not "unangry"."""
    from lemminflect import getAllLemmas

    return {"a": "ADJ", "v": "VERB"}[pos] in getAllLemmas(lemma)


@lru_cache(maxsize=16_384)
def is_possible(word: str, tag: str) -> bool:
    """Whether a word can be a finite or bare verb with a Penn tag: "prose" cannot.

    A word that the dictionary does not have is judged by its ending.
    """
    from lemminflect import getAllLemmas

    lower = word.lower()
    if tag not in ENDINGS or "'" in lower or "’" in lower or lower == "be":
        return True
    bare = bare_form(lower)
    if is_form(lower, "VB" if tag == "VBP" else tag) or bare == "be":
        return True
    lemmas = getAllLemmas(lower)
    # "dared": the dictionary has only its lemma.
    if "VERB" in lemmas and bare != lower and inflected(bare, tag) == lower:
        return True
    return not lemmas and lower.endswith(ENDINGS[tag])


@lru_cache(maxsize=16_384)
def one_of(plural: str) -> str | None:
    """The singular of a plural noun, in its own case: "Doors" -> "Door"; None if unknown."""
    from lemminflect import getLemma

    found = getLemma(plural.lower(), upos="NOUN", lemmatize_oov=False)
    if not found or inflected(found[0], "NNS") != plural.lower() or found[0] == plural.lower():
        return None
    return str(found[0]).capitalize() if plural[0].isupper() else str(found[0])


@lru_cache(maxsize=16_384)
def comparative(word: str) -> str | None:
    """The comparative of a short adjective: "hard" -> "harder"; None if it takes "more".

    The dictionary has some of longer words that few people say, such as "commoner".

    Args:
        word: in lower case.
    """
    from lemminflect import getInflection

    if not word.endswith("y") and len(_VOWELS.findall(word)) > 1:
        return None
    found = getInflection(word, tag="JJR", inflect_oov=False)
    return str(found[0]) if found else None


@lru_cache(maxsize=16_384)
def forms(word: str) -> frozenset[str]:
    """A word in lower case with all forms of its lemmas: "goes" -> go, goes, went, gone, going."""
    from lemminflect import getAllInflections, getAllLemmas

    lemmas = {lemma for found in getAllLemmas(word).values() for lemma in found}
    inflections = (found for lemma in lemmas for found in getAllInflections(lemma).values())
    return frozenset({word, *(form.lower() for found in inflections for form in found)})
