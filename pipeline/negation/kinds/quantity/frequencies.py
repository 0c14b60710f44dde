"""Frequencies away from the main verb: "Usually it rains" -> "In rare cases it rains"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.facts.limits import DENYING, WEAK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

OFTEN = frozenset(
    "often usually frequently commonly typically generally normally regularly".split()
)
OTHERS = OFTEN | frozenset("sometimes occasionally always rarely seldom never infrequently".split())
CLAUSES = frozenset(("relcl", "acl", "advcl"))
PAUSES = frozenset((",", "–", "—"))
OF_PHRASE = frozenset(("prep", "acl", "advcl", "relcl", "conj"))
ASIDE = frozenset("but if unless whether because since as so such".split())


def rare_cases(scene: Scene) -> Iterator[list[Edit]]:
    """ "Usually, the mill is closed" -> "In rare cases, the mill is closed"."""
    clause, first = scene.clause, scene.tokens[0]
    if clause is None or first.lower_ not in OFTEN or clause.subject is None:
        return
    if first.head.i != clause.verb.i or scene.is_question or clause.inverted:
        return
    if clause.negators or not _is_alone(first, scene) or scene.is_denied:
        return
    if any(t.lower_ in WEAK for t in clause.auxiliaries):
        return
    yield [replace(first, "In rare cases")]


def seldom_beside(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is a lamp, usually made of glass" -> "It is a lamp, only occasionally made of glass"."""
    if not scene.has(OFTEN) or scene.is_question or scene.has(ASIDE):
        return
    for often in scene.tokens[2:-1]:
        if often.lower_ not in OFTEN or often.i in scene.enclosed or not _is_alone(often, scene):
            continue
        if any(True for _ in often.children) or often.dep_ != "advmod":
            continue
        behind, place = often.nbor(1), often.head
        if "only" in scene.lowers[often.i :]:
            continue
        if behind.tag_[:2] == "RB" or behind.is_punct or not _is_told(often, place, scene):
            continue
        active = place.i == behind.i and place.tag_ in ("VBZ", "VBP", "VBD")
        yield [replace(often, "infrequently" if active else "only occasionally")]


def _is_alone(often: Token, scene: Scene) -> bool:
    """Whether no other word tells how often, or denies."""
    return scene.words.isdisjoint((OTHERS | DENYING) - {often.lower_})


def _is_told(often: Token, place: Token, scene: Scene) -> bool:
    """Whether a phrase adds something: ", usually of glass", ", which usually burns"."""
    if place.dep_ == "conj" and place.tag_[0] == "V" and place.head.i == scene.head.i:
        return _is_free(place, scene)
    opening = often.nbor(-1)
    if opening.text in PAUSES and place.dep_ in OF_PHRASE and place.i > often.i:
        return place.dep_ != "conj" and _holds(place.head, scene)
    if place.dep_ != "relcl":
        return False
    which = next((c for c in place.lefts if c.lower_ in ("which", "who")), None)
    paused = which is not None and which.i > 0 and which.nbor(-1).text in PAUSES
    return paused and _is_free(place, scene) and _holds(place.head, scene)


def _holds(place: Token, scene: Scene) -> bool:
    """Whether no clause above is a condition or a report, and none denies."""
    above = (place, *place.ancestors)
    return not any(a.dep_ in ("ccomp", "advcl", "csubj") for a in above)


def _is_free(verb: Token, scene: Scene) -> bool:
    """Whether the verb has no modal and no other verb joined to it."""
    return not any(
        c.dep_ in ("conj", "neg") or (c.dep_ == "aux" and c.lower_ in WEAK) for c in verb.children
    )
