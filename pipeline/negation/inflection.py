"""Verb and noun forms, by lemminflect.

It is imported where it is first asked: it brings spaCy along, which the process that only hands
out work has no use for.
"""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16_384)
def bare_form(verb: str) -> str:
    """Infinitive of a finite verb, lower-cased: "likes" -> "like", "went" -> "go"."""
    from lemminflect import getLemma

    found = getLemma(verb.lower(), upos="VERB")
    return str(found[0]) if found else verb.lower()


@lru_cache(maxsize=16_384)
def inflected(lemma: str, tag: str) -> str:
    """The form of a lemma that a Penn tag (VBZ, VBP, VBD, VBN, NNS) asks for."""
    from lemminflect import getInflection

    found = getInflection(lemma.lower(), tag=tag)
    return str(found[0]) if found else lemma


@lru_cache(maxsize=16_384)
def is_form(word: str, tag: str) -> bool:
    """Whether a word can be the form of a verb that a Penn tag asks for, as "put" for VBD."""
    from lemminflect import getInflection, getLemma

    lower = word.lower()
    return any(
        lower in getInflection(lemma, tag=tag, inflect_oov=False)
        for lemma in getLemma(lower, upos="VERB", lemmatize_oov=False)
    )


@lru_cache(maxsize=16_384)
def is_noun(word: str) -> bool:
    """Whether the dictionary knows a word as a form of a noun."""
    from lemminflect import getLemma

    return bool(getLemma(word.lower(), upos="NOUN", lemmatize_oov=False))
