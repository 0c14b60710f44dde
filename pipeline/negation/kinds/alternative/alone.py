"""Whether a person has a part that only one can have: "composed by Berg", "The mayor was Berg"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.former import OFFICES
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.facts.nouns import CERTAIN, bare_noun
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# In the passive, of one thing: "was painted by Berg".
DONE_BY_ONE = frozenset(
    "write compose direct design paint create invent discover coin edit illustrate translate sculpt"
    " author found establish build produce develop formulate devise patent photograph carve"
    " commission compile choreograph narrate script pen draw engrave score"
    " lead head chair captain coach command succeed replace kill murder assassinate shoot"
    " behead execute portray voice host launch introduce propose"
    " defeat purchase acquire buy inherit crown consecrate ordain".split()
)
# In the active, of one thing with an article: "Berg composed the score".
MAKING = frozenset(
    "write compose direct design paint create invent discover coin edit author found establish"
    " compile choreograph narrate formulate devise patent sculpt build produce"
    " capture conquer purchase acquire buy host inherit commission"
    " succeed replace kill murder assassinate become be".split()
)
HOLDERS = frozenset(("bearer", "runner", "heir", "archbishop", "treasurer", "chancellor"))
OWN = frozenset("his her their".split())
# Whom one marries, or succeeds
MET_ONCE = frozenset("marry succeed replace kill murder assassinate behead".split())
KIN = frozenset(
    "son daughter brother sister father mother husband wife nephew niece uncle aunt grandson"
    " granddaughter grandfather grandmother widow successor predecessor".split()
)
POSTS = OFFICES | frozenset(
    "founder director architect author composer designer inventor producer conductor editor"
    " principal owner coach manager leader captain chairman ceo builder winner discoverer creator"
    " sculptor screenwriter choreographer sponsor".split()
)
SEVERAL = frozenset("one some another other example member first notable best among".split())
LED = frozenset("direction command leadership supervision chairmanship guidance tutelage".split())
HONOUR = frozenset(("honor", "honour", "memory"))
TO_ONE = frozenset("marry attribute credit dedicate sell".split())
NOT_ALONE = SEVERAL - {"first"}
RELATED = KIN | POSTS
HELD_BY_ONE = POSTS | HOLDERS


def has_part_of_one(name: Token, scene: Scene) -> bool:
    """Whether a sentence says of somebody what it could say of nobody else.

    Args:
        name: the last word of the name.
        scene: the sentence.
    """
    if name.dep_ == "nsubj":
        return _makes(name, scene)
    if not scene.states(name):
        return False
    if name.dep_ == "attr":
        return _is_the_holder(name)
    if name.dep_ == "appos":
        return _is_named_kin(name)
    if name.dep_ == "dobj":
        return _is_met_once(name)
    return name.dep_ == "pobj" and _is_governed(name)


def _is_met_once(name: Token) -> bool:
    """ "He married Ottla Berg"; not "One of them married Ottla Berg", nor "some married"."""
    verb = name.head
    if bare_form(verb.text) not in MET_ONCE or verb.tag_ not in ("VBD", "VBN", "VBZ"):
        return False
    who = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    return who is None or is_certain(who)


def _is_governed(name: Token) -> bool:
    """ "was painted by Berg", "is named after Berg", "the son of Berg", "was sold to Berg"."""
    by, above = name.head, name.head.head
    verb = bare_form(above.text)
    if by.lower_ == "by":
        return above.tag_ in ("VBN", "VBD") and verb in DONE_BY_ONE and not _is_one_of_many(above)
    if by.lower_ in ("after", "for"):
        return verb == "name" and above.tag_ in ("VBN", "VBD") and not _is_one_of_many(above)
    if by.lower_ == "to":
        return verb in TO_ONE and above.tag_ == "VBN"
    if by.lower_ != "of":
        return False
    if bare_noun(above) in KIN and above.tag_ == "NN":
        return above.dep_ in ("attr", "appos")
    if above.lower_ in HONOUR:
        return above.head.lower_ == "in"
    return above.lower_ in LED and above.head.lower_ == "under"


def _is_one_of_many(verb: Token) -> bool:
    """ "books written by Berg", "a poem written by Berg": there may be others, by others."""
    if verb.dep_ in ("acl", "relcl"):
        thing = verb.head
        certain = thing.left_edge.lower_ in CERTAIN or thing.tag_ == "NNP"
        return not certain and thing.dep_ not in ("attr", "ROOT")
    who = subject_of(verb)
    return who is not None and not is_certain(who)


def _is_the_holder(name: Token) -> bool:
    """ "The mayor was Berg", "Its first president is Berg"."""
    verb = name.head
    who = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    if verb.lower_ not in BE or who is None or who.tag_ != "NN":
        return False
    if any(t.lower_ in NOT_ALONE for t in who.subtree):
        return False
    owned = any(c.dep_ == "poss" for c in who.lefts)
    return owned or who.left_edge.lower_ in CERTAIN


def _is_named_kin(name: Token) -> bool:
    """ "with his wife, Anna Berg", "its founder, Berg"."""
    role = name.head
    if role.tag_ != "NN" or name.i < role.i or bare_noun(role) not in RELATED:
        return False
    if any(t.lower_ in SEVERAL for t in role.lefts):
        return False
    return role.left_edge.lower_ in CERTAIN or any(c.dep_ == "poss" for c in role.lefts)


def _makes(name: Token, scene: Scene) -> bool:
    """ "Berg composed the score", "Berg was the first mayor"; not "Berg wrote her memoir"."""
    verb = name.head
    is_there = verb.lower_ in ("is", "was")
    if (
        verb.i != scene.head.i
        or not scene.is_open
        or scene.adds
        or not (verb.tag_ == "VBD" or is_there)
    ):
        return False
    if bare_form(verb.text) not in MAKING or any(c.dep_ == "conj" for c in verb.children):
        return False
    made = next((c for c in verb.rights if c.dep_ in ("dobj", "attr")), None)
    if made is None or made.tag_ not in ("NN", "NNP"):
        return False
    if any(c.lower_ in OWN or c.dep_ in ("cc", "conj") for c in made.children):
        return False
    first = made.left_edge
    if is_there:
        return _is_of_one_holder(made)
    return first.lower_ in CERTAIN or (made.tag_ == "NNP" and first.tag_ != "DT")


def _is_of_one_holder(post: Token) -> bool:
    """ "is the mayor of Odda", "was the first recipient of it", "was the island's flag bearer"."""
    first = any(c.lower_ in ("first", "last", "only", "sole") for c in post.lefts)
    if post.tag_ != "NN" or not (first or post.lower_ in HELD_BY_ONE):
        return False
    owner = next((c for c in post.lefts if c.dep_ == "poss"), None)
    if owner is not None:
        return owner.tag_ == "NNP" or owner.left_edge.lower_ in CERTAIN
    told = any(c.lower_ == "of" or c.dep_ in ("relcl", "acl") for c in post.rights)
    return post.left_edge.lower_ == "the" and told
