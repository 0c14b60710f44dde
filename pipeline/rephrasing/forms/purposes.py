"""Purposes: "She went to Oslo to study" and "She went to Oslo in order to study"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

DELIBERATE = frozenset(
    "build buy change close combine create cut design establish form found gather hire introduce"
    " join leave meet modify move open organise organize pass raise reduce remove replace return"
    " sell sign stop study train travel visit work write".split()
)
"""Verbs for what one does for a purpose; after "grow" or "wake", a result may follow."""


def in_order_to(scene: Scene) -> Iterator[list[Edit]]:
    """ "She went to Oslo to study" -> "She went to Oslo in order to study"."""
    if scene.has(("order", "so", "too", "enough", "as")):
        return
    for to in scene.doc[2:-1]:
        aim = to.head
        if to.tag_ != "TO" or to.dep_ != "aux" or aim.dep_ != "advcl" or aim.left_edge != to:
            continue
        if aim.tag_ != "VB" or aim.lower_ in ("be", "have", "become") or to.i in scene.enclosed:
            continue
        if _is_for_a_purpose(aim.head, aim) and to.nbor(-1).text != ",":
            yield [Edit(to.idx, to.idx, "in order ")]
            return


def _is_for_a_purpose(verb: Token, aim: Token) -> bool:
    """Whether somebody does something, and an aim ends the sentence with all that it needs."""
    if bare_form(verb.text) not in DELIBERATE or verb.i > aim.i or verb.tag_ == "VBN":
        return False
    ends = aim.right_edge.i
    # "a house to live in": more about the house
    if verb.doc[ends].tag_ == "IN" or any(c.dep_ == "xcomp" for c in verb.children):
        return False
    # "sold the right to build": more about the right
    before = aim.left_edge.nbor(-1)
    return before.tag_ not in ("NN", "NNS") or before.dep_ == "pobj"
