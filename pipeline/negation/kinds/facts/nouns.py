"""What the rules ask about nouns: part of a name, a person, an office, the singular, the phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.former import OFFICES
from pipeline.negation.english.inflection import one_of
from pipeline.negation.english.things import PERSONS

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

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


def is_office(noun: Token) -> bool:
    """ "The mayor is the head of the town": what an office means does not come to an end."""
    return noun.left_edge.lower_ == "the" and noun.lower_ in OFFICES


def phrase(noun: Token) -> Span | None:
    """A noun with its article and adjectives, if nothing else depends on it."""
    if any(c.dep_ not in ("det", "amod", "poss", "compound") for c in noun.children):
        return None
    found = noun.doc[noun.left_edge.i : noun.right_edge.i + 1]
    if len(found) > 4 or any(t.is_punct or t.tag_ in ("PRP", "WDT", "WP", "DT") for t in found[1:]):
        return None
    return None if found[-1].tag_ in ("PRP", "DT", "EX", "WP", "WDT") else found
