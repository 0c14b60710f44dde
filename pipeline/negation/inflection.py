"""Verb forms, by lemminflect."""

from __future__ import annotations

from functools import lru_cache

from lemminflect import getInflection, getLemma


@lru_cache(maxsize=16_384)
def bare_form(verb: str) -> str:
    """Infinitive of a finite verb, lower-cased: "likes" -> "like", "went" -> "go"."""
    found = getLemma(verb.lower(), upos="VERB")
    return str(found[0]) if found else verb.lower()


@lru_cache(maxsize=16_384)
def finite_form(verb: str, tag: str) -> str:
    """The form of an infinitive that a Penn tag (VBZ, VBP, VBD) asks for."""
    found = getInflection(verb.lower(), tag=tag)
    return str(found[0]) if found else verb
