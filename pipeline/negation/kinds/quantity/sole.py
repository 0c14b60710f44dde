"""One of several, and the only one: "is one of the mills" -> "is the only mill", and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.inflection import inflected, one_of
from pipeline.negation.kinds.facts.nouns import is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

OWNERS = frozenset("its his her their our my your".split())
SUBJECTS = frozenset(("nsubj", "nsubjpass"))
# "one of the first mills", "one of the other mills": "the only" does not fit these.
RANKS = frozenset(
    "first last earliest few many two other most more least best top leading main foremost key"
    " greatest same such respective various numerous several three four five six seven eight nine"
    " ten twelve major principal chief dominant world".split()
)
PLURAL_ONLY = frozenset(
    "one other thing time way person people means series species reason".split()
)
BESIDE = frozenset("along with together besides alongside such including".split())
ARTICLES = OWNERS | {"the"}


def only_member(scene: Scene) -> Iterator[list[Edit]]:
    """ "Odda is one of the mills in Kent" -> "Odda is the only mill in Kent"."""
    clause = scene.clause
    if clause is None or not scene.has(("one",)) or not scene.is_open or clause.inverted:
        return
    if scene.has(BESIDE):
        return
    for one in scene.asserted(subject=True):
        if one.lower_ != "one" or not _is_said(one, scene):
            continue
        of = next((c for c in one.rights if c.lower_ == "of" and c.i == one.i + 1), None)
        noun = next((c for c in of.children if c.dep_ == "pobj"), None) if of is not None else None
        if of is None or noun is None or noun.tag_ != "NNS" or is_named(noun):
            continue
        first = noun.left_edge
        if first.i != of.i + 1 or first.lower_ not in ARTICLES:
            continue
        if any(c.dep_ == "relcl" for c in one.rights) or not _is_alone(first, noun):
            continue
        single = one_of(noun.text)
        if single is None or single == noun.text or noun.lower_ in PLURAL_ONLY:
            continue
        yield [
            Edit(one.idx, end_of(first), like(one, f"{first.lower_} only")),
            Edit(noun.idx, end_of(noun), single),
        ]


def one_of_several(scene: Scene) -> Iterator[list[Edit]]:
    """ "Odda is the only mill in Kent" -> "Odda is one of several mills in Kent"."""
    clause = scene.clause
    if clause is None or not scene.has(("only", "sole")) or not scene.is_open or clause.inverted:
        return
    for only in scene.asserted():
        noun = only.head
        if only.lower_ not in ("only", "sole") or noun.dep_ != "attr" or noun.tag_ != "NN":
            continue
        if noun.head.i != scene.head.i or only.dep_ not in ("amod", "advmod") or is_named(noun):
            continue
        first = noun.left_edge
        if first.i + 1 != only.i or first.lower_ not in ARTICLES or only.i > noun.i:
            continue
        if noun.lower_ in PLURAL_ONLY or not _is_alone(only, noun):
            continue
        whole = "several" if first.lower_ == "the" else first.lower_
        yield [
            Edit(first.idx, end_of(only), f"one of {whole}"),
            Edit(noun.idx, end_of(noun), inflected(noun.text, "NNS")),
        ]


def _is_said(one: Token, scene: Scene) -> bool:
    """Whether "one of the mills" is what something is, or the subject of what is said."""
    verb = one.head
    if verb.i != scene.head.i:
        return False
    if one.dep_ in SUBJECTS:
        return one.left_edge.i == one.i
    # "was one of the founders and the mayor"
    return one.dep_ == "attr" and not any(c.dep_ in ("conj", "cc") for c in one.children)


def _is_alone(first: Token, noun: Token) -> bool:
    """Whether a noun has no rank or number, and no clause that agrees with the plural."""
    between = noun.doc[first.i + 1 : noun.i]
    if any(t.lower_ in RANKS or t.tag_ in ("JJS", "RBS", "CD", "CC", ",") for t in between):
        return False
    if any(t.dep_ == "relcl" for t in noun.subtree if t.i > noun.i):
        return False
    if any(c.dep_ == "poss" and c.i > first.i for c in noun.lefts):
        return False
    return not any(c.dep_ in ("conj", "cc", "appos") for c in noun.children)
