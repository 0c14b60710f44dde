"""Nouns for which a quality and its opposite can both be true, or that only say when or why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import ORDINALS, RANK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

OF_PLACE = frozenset("in at on near to from through".split())
# "the final round" and "the initial round" are two things, of which the same may hold.
EITHER = frozenset(
    "final initial inner outer primary secondary internal external domestic foreign male female"
    " maximum minimum public private maternal paternal strong weak coastal inland rural"
    " urban implicit explicit organic inorganic".split()
)
IN_ORDER = frozenset("first second third last next previous only".split())
RANKED = IN_ORDER.union(ORDINALS, ("sole",))
LISTING = frozenset("include includes included including contain contains contained".split())
AVOIDING = frozenset(
    "avoid avoids avoided avoiding prevent prevents prevented preventing prohibit prohibits"
    " prohibited forbid forbids forbade forbidden ban bans banned".split()
)


def leaves_others(noun: Token) -> bool:
    """ "avoids large shops", "in small villages": and large ones, too."""
    if noun.dep_ == "dobj":
        return noun.head.lower_ in AVOIDING
    # "a role for foreign investment"
    if noun.dep_ == "pobj" and noun.head.lower_ == "for" and noun.head.head.tag_.startswith("NN"):
        return _is_bare(noun)
    bare = noun.tag_ == "NNS" and noun.dep_ == "pobj" and noun.head.lower_ in OF_PLACE
    return bare and _is_bare(noun)


def _is_bare(noun: Token) -> bool:
    return not any(c.dep_ in ("det", "poss", "nummod") for c in noun.lefts)


def is_of_many(noun: Token, scene: Scene) -> bool:
    """ "teaches ancient history": without an article there may be others.

    In captions nothing else is meant: "A dog runs through deep snow".
    """
    if scene.describes or noun.dep_ not in ("dobj", "pobj", "conj", "appos"):
        return False
    return _is_bare(noun) and not any(c.tag_ in ("DT", "PRP$", "CD") for c in noun.lefts)


def is_counted_among(noun: Token, scene: Scene) -> bool:
    """ "ranked 45 large shops", "hired two Danish cooks": and as many others, perhaps."""
    counted = noun.dep_ == "dobj" and any(c.dep_ == "nummod" for c in noun.lefts)
    return counted and not scene.describes


def picks_one(quality: Token) -> bool:
    """Whether an adjective tells which thing is meant: "the inner wall", "his first major speech".

    What is said of it can hold of the outer wall as well.
    """
    noun = quality.head
    if any(c.lower_ in RANKED or c.tag_ == "JJS" or RANK.fullmatch(c.lower_) for c in noun.lefts):
        return True
    # "both foreign visitors and those from there"
    listed = any(c.dep_ in ("cc", "conj", "preconj") for c in noun.children)
    definite = noun.left_edge.lower_ == "the" or any(c.tag_ == "PRP$" for c in noun.lefts)
    known = noun.dep_ in ("dobj", "pobj") and (definite or listed)
    return known and quality.lower_ in EITHER


def is_one_of_several(scene: Scene) -> bool:
    """ "One of the vases is small", "Another town is Odda": a further one may be large."""
    subject = scene.clause.subject if scene.clause is not None else None
    if subject is not None and subject.left_edge.lower_ == "another":
        return True
    return subject is not None and subject.lower_ == "one" and any(True for _ in subject.rights)


def is_listed_part(noun: Token) -> bool:
    """ "includes small shops, large ones": there may be others."""
    listed = noun.head.lower_ in LISTING and noun.dep_ in ("dobj", "conj", "appos")
    return listed or (noun.dep_ in ("conj", "appos") and noun.head.head.lower_ in LISTING)


def explains(noun: Token, scene: Scene) -> bool:
    """ "due to the late arrival" is a reason; "services to the big cities" are some of several."""
    above = list(noun.ancestors)
    if any(t.lower_ in ("due", "because") for t in above):
        return True
    subject = scene.clause.subject if scene.clause is not None else None
    return subject is not None and any(t.i == subject.i for t in above) and not scene.describes


def frames(noun: Token, scene: Scene) -> bool:
    """ "During heavy rain the river floods": in front it says when, but not only then."""
    subject = scene.clause.subject if scene.clause is not None else None
    place = noun
    while place.dep_ in ("pobj", "prep", "pcomp") and place.head.i != scene.head.i:
        place = place.head
    return place.dep_ == "prep" and subject is not None and place.i < subject.i
