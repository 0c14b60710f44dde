"""Another aim: "moved to Paris to study" -> "moved to Paris for reasons other than to study"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, before, end_of, like
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

NEW = "for reasons other than"
ORDER = ("in", "order", "to")
# "grew up to become a baker", "returned to find it closed", "used it to cut": no aim that one has.
RESULTS = frozenset(
    "become be find discover learn see win finish reach form make have include encompass cover"
    " use join continue".split()
)
# What somebody does with an aim in mind.
DEEDS = frozenset(
    "travel move sail fly leave visit return call send found establish create build construct"
    " extend organise organize introduce launch conduct put bring meet gather arrive resign retire"
    " quit"
    " stop settle open close appoint hire invite sign pass implement impose amend adopt deploy"
    " dispatch withdraw change rename relocate switch enlist volunteer cite commission form merge"
    " spend sell borrow raise install erect demolish remove modify abandon journey march ride"
    " migrate emigrate immigrate undertake develop design rebuild reorganise reorganize convene"
    " come go flee retreat cross enter perform publish release recruit purchase acquire break"
    " cancel postpone delay shorten widen divert redesign restructure initiate".split()
)
# Words after which an infinitive is no aim: "too late to leave", "enough to pay".
BEFORE = frozenset("too enough so as only just how what where and or but not than able due".split())
BESIDE = frozenset(
    "which whose must need needs needed require requires required should if when".split()
)
NO_AIM_BEHIND = BEFORE | {","}


def other_aim(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was founded to build ships" -> "It was founded for reasons other than to"."""
    clause = scene.clause if scene.has(("to",)) else None
    if clause is None or clause.subject is None or not scene.is_open or scene.adds:
        return
    if scene.has(BESIDE) or clause.inverted or not _is_deed(scene.head):
        return
    for token in scene.tokens:
        if token.lower_ != "to" or token.tag_ != "TO" or token.i in scene.enclosed:
            continue
        aim = token.head
        if aim.dep_ != "advcl" or aim.head.i != scene.head.i or not _is_aim(aim, token):
            continue
        i = token.i
        if scene.lowers[max(i - 2, 0) : i + 1] == ORDER:
            start = token.nbor(-2)
            yield [Edit(start.idx, end_of(token.nbor(-1)), like(start, NEW))]
        elif _has_aim(scene.head, token):
            yield [before(token, NEW)]


def _has_aim(deed: Token, to: Token) -> bool:
    """ "went to Paris to study", but not "went on to study", "came to mean", "went to work"."""
    lemma = bare_form(deed.text)
    if to.i < deed.i or to.nbor(-1).lower_ in NO_AIM_BEHIND:
        return False
    # "It was left to her to decide"
    if lemma == "leave" and any(c.lower_ == "it" for c in deed.lefts):
        return False
    if lemma not in DEEDS or any(c.lower_ in ("on", "back") for c in deed.children):
        return False
    if lemma not in ("go", "come"):
        return True
    return any(c.lower_ in ("to", "from", "into") and deed.i < c.i < to.i for c in deed.children)


def _is_deed(verb: Token) -> bool:
    """ "founded", "was founded": what somebody did."""
    if verb.tag_ == "VBD":
        return True
    helpers = {c.lower_ for c in verb.children if c.dep_ in ("aux", "auxpass")}
    return verb.tag_ == "VBN" and bool(helpers) and helpers <= {"was", "were", "been", "had"}


def _is_aim(aim: Token, to: Token) -> bool:
    if aim.tag_ != "VB" or aim.lower_ in RESULTS or aim.left_edge.lower_ not in ("to", "in"):
        return False
    bound = ("mark", "nsubj", "nsubjpass", "conj", "cc", "aux", "neg")
    return not any(c.dep_ in bound and c.i != to.i and c.lower_ != "in" for c in aim.children)
