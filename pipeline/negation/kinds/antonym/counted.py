"""What may be so of others, or at another time: "Two mills were closed", and two others opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.facts.nouns import CERTAIN

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.reading.structure import Clause

HEAPS = frozenset("dozens hundreds thousands scores many several most multiple some".split())
UNDONE = frozenset(
    "open close activate deactivate appoint dismiss enable disable insert remove add attach detach"
    " lock unlock load unload imprison release".split()
)
"""What is done at one time may be undone at another."""


def is_undone(verb: Token, lemma: str) -> bool:
    """Whether the opposite may be true of the same thing at another time.

    "The hall was opened by the mayor", and closed by her; "It starts on that day", and stops then;
    "opened a hall", and closed another. But "opened the hall", "opened a hall in 1931".

    Args:
        verb: the main verb.
        lemma: its infinitive.
    """
    if lemma in ("start", "stop"):
        return True
    if lemma not in UNDONE or verb.tag_ not in ("VBD", "VBN"):
        return False
    if any(c.dep_ == "nsubjpass" for c in verb.children):
        return True
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    dated = any(t.tag_ == "CD" for t in verb.subtree)
    return not dated and any(t.left_edge.lower_ in ("a", "an", "some") for t in things)


def is_of_some(clause: Clause) -> bool:
    """ "Two mills were destroyed", "was chosen by several towns": others did or were otherwise.

    "They opposed many customs", and supported many others.
    """
    agents = (c for c in clause.verb.rights if c.dep_ == "agent")
    doers = [clause.subject, *(c for by in agents for c in by.children)]
    if any(who is not None and _is_counted(who) for who in doers):
        return True
    things = (c for c in clause.verb.rights if c.dep_ == "dobj")
    return any(t.lower_ in HEAPS for thing in things for t in thing.lefts)


def leaves_survivors(clause: Clause) -> bool:
    """ "Dozens died", and others did not; "died later on Friday", but nobody survives at a time."""
    subject, beside = clause.subject, {c.dep_ for c in clause.verb.children}
    counted = subject is not None and (
        subject.tag_ == "CD"
        or subject.lower_ in HEAPS
        or any(c.dep_ == "nummod" for c in subject.children)
    )
    return counted or bool(beside & {"prep", "npadvmod", "advmod"})


def is_counted_out(things: list[Token]) -> bool:
    """ "lent the town 40 crowns"."""
    return any(c.dep_ in ("nummod", "nmod") for thing in things for c in thing.lefts)


def _is_counted(noun: Token) -> bool:
    return noun.left_edge.lower_ not in CERTAIN and any(
        t.tag_ == "CD" or t.lower_ in HEAPS for t in (noun, *noun.lefts)
    )
