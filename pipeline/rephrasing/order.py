"""Two coordinated nouns in the other order: "bread and butter" and "butter and bread"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import is_noun
from pipeline.negation.kinds.scene import Scene, is_named

if TYPE_CHECKING:
    from spacy.tokens import Token

# First words of pairs that have a fixed order.
FIXED = frozenset(
    (
        "lady ladies husband man men salt bread fish law trial bed cause supply research arts"
        " science food room black male boy boys mother father king bride brother rock rhythm knife"
        " life death birth day night head hand body mind heart time size shape profit import"
        " terms pros war trade stock wear hide cat cats cut ups odds peace health safety"
    ).split()
)


def turned_pair(scene: Scene) -> Iterator[list[Edit]]:
    """ "They sell shoes and hats" -> "They sell hats and shoes"."""
    edits: list[Edit] = []
    for first in scene.doc[:-2]:
        second = _partner(first)
        if second is None or first.i in scene.enclosed or (edits and first.idx < edits[-1].stop):
            continue
        edits += [
            Edit(first.idx, end_of(first), second.text),
            Edit(second.idx, end_of(second), first.text),
        ]
    if edits:
        yield edits


def _partner(first: Token) -> Token | None:
    """The other of two bare plural or mass nouns without any modifier."""
    if first.tag_ not in ("NNS", "NN") or is_named(first) or first.lower_ in FIXED:
        return None
    and_ = first.nbor(1)
    if and_.lower_ not in ("and", "or") or and_.dep_ != "cc" or and_.head != first:
        return None
    joined = [c for c in first.children if c.dep_ == "conj"]
    second = first.nbor(2) if first.i + 2 < len(first.doc) else None
    if second is None or joined != [second] or second.tag_ != first.tag_ or is_named(second):
        return None
    if any(c.dep_ != "cc" for c in second.children) or second.lower_ in FIXED:
        return None
    # "cats, dogs and birds" continues to the left, "oil and gas fields" to the right; a word before
    # the pair may modify only the first.
    others = [c for c in first.children if c.dep_ not in ("cc", "conj", "punct")]
    after = second.nbor(1) if second.i + 1 < len(second.doc) else None
    compound = after is not None and (after.tag_.startswith("N") or after.text in ("-", "/", "of"))
    if others or compound or first.dep_ in ("conj", "compound", "appos", "nmod"):
        return None
    if not (is_noun(first.text) and is_noun(second.text)):
        return None
    bare = first.i > 0 and first.nbor(-1).tag_ not in ("JJ", "DT", "PRP$", "CD", ",", "NN", "VBN")
    return second if bare and first.nbor(-1).lower_ not in ("between", "both", "of") else None
