"""The other degree where nothing is compared: "became more active" -> "became less active"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# "See the list for a more exact view", "instead of a more common plan"
NOT_GRADED = frozenset("than while because see instead rather such correspondingly".split())


def other_likelihood(scene: Scene) -> Iterator[list[Edit]]:
    """ "became more active" -> "became less active", where nothing is compared."""
    if not scene.has(("more", "less")) or scene.has(NOT_GRADED) or gives_grounds(scene):
        return
    for token in scene.stated():
        if token.lower_ not in ("more", "less") or token.dep_ != "advmod":
            continue
        word = token.head
        # "In more complex cases, ..." says when.
        subject = scene.clause.subject if scene.clause is not None else None
        if subject is not None and token.i < subject.i:
            continue
        if word.tag_ not in ("JJ", "VBN") or word.i != token.i + 1 or _is_open_ended(token):
            continue
        # "explains several more complex effects", and the less complex ones, too
        told = word.dep_ == "amod" and word.head.i > word.i and word.head.dep_ == "attr"
        if word.dep_ in ("acomp", "oprd") or told:
            yield [replace(token, "less" if token.lower_ == "more" else "more")]


def _is_open_ended(token: Token) -> bool:
    """ "no more useful", "more and more useful", "the more useful the better"."""
    before = token.nbor(-1).lower_ if token.i else ""
    beside = any(c.dep_ in ("conj", "cc") for c in (*token.children, *token.head.children))
    return beside or before in ("no", "the", "and", "or", "any", "even", "once", "far", "much")
