"""Other quantifiers of a subject: "most seats" -> "only a few seats", "all" -> "only some"."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.kinds.facts.scene import Scene

SUBJECT_WORDS = {
    "most": ("only a few", "only a small minority of", "only a handful of"),
    "many": ("only a few", "only a handful of", "only two or three"),
    "few": ("many",),
    "everyone": ("hardly anyone",),
    "everybody": ("hardly anybody",),
    "nobody": ("everybody",),
    "everything": ("nothing",),
    "nothing": ("everything",),
}
"""Quantifier of a subject -> its contraries; those before "of" end in it."""


def other_quantifier(scene: Scene) -> Iterator[list[Edit]]:
    """ "Most seats are taken" -> "Only a few seats are taken"; "all the time" is left alone."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    if clause.negators or clause.finite is None:
        return
    first = clause.subject.left_edge
    if first.lower_ not in SUBJECT_WORDS or first.i > clause.finite.i:
        return
    # "Many were hurt, as they had no shelter"
    if any(t.lower_ in ("as", "because", "since") and t.dep_ == "mark" for t in scene.tokens):
        return
    plural = first == clause.subject or (
        first.head == clause.subject and clause.subject.tag_ == "NNS" and first.dep_ == "amod"
    )
    after = "".join(t.lower_ for t in first.doc[first.i + 1 : first.i + 2])
    if plural and after not in ("of", "people", "a", "more", "recently", "other", "likely"):
        new = scene.choice(first, SUBJECT_WORDS[first.lower_])
        # "many are cheap"
        yield [replace(first, new.removesuffix(" of") if first == clause.subject else new)]
    elif after == "of" and first == clause.subject and first.lower_ in ("most", "many", "few"):
        of = first.nbor(1)
        if not any(t.tag_ == "NNS" and t.dep_ == "pobj" for t in of.children):
            return  # "most of the bread", "most of the growth of the towns"
        new = scene.choice(first, SUBJECT_WORDS[first.lower_])
        yield [replace(first, new.removesuffix(" of"))]


def little_of_much(scene: Scene) -> Iterator[list[Edit]]:
    """ "Much of the bread is eaten" -> "Little of the bread is eaten"; "most of the" as well."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    first, finite = clause.subject.left_edge, clause.finite
    if clause.negators or finite is None or first != clause.subject or first.i > finite.i:
        return
    of = first.nbor(1)
    if first.lower_ not in ("much", "most") or of.lower_ != "of" or scene.is_relied_on:
        return
    whole = next((c for c in of.children if c.dep_ == "pobj"), None)
    # "most of the seats" are few.
    single = whole is not None and (
        whole.tag_ in ("NN", "PRP") or (whole.tag_ == "NNP" and whole.left_edge.i == whole.i)
    )
    if single and finite.lower_ not in ("are", "were", "have"):
        yield [replace(first, "little")]


def none_of_all(scene: Scene) -> Iterator[list[Edit]]:
    """ "All the children sang" -> "None of the children sang"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.negators or scene.is_question:
        return
    first = clause.subject.left_edge
    if first.lower_ != "all" or clause.finite is None or clause.subject.tag_ != "NNS":
        return
    if first.i + 1 == len(scene.doc):
        return
    # "All the rivers were high; a dam broke"
    if scene.is_relied_on:
        return
    after = first.nbor(1)
    if after.lower_ in ("the", "these", "those", "my", "our", "their", "his", "her", "its"):
        new = scene.choice(first, ("none of", "only some of", "only a few of"))
        yield [Edit(first.idx, end_of(first), like(first, new))]
    elif after.lower_ == "of" and first != clause.subject:
        new = scene.choice(first, ("none", "only some", "only a few"))
        yield [Edit(first.idx, end_of(first), like(first, new))]
    elif after == clause.subject:
        new = scene.choice(first, ("no", "only some", "only a few"))
        yield [Edit(first.idx, end_of(first), like(first, new))]
