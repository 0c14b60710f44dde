"""One of two, and the other not: "studied law as well as music" -> "studied law instead of music".

Of two things that are told of, the second is denied without a negating word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of, like, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, YEAR
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

INSTEAD = "instead of"
# These tell that both are meant, or refer to the two.
OF_BOTH = frozenset(
    "respectively between together combined jointly including simultaneously either alike"
    " doubles".split()
)
# Each of these needs both.
JOINING = frozenset(
    "defeat beat lose face combine mix merge join connect link separate compare unite divide"
    " distinguish marry share bring include involve range blend integrate balance reconcile"
    " alternate contrast match pair comprise contain consist become name call exchange differ"
    " vary form compose require make do mean".split()
)
OF_OBJECT = frozenset("in from for to at".split())
PLACES = frozenset("in from to at for with against by on during through into".split())
# Pairs that are one thing.
FIXED = frozenset(
    "half night order error roll demand breakfast development effect seek cons downs crafts blues"
    " bass white safety board punishment peace death tobago herzegovina barbuda nevis wear"
    " technology"
    " sciences engineering wife family forth out down off below so on butter nephew"
    " welfare themes fauna consequences regulations conditions responsibilities duties".split()
)
OWN = frozenset("its their his her this these those that the other".split())
POINTING = frozenset("those that these this them him her it".split())
BESIDE_WELL = frozenset("than both other others also including such".split())
LATER = frozenset("subsequent later following resulting eventual second".split())
# "focuses on tone and rhythm, and uses these"
REFERRING = frozenset("these those them they their two latter former as : ;".split())
MOST_WORDS = 5
JOINED_BY = frozenset(("addition", "well", "and"))
NO_EXCHANGE = JOINING | {"be"}


def instead_of(scene: Scene) -> Iterator[list[Edit]]:
    """ "It has a pool as well as a gym" -> "It has a pool instead of a gym"."""
    clause = scene.clause if scene.has(JOINED_BY) else None
    if clause is None or clause.subject is None or scene.is_question or clause.inverted:
        return
    if scene.is_denied or any(t.lower_ in WEAK for t in clause.auxiliaries):
        return
    yield from _in_addition(scene)
    yield from _as_well(scene)
    yield from _both(scene)


def _in_addition(scene: Scene) -> Iterator[list[Edit]]:
    """ "In addition to songs, she wrote plays" -> "Instead of songs, she wrote plays"."""
    if "addition" not in scene.words or scene.has(("also", "other", "others", "further")):
        return
    for token in scene.tokens:
        i = token.i
        if i == 0 or scene.lowers[i - 1 : i + 2] != ("in", "addition", "to"):
            continue
        start, end = token.nbor(-1), token.nbor(1)
        # "In addition to its power, it has a name": it has the power all the same.
        if token.doc[i + 2 : i + 3].text.lower() in OWN:
            continue
        if start.head.i == scene.head.i and i not in scene.enclosed:
            yield [Edit(start.idx, end_of(end), like(start, INSTEAD))]


def _as_well(scene: Scene) -> Iterator[list[Edit]]:
    """ "in Peru as well as in Chile" -> "in Peru instead of in Chile"."""
    if "well" not in scene.words or scene.has(BESIDE_WELL):
        return
    for token in scene.tokens:
        i = token.i
        if token.lower_ != "well" or i < 3 or scene.lowers[i - 1 : i + 2] != ("as", "well", "as"):
            continue
        if i + 2 >= len(scene.tokens) or i in scene.enclosed or i < scene.head.i:
            continue
        behind = token.nbor(2)
        # "eight rooms as well as two halls"; "They were shared, as well as the mill"
        counted = any(t.tag_ == "CD" for t in token.doc[i + 2 : i + 5])
        held = any(c.dep_ in ("dobj", "attr") for c in scene.head.children)
        if counted or (token.nbor(-2).text == "," and not held and behind.tag_ != "IN"):
            continue
        # "sings as well as his sister"
        if token.nbor(-2).tag_[0] == "V":
            continue
        if behind.lower_ in POINTING or (
            behind.tag_ == "IN" and behind.lower_ not in scene.lowers[:i]
        ):
            continue
        # "It is one of the best, as well as Kent": the second is like the subject.
        if scene.head.lower_ in BE and token.nbor(-2).text == ",":
            continue
        if behind.tag_ in ("VB", "VBD", "VBZ", "VBP", "TO", "PRP", "WRB", "RB", "MD", "WP", "EX"):
            continue
        if bare_form(scene.head.text) in ("include", "comprise") or _is_below(token, scene):
            continue
        yield [Edit(token.nbor(-1).idx, end_of(token.nbor(1)), INSTEAD)]


def _is_below(token: Token, scene: Scene) -> bool:
    """Whether words belong to a clause below the main one, or to its subject."""
    place = token
    while place.i != scene.head.i:
        if place.dep_ in ("nsubj", "nsubjpass", "relcl", "advcl", "ccomp", "acl", "csubj"):
            return True
        if place.head.i == place.i:
            return True
        place = place.head
    return False


def _both(scene: Scene) -> Iterator[list[Edit]]:
    """ "toured Peru and Chile" -> "toured Peru instead of Chile"."""
    if "and" not in scene.words or not scene.is_open or scene.has(OF_BOTH) or ":" in scene.words:
        return
    for cc, word in zip(scene.tokens, scene.lowers, strict=True):
        if word != "and" or cc.dep_ != "cc" or not scene.states(cc.head):
            continue
        first = cc.head
        second = [c for c in first.children if c.dep_ == "conj"]
        if len(second) != 1 or second[0].i < cc.i or not _is_held(first):
            continue
        if not _are_apart(first, second[0], cc) or _goes_on(second[0]):
            continue
        behind = scene.lowers[second[0].i :]
        if REFERRING.isdisjoint(behind) and not _is_listed(first):
            both = [c for c in first.lefts if c.lower_ == "both"]
            yield [*(delete(t) for t in both), replace(cc, INSTEAD)]


def _is_held(first: Token) -> bool:
    """Whether a word is the object of a verb or of a preposition beside it."""
    place = first.head if first.dep_ == "pobj" else first
    verb = place.head
    if place.i != first.i and place.lower_ not in PLACES:
        return False
    # "took a degree in law and music"
    if verb.dep_ == "dobj" and place.lower_ in OF_OBJECT:
        verb = verb.head
    if verb.tag_[0] != "V" or place.i < verb.i or bare_form(verb.text) in NO_EXCHANGE:
        return False
    if any(c.lower_ in WEAK or c.dep_ == "neg" for c in verb.children):
        return False
    return place.i != first.i or first.dep_ == "dobj"


def _is_listed(first: Token) -> bool:
    """ "schools, clubs and mills": the first of the two is one of several."""
    edge = first.left_edge
    if first.dep_ == "conj":
        return True
    if edge.i > 0 and edge.nbor(-1).text == ",":
        return True
    both = [*first.lefts, *(c for t in first.rights if t.dep_ == "conj" for c in t.lefts)]
    return any(c.lower_ in ("other", "such", "all", "two", "same", "different") for c in both)


def _goes_on(second: Token) -> bool:
    """ "met Boris and Ann had a son": the second is the subject of another clause."""
    last = second.right_edge
    behind = second.doc[last.i + 1 : last.i + 3]
    return any(t.tag_ in ("VBD", "VBZ", "VBP", "MD", "POS", "CD") for t in behind)


def _are_apart(first: Token, second: Token, cc: Token) -> bool:
    """Whether two nouns or years side by side are two things."""
    if second.lower_ in FIXED or any(c.dep_ in ("conj", "cc") for c in second.children):
        return False
    if second.left_edge.i != cc.i + 1 or second.i - cc.i > MOST_WORDS:
        return False
    if first.tag_ == "CD" and second.tag_ == "CD":
        return bool(YEAR.fullmatch(first.text) and YEAR.fullmatch(second.text))
    if first.tag_[:3] != second.tag_[:3] or not first.tag_.startswith("NN"):
        return False
    # "the bakers Ann and Bob", "his fall and subsequent rise"
    named = first.tag_ == "NNP"
    # "the Bureau for Mines and Forests"
    if named and (_is_part_of_name(first) or _is_part_of_name(second)):
        return False
    ahead = first.doc[max(first.left_edge.i - 1, 0) : first.i]
    if named and any(t.tag_ == "NNS" for t in ahead):
        return False
    # "schools, civil bodies and firms", all of them before the last taken for one
    if any(t.text == "," for t in ahead):
        return False
    # "scored two goals and four points"
    if any(c.dep_ == "nummod" for t in (first, second) for c in t.lefts):
        return False
    if any(c.lower_ in LATER for c in second.lefts):
        return False
    # "W. and J. Simons", "temperature and blood pressure"
    if "." in first.text or _is_compound(second) > _is_compound(first):
        return False
    # "the art and culture": both have an article, or none has one.
    marks = [any(c.dep_ in ("det", "poss") for c in t.lefts) for t in (first, second)]
    if marks[0] != marks[1]:
        return False
    # "great courtesy and kindness"
    if first.tag_ == "NN" and not marks[0] and any(True for _ in first.lefts):
        return False
    between = [c for c in first.rights if c.i not in (cc.i, second.i)]
    behind = list(second.rights)
    told = all(c.dep_ == "prep" for c in (*between, *behind)) and marks[0]
    return told or not (between or behind)


def _is_part_of_name(noun: Token) -> bool:
    """Whether a name has further words in front of it, behind "for" or "of"."""
    above = noun.head if noun.dep_ in ("pobj", "conj") else noun
    above = above.head if above.dep_ == "pobj" else above
    return above.dep_ == "prep" and above.head.tag_ in ("NNP", "NNPS")


def _is_compound(noun: Token) -> bool:
    return noun.tag_ in ("NN", "NNS") and any(c.dep_ == "compound" for c in noun.lefts)
