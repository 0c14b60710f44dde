"""What there is, said to be absent: "There was a complete absence of complaints"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit
from pipeline.negation.kinds.facts.limits import BARRED, SOMEBODY
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.lexical.untried import goes_on

if TYPE_CHECKING:
    from spacy.tokens import Token

BE = {"is": "is", "are": "is", "was": "was", "were": "was"}
# Before a noun, and left out with it: "There are many shops".
LEFT_OUT = frozenset("many much several numerous various some also considerable".split())
# There may be none of these and much of the rest: "There is insufficient evidence".
SMALL = frozenset("limited insufficient sufficient enough scant poor even little minor".split())
# "There are a number of shops": an amount
AMOUNTS = frozenset(
    "number lot variety series pair group range majority plenty hundred thousand dozen million"
    " couple set score amount total array multitude way one".split()
)
# With "a", but without it after "absence of".
ABSTRACT = frozenset(
    "debate dispute discussion disagreement controversy confusion demand need risk danger overlap"
    " consensus agreement correlation competition tension interest opposition support tradition"
    " continuity reliance concern speculation evidence pressure rivalry resistance".split()
)
COMPARING = frozenset("JJR JJS RBR RBS CD PDT PRP$".split())
UNSURE = BARRED | SOMEBODY
IN_PART = BARRED | SMALL


def absent(scene: Scene) -> Iterator[list[Edit]]:
    """ "There were complaints" -> "There was a complete absence of complaints"."""
    clause = scene.clause if "there" in scene.words else None
    if clause is None or scene.is_question or clause.auxiliaries or clause.negators:
        return
    be = clause.verb
    if be.lower_ not in BE or be.i in scene.enclosed or scene.has(("but", "only")):
        return
    there = any(c.dep_ == "expl" and c.i < be.i for c in be.children)
    noun = next((c for c in be.rights if c.dep_ == "attr"), None)
    if noun is None or not there or noun.tag_ not in ("NN", "NNS"):
        return
    # "although there are shops"; "There are shops: one sells bread", "shops, which sell bread"
    behind = scene.lowers[be.i :]
    if ":" in behind or ";" in behind or any(c.dep_ == "mark" for c in be.lefts):
        return
    if goes_on(scene, be):
        return
    # "There was rain, heavy at times"; "There is rain for 12 days"
    if any(_measures(t) for t in scene.tokens[be.i :]):
        return
    # "There is nothing", "There is something that I must know"
    if noun.lower_ in UNSURE:
        return
    if bare_noun(noun) in AMOUNTS or any(c.dep_ == "neg" for c in be.children):
        return
    kept = _without_quantity(scene, be, noun)
    if kept is not None:
        yield [Edit(be.idx, kept.idx, f"{BE[be.lower_]} a complete absence of ")]


def _measures(token: Token) -> bool:
    """ ", heavy at times", "for 12 days": how much, or how long, there was of something."""
    if token.tag_ == "JJ" and token.dep_ in ("amod", "advcl", "acl") and token.i > token.head.i:
        return token.nbor(-1).text == ","
    return token.tag_ == "CD" and any(a.lower_ == "for" for a in token.ancestors)


def _without_quantity(scene: Scene, be: Token, noun: Token) -> Token | None:
    """The first word of what there is, after its quantity; None if that does not fit."""
    start = be.i + 1
    while start <= noun.i and scene.lowers[start] in LEFT_OUT:
        start += 1
    before = scene.tokens[start : noun.i]
    if before and before[0].lower_ in ("a", "an"):
        if bare_noun(noun) not in ABSTRACT or len(before) > 2:
            return None
        before, start = before[1:], start + 1
    elif noun.tag_ == "NN" and start != be.i + 1:
        return None  # "some risk" is fine as it is; "many a shop"
    if any(t.dep_ == "det" or t.tag_ in COMPARING or t.is_punct for t in before):
        return None
    within = [t for t in (*before, *noun.children) if t.i >= start]
    if any(t.lower_ in IN_PART for t in within):
        return None
    # A noun without an article that the parser takes for a singular: "There are sheep".
    return scene.tokens[start] if start <= noun.i else None
