"""Sameness and difference: "the same road" -> "a different road", and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.checks.elsewhere import ARISING
from pipeline.negation.kinds.checks.framing import AVOIDING, frames
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# "at the same time", "in the same way": fixed phrases.
FIXED = frozenset("name point time token thing way breath sort kind reason boat coin".split())


def other_sameness(scene: Scene) -> Iterator[list[Edit]]:
    """ "in the same year" -> "in a different year"; "different roads" -> "the same roads"."""
    for token in scene.stated() if scene.has(("same", "different")) else ():
        noun = token.head
        # "a different value than before"
        if "than" in scene.words:
            continue
        if token.dep_ != "amod" or noun.i < token.i or is_named(noun) or token.i == 0:
            continue
        # "In the same manner, ..." links to what was said before; "had the same problem"
        if frames(noun, scene) or (noun.dep_ == "dobj" and bare_form(noun.head.text) == "have"):
            continue
        if noun.dep_ not in ("pobj", "dobj") or any(True for _ in token.children):
            continue
        # "They shared the same desk"; "suggested that he take a different job"
        if bare_form(noun.head.text) == "share" or _is_below(noun, scene):
            continue
        if noun.lower_ in FIXED or _is_measured(noun):
            continue
        # "prohibits the use of the same name", and perhaps that of a different one
        if any(t.lower_ in AVOIDING for t in noun.ancestors):
            continue
        if any(c.dep_ in ("relcl", "conj", "nummod") for c in noun.children):
            continue
        before = token.nbor(-1)
        # "Both are on a different path" may be different from a third.
        if token.lower_ == "same" and _is_of_several(noun, scene):
            continue
        # "A boat appears in the same scene", and in others
        if noun.dep_ == "pobj" and bare_form(noun.head.head.text) in ARISING:
            continue
        if token.lower_ == "different" and noun.dep_ != "dobj":
            continue
        if token.lower_ == "same" and before.lower_ == "the":
            new = "a different" if noun.tag_ == "NN" else "different"
            yield [Edit(before.idx, end_of(token), like(before, new))]
        elif token.lower_ == "different" and noun.tag_ == "NN" and before.lower_ == "a":
            yield [Edit(before.idx, end_of(token), like(before, "the same"))]
        elif token.lower_ == "different" and noun.left_edge.i == token.i and noun.tag_ == "NNS":
            yield [replace(token, "the same")]


def _is_measured(noun: Token) -> bool:
    """ "the same field of work as before", "the same size regardless of age"."""
    for token in noun.doc[noun.i + 1 : noun.i + 8]:
        if token.is_punct:
            return False
        if token.lower_ in ("as", "that", "regardless", "which", "who", "found", "used"):
            return True
    return False


def _is_below(noun: Token, scene: Scene) -> bool:
    """Whether a noun belongs to a verb below the main one."""
    verbs = (t for t in noun.ancestors if t.tag_[0] == "V")
    return next((t.i != scene.head.i for t in verbs), False)


def _is_of_several(noun: Token, scene: Scene) -> bool:
    subject = scene.clause.subject if scene.clause is not None else None
    if any(c.lower_ == "with" for c in noun.children):
        return True
    # "cars with the same engine", "people of the same age": the same as one another
    holder = noun.head.head
    if noun.dep_ == "pobj" and holder.tag_ == "NNS" and noun.head.lower_ in ("with", "of"):
        return True
    if subject is None or noun.tag_ != "NN":
        return False
    return (
        subject.tag_ in ("NNS", "NNPS")
        or subject.lower_ == "both"
        or any(c.dep_ == "conj" for c in subject.children)
    )
