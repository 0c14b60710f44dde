"""The whole for a part: "was partly destroyed" -> "was entirely destroyed"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

PARTLY = frozenset("partly partially".split())
# "at least partly", "only partly", "very partially"
BEFORE = frozenset("least only very at or and but to the not even just".split())
# The rest tells of the other part: "partly of stone, while its tower is of brick".
ELSEWHERE = frozenset(
    "rest remaining remainder while whereas although though but either least other others another"
    " also sometimes often".split()
)
ABOVE = frozenset("ccomp csubj csubjpass nsubj nsubjpass parataxis dep".split())
PARTS = PARTLY | {"part"}


def in_whole(scene: Scene) -> Iterator[list[Edit]]:
    """ "The hall was partly rebuilt" -> "The hall was entirely rebuilt"; "due in part to" too."""
    if not scene.has(PARTS) or scene.is_question or scene.is_denied:
        return
    words = scene.lowers
    times = sum(word in PARTLY for word in words)
    if times > 1 or scene.has(ELSEWHERE) or scene.has(WEAK) or scene.sentence.is_restated:
        return
    for token in scene.tokens:
        i = token.i
        if i == 0 or i + 2 >= len(words) or token.i in scene.enclosed:
            continue
        if token.lower_ in PARTLY and token.dep_ == "advmod":
            # "partly or wholly built"
            if words[i - 1] not in BEFORE and words[i + 1] != "or" and _is_said(token, scene):
                yield [replace(token, "entirely")]
        elif words[i - 1 : i + 1] == ("in", "part") and words[i + 1] != "of":
            start = token.nbor(-1)
            if i > 1 and words[i - 2] not in BEFORE and _is_said(start, scene):
                yield [Edit(start.idx, end_of(token), like(start, "entirely"))]


def _is_said(token: Token, scene: Scene) -> bool:
    """Whether the main clause says it, or a phrase below it."""
    place = token
    while place.i != scene.head.i:
        if place.dep_ in ABOVE or place.head.i == place.i:
            return False
        if any(c.dep_ == "neg" or c.lower_ == "if" for c in place.children):
            return False
        place = place.head
    return True
