"""Whether a sentence shows one scene: a caption, or what somebody is doing now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.alternative.idioms import speaks_of_oneself
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# What somebody does with one thing, or in one place, at a time: "is eating lunch".
ENGAGED = frozenset("eat drink wear ride drive play sit stand lie sleep read speak talk".split())
VISIBLE = frozenset(
    "run walk jump climb dance sing swim crawl hold carry push pull throw catch kick lean".split()
)
NOW = frozenset("am is are 'm 's 're ’m ’s ’re".split())
TAKEN = frozenset(("train", "bus", "tram", "plane", "boat"))
# The tags of the words that captions begin with: "A man", "Two men", "Brown dog", "Men"
SHOWING = frozenset(("DT", "CD", "JJ", "NN", "NNS", "VBG"))
# The prepositions of a place
IN = frozenset("in at on inside near to from by of".split())
SEEN = ENGAGED | VISIBLE


def is_pictured(scene: Scene) -> bool:
    """ "A dog runs along the beach": a caption, whose picture shows nothing else.

    Captions are in the present and begin with what they show; what looks like one in the past is a
    sentence whose verb the parser has missed. "Bring the red cup" is an order.
    """
    # "A white car has been following me", and other cars, perhaps
    if speaks_of_oneself(scene):
        return False
    if not scene.describes:
        return _is_seen(scene)
    if scene.head.tag_ in ("VB", "VBP", "NNP", "NNPS"):
        return False
    finite = [t for t in scene.tokens if t.tag_ in ("VBD", "VBZ", "MD") and t.dep_ != "relcl"]
    if scene.clause is not None and scene.clause.finite is not None:
        return all(t.tag_ in ("VBZ", "VBP") for t in finite)
    return not finite and scene.tokens[0].tag_ in SHOWING and scene.lowers[0] != "the"


def _is_seen(scene: Scene) -> bool:
    """ "A red cup stands on a blue plate", "Two dogs run through a field"."""
    clause = scene.clause
    if clause is None or clause.subject is None or clause.tag not in ("VBZ", "VBP"):
        return False
    first = clause.subject.left_edge
    shown = first.lower_ in ("a", "an") or first.tag_ == "CD"
    return shown and bare_form(clause.verb.text) in SEEN


def is_engaged(token: Token, kind: str) -> bool:
    """ "Anna is eating lunch", "is wearing a blue coat", "is taking the train"."""
    thing = token.head if token.dep_ == "amod" else token
    verb = thing.head.head if thing.dep_ == "pobj" else thing.head
    if verb.tag_ != "VBG" or thing.dep_ not in ("dobj", "pobj"):
        return False
    # "is playing with the dog", and with the cat
    if thing.dep_ == "pobj" and thing.head.lower_ not in IN:
        return False
    subject = subject_of(verb)
    if subject is None or not is_certain(subject):
        return False
    helpers = {c.lower_ for c in verb.lefts if c.dep_ == "aux"}
    # "has been riding the bus", and the train on other days
    if "been" in helpers:
        return False
    # "was eating lunch", and dinner at another time, if no time is told
    timed = any(c.dep_ in ("advcl", "npadvmod", "conj") for c in verb.children)
    if not helpers & NOW and not (timed and helpers & BE):
        return False
    lemma = bare_form(verb.text)
    if kind == "meal" and lemma == "have":
        return True
    return lemma in ENGAGED or (lemma == "take" and token.lower_ in TAKEN)
