"""What is so at one time and may be so at another as well: "In 1931 the mill had 40 hands"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, PERCENT
from pipeline.negation.kinds.checks.elsewhere import AT_ONE_TIME
from pipeline.negation.kinds.facts.dated import preposition_of

if TYPE_CHECKING:
    from spacy.tokens import Token

STATES = frozenset(
    "have own contain comprise include consist number employ situate locate lie stand cost account"
    " total exceed live reside inhabit".split()
)
"""Verbs of what lasts for years."""
WITHIN = frozenset("in at during through around".split())


def holds_at_times(date: Token) -> bool:
    """Whether what is said of a year can be so in another, too.

    "In 1931 she was a nurse", "In 1931 the mill had a wheel", "It grew by 3 % in 1931", "In 1931
    she wrote another book"; but not "In 1931 she became a nurse", "had a wheel until 1931".

    Args:
        date: the year.
    """
    place = preposition_of(date)
    if place is None or place.lower_ not in WITHIN:
        return False
    event = place.head
    if event.dep_ in ("dobj", "attr"):
        event = event.head
    if event.lower_ in BE:
        told = [c for c in event.rights if c.dep_ in ("attr", "acomp")]
        return bool(told) and not any("founder" in t.lower_ for c in told for t in c.subtree)
    lemma = bare_form(event.text)
    if lemma in STATES:
        return True
    things = [c for c in event.rights if c.dep_ == "dobj"]
    if any(c.lower_ in ("another", "most") for thing in things for c in thing.lefts):
        return True
    # "The same happened in 1931"
    who = [c for c in event.lefts if c.dep_ == "nsubj"]
    if any(t.lower_ == "same" for c in who for t in (c, *c.lefts)):
        return True
    return lemma not in AT_ONE_TIME and any(t.lower_ in PERCENT for c in things for t in c.subtree)


def is_measured(event: Token) -> bool:
    """ "rose by 40 %", "released 160 tons": a figure that may be the same at another time."""
    return any(t.lower_ in PERCENT or (t.tag_ == "CD" and _is_figure(t)) for t in event.subtree)


def _is_figure(number: Token) -> bool:
    return number.text[0].isdigit() and number.dep_ == "nummod" and not number.head.text.istitle()
