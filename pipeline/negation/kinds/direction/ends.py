"""Edges and adverbs of place: which of them can be exchanged for the opposite one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.english.things import THINGS
from pipeline.negation.kinds.checks.certain import is_certain, subject_of
from pipeline.negation.kinds.checks.elsewhere import AT_ONE_TIME, LONG
from pipeline.negation.kinds.direction.nearness import LASTING
from pipeline.negation.kinds.facts.nouns import bare_noun

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.kinds.facts.scene import Scene

OF_PLACE = frozenset("inner outer upper lower front back top bottom".split())
WITH_ENDS = frozenset(
    "tube pipe line rope cable corridor hall tunnel pier peninsula island valley beach stick rod"
    " branch tail row queue track aisle driveway lane highway runway canal way".split()
)
SHELTER = frozenset("inside outside indoors outdoors".split())
# "describes life on the upper floor"
TELLING = frozenset("describe discuss study depict show examine explore".split())
ADVANCING = frozenset("carry send put bring come go take step".split())
HAVING_ENDS = THINGS | WITH_ENDS


def has_two_ends(edge: Token) -> bool:
    """ "the end of a tube", "the end of the road"; not "the end of the war", "of May"."""
    return any(bare_noun(c) in HAVING_ENDS for c in wholes(edge))


def wholes(edge: Token) -> list[Token]:
    """What has the end or the beginning: "May" in "the end of May"."""
    parts = [c for of in edge.rights if of.lower_ == "of" for c in of.children]
    return [c for c in parts if c.dep_ == "pobj"]


def is_of_thing(noun: Token) -> bool:
    """Whether a noun belongs to what somebody has: "a key to the upper door"."""
    place = noun.head
    above = place.head
    # "describes life on the upper floor"
    told = bare_form(above.text) in TELLING
    return noun.dep_ == "pobj" and (told or above.dep_ in ("dobj", "pobj")) and place.lower_ != "of"


def is_edge(token: Token) -> bool:
    """ "at the end of"."""
    following = token.doc[token.i + 1 : token.i + 2]
    of = any(t.lower_ == "of" for t in following)
    if not of or token.dep_ != "pobj" or token.head.lower_ not in ("at", "on"):
        return False
    return token.i > 0 and token.nbor(-1).lower_ == "the"


def stands_alone(token: Token) -> bool:
    """Whether an adverb has no measure: not "two days later", "as early as", "later than"."""
    measured = any(c.dep_ in ("npadvmod", "advmod", "prep") for c in token.children)
    # "look forward to", "followed it later"
    if token.dep_ != "advmod" or measured or bare_form(token.head.text) in ("look", "follow"):
        return False
    # "carry the work forward" brings it on.
    if token.lower_ == "forward" and bare_form(token.head.text) in ADVANCING:
        return False
    # "moved forward with the plan"
    if token.lower_ == "forward" and any(c.lower_ in ("with", "on") for c in token.head.children):
        return False
    # "is outside", "Outside, the choir sang"
    if token.head.lower_ in BE or token.i < token.head.i:
        return False
    # "plays outside in the yard": what follows tells which of the two it is.
    after = token.nbor(1).lower_ if token.i + 1 < len(token.doc) else ""
    if token.lower_ in SHELTER and after == "in":
        return False
    # "woke him early so that he could see it"
    if after == "so":
        return False
    before = token.nbor(-1).lower_ if token.i else ""
    return before not in ("as", "so", "no", "too", "how", "up") and after not in ("than", "on")


def lasts_over(edge: Token) -> bool:
    """Whether what is said of the beginning or end of a time can be true of its other end.

    "was inhabited at the beginning of the century", but not "was born at the beginning of May".
    """
    if edge.lower_ not in ("beginning", "start", "end"):
        return False
    verb = edge.head.head
    # "is held at the end of May", but not "the shares that he held"
    takes_place = verb.text == "held" and any(c.dep_ == "auxpass" for c in verb.children)
    # "was growing at the end of May", "the songs that he had heard at the end of May"
    if not takes_place and (verb.tag_ == "VBG" or verb.dep_ == "relcl"):
        return True
    once = takes_place or (verb.tag_.startswith("V") and bare_form(verb.text) in AT_ONE_TIME)
    # "there is a break at the end of a match": each time, and at its start as well
    usual = verb.tag_ in ("VBZ", "VBP") and verb.lower_ not in BE and not takes_place
    within = [t for whole in wholes(edge) for t in whole.subtree]
    long = any(bare_noun(t) in LONG or t.text.isdecimal() for t in within)
    return usual or (long and not once)


def is_of_some(edge: Token) -> bool:
    """Whether nothing certain is said to be so at the beginning or end.

    "A stain is at the end of the wall": another may be at its beginning. Without a verb, nothing
    is said at all.
    """
    verb = next((t for t in edge.ancestors if t.tag_[0] == "V"), None)
    who = subject_of(verb) if verb is not None else None
    # "had a talk at the end of the song", and at its beginning another
    things = [c for c in verb.rights if c.dep_ == "dobj"] if verb is not None else []
    return who is None or not all(map(is_certain, (who, *things)))


def is_of_other_part(token: Token, scene: Scene) -> bool:
    """Whether the same may be true of the opposite part.

    "has a right to the outer sea", "windows in the front part have hoods", "studied the upper
    air": to the inner one, those in the back and the lower one, too, perhaps. Not what is there or
    stays there: "sat in the back seat", "is the upper house".
    """
    if token.lower_ not in OF_PLACE:
        return False
    # "on the whole inner side"
    if token.nbor(-1).lower_ in ("whole", "entire") if token.i else False:
        return True
    noun = token.head if token.dep_ == "amod" else token
    subject = scene.clause.subject if scene.clause is not None else None
    if is_of_thing(token.head) or subject in (token.head, *token.head.ancestors):
        return True
    if scene.describes or noun.dep_ in ("attr", "appos"):
        return False
    return noun.dep_ != "pobj" or bare_form(noun.head.head.text) not in LASTING
