"""Number: whether a subject is plural, and the form of "be" that agrees with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import PLURAL_TAGS

if TYPE_CHECKING:
    from spacy.tokens import Token

PLURAL_PRONOUNS = frozenset("we they you us them these those both".split())
PLURAL_NOUNS = frozenset("people police cattle".split())
AMOUNTS = frozenset("lot number couple majority minority handful".split())
# "this species", "each series"
OF_ONE = frozenset("this that each every another".split())


def is_plural(noun: Token) -> bool:
    """Whether a verb with this subject is plural."""
    links = {c.lower_ for c in noun.children if c.dep_ == "cc"}
    if any(c.dep_ == "conj" for c in noun.children) and not links & {"or", "nor"}:
        return True
    # "a number of stamps", but "the number of stamps"
    if noun.lower_ in AMOUNTS and any(c.lower_ == "a" for c in noun.lefts):
        return any(is_plural(c) for of in noun.rights if of.lower_ == "of" for c in of.children)
    if any(c.lower_ in OF_ONE for c in noun.lefts) or _is_mentioned(noun):
        return False
    return noun.tag_ in PLURAL_TAGS or noun.lower_ in PLURAL_PRONOUNS | PLURAL_NOUNS


def _is_mentioned(noun: Token) -> bool:
    """ "\"X\" is a set": one word between quotation marks."""
    beside = (noun.doc[noun.i - 1 : noun.i], noun.doc[noun.i + 1 : noun.i + 2])
    return noun.i > 0 and all(any(t.is_quote for t in side) for side in beside)


def be_form(noun: Token, *, past: bool) -> str:
    """The form of "be" that agrees with a subject."""
    if is_plural(noun):
        return "were" if past else "are"
    if noun.lower_ in ("i", "me") and not past:
        return "am"
    return "was" if past else "is"
