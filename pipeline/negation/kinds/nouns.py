"""What the rules ask about single words: part of a name, a person, the singular."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import one_of
from pipeline.negation.english.things import PERSONS

if TYPE_CHECKING:
    from spacy.tokens import Token

# Before a noun these mean one certain person or thing.
CERTAIN = frozenset("the this that his her their its".split())


def is_named(token: Token) -> bool:
    """Whether a word is part of a name: "the Red Sea", "New York"."""
    if token.tag_ in ("NNP", "NNPS") or (token.i > 0 and token.text[0].isupper()):
        return True
    return token.head.tag_ in ("NNP", "NNPS") and token.dep_ in ("amod", "compound", "nummod")


def bare_noun(noun: Token) -> str:
    """Singular of a noun, in lower case."""
    return (one_of(noun.lower_) or noun.lower_) if noun.tag_ == "NNS" else str(noun.lower_)


def is_somebody(noun: Token) -> bool:
    """Whether a subject or object is a person, or may be one by its name."""
    named = noun.tag_ in ("NNP", "NNPS")
    return named or noun.tag_ == "PRP" or bare_noun(noun) in PERSONS
