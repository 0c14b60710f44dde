"""Which words of a sentence a clause or a noun phrase has to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import FINITE_TAGS

if TYPE_CHECKING:
    from spacy.tokens import Token

# "few mills", and which ones is not known
UNNAMED = frozenset("no any each every few some many most several all both half such what".split())
UNNAMED_TAGS = frozenset("EX WDT WP CD".split())
CLAUSES = frozenset("relcl acl".split())
"""Dependencies of clauses below a noun."""
NEAR = frozenset("prep pobj det compound amod nummod poss case nmod advmod quantmod".split())
LIMITS = frozenset("only first last second third next other same".split())
# What sets apart what is only added; a hyphen joins.
STOPS = frozenset((",", ";", ":", "(", "[", "–", "—", "--", "-"))
ENDS = frozenset((".", "!", "…"))
"""What ends a sentence."""
CLOSING = frozenset(', . ; : ) ] – — ” "'.split())
KNOWN = frozenset(("DT", "PRP$"))
"""Tags of words that tell which thing is meant."""


def own_words(verb: Token) -> list[Token]:
    """The words of a clause up to those coordinated with it; none if that is not all of it."""
    joined = (c for c in verb.rights if c.dep_ in ("cc", "conj"))
    stop = min((t.i for c in joined for t in c.subtree), default=len(verb.doc))
    part = [t for t in verb.subtree if t.i < stop]
    while part and part[-1].is_punct:
        part = part[:-1]
    if not part or part[-1].i - part[0].i + 1 != len(part) or part[-1].i == verb.i:
        return []
    last = part[-1]
    behind = last.doc[last.i + 1 : last.i + 2]
    # "sang in halls, and halls" of "and halls were built"
    if any(t.tag_ in FINITE_TAGS for t in behind):
        return []
    # "re" of "remixed and re-orchestrated"
    return part if last.whitespace_ or behind.text in CLOSING else []


def name_of(noun: Token, verb: Token | None = None) -> list[Token]:
    """The words of a noun phrase without what is only added to it; none if it is not clear.

    Args:
        noun: its highest word.
        verb: of a clause below it, which ends it; such a clause may tell among which things it is
            the oldest, or how many there are.
    """
    own = list(noun.doc[noun.left_edge.i : noun.i + 1])
    if noun.tag_ in UNNAMED_TAGS or any(t.text in STOPS or t.lower_ in UNNAMED for t in own):
        return []
    if any(c.dep_ in ("conj", "cc") for c in noun.rights):
        return []
    # "one of the four mills built by monks", "the oldest mill built in Norway"
    if verb is not None and any(t.tag_ in ("CD", "JJS", "RBS") or t.lower_ in LIMITS for t in own):
        return []
    # "per year, which"
    if verb is not None and noun.tag_ == "NN" and own[0].tag_ not in KNOWN | {"NNP"}:
        return []
    last = len(noun.doc) if verb is None else verb.left_edge.i
    for token in noun.doc[noun.i + 1 : last]:
        top = _below(token, noun)
        if token.text in STOPS:
            return own if token.text != "-" else []
        if top is None:
            # "Choir regular Anna Lind"
            return own if token.tag_[0] in "VMRW" else []
        # "the film of Anna's book", "the mill and the shop"
        if top.dep_ not in NEAR:
            return []
        own.append(token)
    return own


def _below(token: Token, noun: Token) -> Token | None:
    """How a word belongs to a noun: the first word on the way up that is not part of a name, else
    the last one below the noun; None if it does not belong to it."""
    if noun.i not in (a.i for a in token.ancestors):
        return None
    place = token
    while place.head.i != noun.i and place.dep_ in NEAR:
        place = place.head
    return place
