"""Another obligation or permission: "must" -> "need not", "allowed" -> "forbidden"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, like, replace
from pipeline.negation.english.things import PERSONS
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.checks.grounds import gives_grounds
from pipeline.negation.kinds.checks.possible import ADJECTIVES, goes_on
from pipeline.negation.kinds.facts.limits import DENYING
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

QUALIFYING = frozenset(("advmod", "dobj", "npadvmod"))
PARTICIPLES = {
    "allowed": "forbidden",
    "permitted": "forbidden",
    "forbidden": "allowed",
    "prohibited": "allowed",
    "obliged": "forbidden",
    "required": "forbidden",
}
BINDING = frozenset(("obliged", "required"))

CHANGED = PARTICIPLES.keys() | ADJECTIVES.keys()


def other_duty(scene: Scene) -> Iterator[list[Edit]]:
    """ "must pay" -> "need not pay"; "need not pay" -> "must pay"."""
    clause = scene.clause
    if clause is None or scene.is_question or not clause.auxiliaries or clause.inverted:
        return
    first = clause.auxiliaries[0]
    if first.lower_ == "must" and not clause.negators and len(clause.auxiliaries) == 1:
        # "must be seen" may be a duty, "must have left" is an inference.
        others = sum(t.lower_ == "must" or t.lower_ in DENYING for t in scene.tokens)
        bare = clause.verb.tag_ == "VB" and clause.verb.lower_ != "be" and others == 1
        # "rules that they must follow", which the parser may take for the main clause
        bare &= not any(c.dep_ == "csubj" for c in clause.verb.children)
        # "must do something" -> "need not do anything"
        bare &= not scene.has(("cost", "any", "something", "someone", "somebody"))
        if bare and not gives_grounds(scene) and not _is_needed(scene, first):
            yield [replace(first, "need not")]
    elif first.lower_ == "need" and clause.negators and clause.negators[0].i == first.i + 1:
        # "need not have paid": who must have paid has, needed or not
        if any(t.lower_ == "have" for t in clause.auxiliaries):
            return
        yield [Edit(first.idx, end_of(clause.negators[0]), like(first, "must"))]


def other_permission(scene: Scene) -> Iterator[list[Edit]]:
    """ "Dogs are allowed" -> "Dogs are forbidden"; "is required to" -> "is forbidden to"."""
    clause = scene.clause
    if clause is None or not scene.is_open:
        return
    if not scene.has(CHANGED) or goes_on(scene) or _is_favoured(scene):
        return
    verb = clause.verb
    if verb.lower_ in PARTICIPLES and any(t.dep_ == "auxpass" for t in clause.auxiliaries):
        to = any(c.dep_ == "xcomp" for c in verb.children)
        subject = clause.subject
        # "A third EVA was required to": only somebody is forbidden to.
        named = subject is not None and subject.tag_ in ("NNP", "NNPS") and not any(subject.lefts)
        person = subject is not None and (
            named
            or (subject.tag_ == "PRP" and subject.lower_ != "it")
            or bare_noun(subject) in PERSONS
        )
        # "is prohibited from being sold", "is more liberally permitted", "are allowed an hour"
        bound = any(c.lower_ == "from" or c.dep_ in QUALIFYING for c in verb.children)
        if not bound and (verb.lower_ not in BINDING or (to and person)):
            yield [replace(verb, PARTICIPLES[verb.lower_])]
    for child in verb.rights if scene.has(ADJECTIVES) else ():
        if child.dep_ != "acomp" or child.lower_ not in ADJECTIVES:
            continue
        # "was able to lift three stones", and unable to lift three others
        if child.lower_ in ("able", "unable") and _is_of_some(child):
            continue
        # "as likely as", "more likely to", "legal and compulsory"
        if not any(c.dep_ in ("advmod", "conj") for c in child.children):
            yield [replace(child, ADJECTIVES[child.lower_])]


def _is_of_some(able: Token) -> bool:
    """Whether somebody is able to do something to things that there may be more of."""
    done = [c for c in able.children if c.dep_ == "xcomp"]
    things = [t for verb in done for t in verb.rights if t.dep_ == "dobj"]
    return not all(map(is_certain, things))


def _is_needed(scene: Scene, must: Token) -> bool:
    """Whether a sentence goes on with what comes after: "must first ask, and when they do ..."."""
    behind = scene.lowers[must.i :]
    return "first" in behind and not {"when", "once", "finally", "then"}.isdisjoint(behind)


def _is_favoured(scene: Scene) -> bool:
    """ "With her help they were able to build", "Instead of one he was able to bring two"."""
    if scene.has(("help", "neither")):
        return True
    ahead = scene.lowers[: scene.head.i]
    return any(a == "instead" and b == "of" for a, b in pairwise(ahead))
