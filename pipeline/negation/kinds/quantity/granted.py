"""Whether a date belongs to an event taken for granted: "After she left in 1987"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.facts.dated import preposition_of
from pipeline.negation.kinds.facts.limits import BARRED
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# What a clause with one of these tells took place.
GRANTING = frozenset("after when because although since while until once before".split())
HELPERS = frozenset("was were had been having being".split())
# "before leaving in 1987", "prior to joining it"
DONE = frozenset("after before since by despite upon on following until to".split())
KNOWN = frozenset("the his her its their this these".split())
JOINABLE = ("VBD", "VBN", "VBG")


def dates_background(date: Token, scene: Scene) -> bool:
    """Whether a date belongs to an event that the sentence takes for granted.

    "The hall that he built in 1920 is a museum", "After she left in 1987, it was sold", "Since
    closing in 1987, it has been empty"

    Args:
        date: a year, a decade or a century.
        scene: the sentence.
    """
    if scene.is_question or date.i in scene.enclosed:
        return False
    # A date that no preposition governs, up to the root, belongs to no such event.
    place = preposition_of(date)
    if place is None:
        return False
    event = place.head
    while event.dep_ == "appos" and event.tag_ == "NNP":
        event = event.head
    if event.tag_ not in JOINABLE or event.i == scene.head.i:
        return False
    helpers = [c for c in event.children if c.dep_ in ("aux", "auxpass", "neg")]
    if any(c.lower_ not in HELPERS for c in helpers):
        return False
    if any(t.lower_ in BARRED for t in (*event.children, *place.subtree)):
        return False
    # "the school where she studied and graduated in 1931"
    while event.dep_ == "conj" and event.head.tag_ == event.tag_:
        event = event.head
    if event.dep_ == "advcl":
        return _is_granted_clause(event)
    if event.dep_ == "pcomp":
        return _is_granted_act(event)
    return event.dep_ in ("relcl", "acl") and _is_of_one(event)


def _is_granted_clause(event: Token) -> bool:
    """ "when she left", "having left"."""
    if any(c.lower_ == "having" and c.dep_ == "aux" for c in event.lefts):
        return event.tag_ == "VBN"
    if event.tag_ == "VBG":
        return False
    marks = [c.lower_ for c in event.children if c.dep_ == "mark" or c.tag_ == "WRB"]
    return len(marks) == 1 and marks[0] in GRANTING


def _is_granted_act(event: Token) -> bool:
    """ "before leaving in 1987", "with the tax being introduced in 1987"."""
    place = event.head.lower_
    being = any(c.lower_ in ("being", "having") for c in event.lefts)
    if place == "with":
        return being and any(c.dep_ in ("nsubj", "nsubjpass") for c in event.lefts)
    return place in DONE and (event.tag_ == "VBG" or being)


def _is_of_one(event: Token) -> bool:
    """ "the hall built in 1920", "a hall, built in 1920,"; not "those built", "a hall built"."""
    if event.tag_ == "VBG":
        return False
    first, thing = event.left_edge, event.head
    # "A ship, first launched in 1920": the clause tells more of it.
    if first.i > 0 and first.nbor(-1).text == ",":
        return thing.i < first.i
    known = thing.left_edge.lower_ in KNOWN
    return thing.tag_ != "NNS" and (known or thing.tag_ == "NNP")
