"""Whether what is said of one thing or time may be said of another besides: "the flute, too"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.alternative.leaving import TIMES
from pipeline.negation.kinds.checks.elsewhere import happens_once, is_rank, is_usual
from pipeline.negation.kinds.checks.framing import AVOIDING
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

ADDED = frozenset(("too", "also", "well"))
# "loaded the car", and then the van
REPEATABLE = frozenset("loaded unloaded washed cleaned painted repaired fixed".split())
# "I like dogs", and cats perhaps
WANTING = frozenset("like love hate enjoy prefer need want admire miss".split())
INTENDING = frozenset("hope seek want try aim consider offer propose".split())
PLANNING = frozenset("plan intend expect schedule".split())
OPEN = frozenset(("a", "an", "another", "more"))
AROUND = frozenset("after before at during for over".split())


def is_besides(token: Token, kind: str, scene: Scene) -> bool:
    """Whether another thing of the same set may be meant as well.

    "She plays the flute, too", "Berg to sell cars" (a headline), "He loaded the car"

    Args:
        token: the thing.
        kind: its set.
        scene: the sentence.
    """
    if scene.has(ADDED) and _is_added(token):
        return True
    if _is_of_several(token, scene) or (kind == "meal" and _is_any_day(token)):
        return True
    # "There are dogs in the yard", and cats perhaps
    if token.dep_ == "attr" and any(c.dep_ == "expl" for c in token.head.children):
        return True
    # "I like the sound of the harp"
    part = token.head.head
    if token.head.lower_ == "of" and part.dep_ == "dobj" and bare_form(part.head.text) in WANTING:
        return True
    if _is_intended(token, kind) or _is_avoided(token):
        return True
    if token.dep_ != "dobj":
        return False
    if "than" in scene.words or _is_wanted(token.head) or _is_offered(token, scene):
        return True
    # "built its first car"; "plays the flute", which somebody does at times
    if any(is_rank(c) for c in token.lefts) or (not scene.describes and is_usual(token.head)):
        return True
    # In a caption, the thing is the only one that can be seen.
    again = kind == "vehicle" and token.head.lower_ in REPEATABLE and not scene.describes
    return again or _is_planned(token.head)


def _is_of_several(token: Token, scene: Scene) -> bool:
    """ "Three of them were Danish": others may be Dutch."""
    subject = scene.clause.subject if scene.clause is not None else None
    predicate = token.dep_ in ("attr", "acomp") and token.head.i == scene.head.i
    return predicate and subject is not None and subject.tag_ == "CD"


def _is_any_day(meal: Token) -> bool:
    """ "reads after dinner", "dines at seven", "talked at dinner": so on other days or meals."""
    verb = meal.head.head if meal.dep_ == "pobj" else meal.head
    if meal.dep_ == "pobj":
        return meal.head.lower_ in AROUND and not happens_once(verb)
    return verb.tag_ in ("VBP", "VBZ")


def _is_avoided(token: Token) -> bool:
    """ "avoided the Danish ships", and the Dutch ones, perhaps."""
    thing = token.head if token.dep_ == "amod" else token
    return thing.dep_ == "dobj" and thing.head.lower_ in AVOIDING


def _is_intended(token: Token, kind: str) -> bool:
    """ "hopes to sign a treaty with Peru", "seek a meeting on Monday": and others, perhaps.

    "plans to sell its ships in May" tells of the ones that it has.
    """
    verb = next((t for t in token.ancestors if t.tag_[0] == "V"), token)
    above = verb.head if verb.dep_ == "xcomp" else verb
    verbs = {bare_form(verb.text), bare_form(above.text)}
    # What is planned for one day is not planned for another, but what is hoped for may be.
    if not verbs & (INTENDING if kind in TIMES else INTENDING | PLANNING):
        return False
    things = [c for c in verb.rights if c.dep_ == "dobj"]
    return any(is_indefinite(c) for c in things)


def is_indefinite(noun: Token) -> bool:
    """ "a meeting", "another meeting", "meetings"; not "the meeting", "its ships"."""
    if noun.tag_ not in ("NN", "NNS"):
        return False
    return all(c.lower_ in OPEN for c in noun.lefts if c.dep_ in ("det", "poss", "nummod"))


def _is_wanted(verb: Token) -> bool:
    """ "likes dogs", "needs to have a car"."""
    above = verb.head if verb.dep_ == "xcomp" else verb
    return bool({bare_form(verb.text), bare_form(above.text)} & WANTING)


def _is_offered(token: Token, scene: Scene) -> bool:
    """ "Have a beer": who offers one thing may offer another."""
    clause = scene.clause
    order = clause is not None and clause.subject is None and token.head.tag_ == "VB"
    return order and token.left_edge.lower_ in ("a", "an")


def _is_added(token: Token) -> bool:
    """ "plays the flute, too", "plays the flute as well"; not "plays the flute well"."""
    verb = next((t for t in token.ancestors if t.tag_[0] == "V"), None)
    added = [c for c in verb.rights if c.lower_ in ADDED] if verb is not None else []
    return any(
        c.dep_ == "advmod" and (c.lower_ != "well" or c.nbor(-1).lower_ == "as") for c in added
    )


def _is_planned(verb: Token) -> bool:
    """ "Berg to sell cars": an infinitive for the future, as in headlines."""
    return verb.tag_ == "VB" and verb.dep_ == "ROOT" and any(c.tag_ == "TO" for c in verb.lefts)
