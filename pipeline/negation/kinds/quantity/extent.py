"""Another share: "mainly by farmers" -> "only to a small extent by farmers", "a majority of"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

MOSTLY = frozenset("mainly mostly largely primarily predominantly chiefly principally".split())
WHOLLY = frozenset("exclusively solely entirely completely fully wholly totally".split())
# Beside verbs the others have opposites of their own.
ALONE = frozenset(("exclusively", "solely"))
SHARES = MOSTLY | WHOLLY
OF_PREDICATE = frozenset("acomp attr prep agent advmod oprd".split())


def other_extent(scene: Scene) -> Iterator[list[Edit]]:
    """ "They are mainly rural" -> "They are only to a small extent rural".

    Also of the whole: "It is entirely dependent on fishing" -> "It is only partly dependent".
    """
    clause = scene.clause if scene.has(SHARES) else None
    if clause is None or clause.subject is None or clause.inverted or scene.is_question:
        return
    if scene.is_denied or any(t.lower_ in WEAK for t in clause.auxiliaries):
        return
    for token in scene.tokens:
        if token.lower_ not in SHARES or token.dep_ != "advmod" or token.i in scene.enclosed:
            continue
        # "Mainly they sang", "almost entirely"
        if token.i <= clause.subject.i or any(True for _ in token.children):
            continue
        if token.i + 1 == len(scene.tokens) or not _is_of_predicate(token.head, clause.verb):
            continue
        verbal = token.head.i == clause.verb.i and token.i < clause.verb.i
        # "largely ignored the plan": the long phrase does not fit before an active verb.
        if verbal and not clause.auxiliaries:
            continue
        if token.lower_ in MOSTLY:
            yield [replace(token, "only to a small extent")]
        elif token.lower_ in ALONE or not verbal:
            yield [replace(token, "only partly")]


def _is_of_predicate(place: Token, verb: Token) -> bool:
    """Whether a word is the main verb, or what it says of its subject."""
    return place.i == verb.i or (place.head.i == verb.i and place.dep_ in OF_PREDICATE)


def other_share(scene: Scene) -> Iterator[list[Edit]]:
    """ "A majority of the members" -> "A minority of the members"; "the majority" too."""
    for token in scene.tokens if scene.has(("majority", "minority")) else ():
        if token.lower_ not in ("majority", "minority") or scene.is_question or scene.is_denied:
            continue
        of = token.i + 1 < len(scene.doc) and token.nbor(1).lower_ == "of"
        article = token.nbor(-1).lower_ if token.i else ""
        if not of or token.dep_ == "compound" or any(c.dep_ == "conj" for c in token.children):
            continue
        alone = article in ("a", "the") or (article == "vast" and token.i > 1)
        held = token.head.i == scene.head.i and token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr")
        if alone and held and token.i not in scene.enclosed:
            start = token.nbor(-2) if article == "vast" else token.nbor(-1)
            new = "minority" if token.lower_ == "majority" else "majority"
            yield [Edit(start.idx, end_of(token), like(start, f"a {new}"))]
