"""The other side: "north of the river" -> "south of the river", "the left bank", "the right"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, exchange
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, both_ways
from pipeline.negation.kinds.checks.certain import is_about_some, is_news
from pipeline.negation.kinds.checks.clashes import is_conceded
from pipeline.negation.kinds.checks.elsewhere import happens_once, tells_of_some
from pipeline.negation.kinds.checks.framing import frames, is_of_many
from pipeline.negation.kinds.direction.nearness import LASTING
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

SIDES = both_ways(
    "north:south east:west northern:southern eastern:western left:right northeast:southwest"
    " northwest:southeast northeastern:southwestern northwestern:southeastern northward:southward"
    " eastward:westward upstream:downstream"
)
# With one of these, a direction is part of a term ("first aid", "right wing") or not a place.
NOT_WITH = frozenset(
    "aid name lady hand class time world minister floor tackle son wing right wife child"
    " date edition century course film films movie novel civilization civilisation music culture"
    " hemisphere hat hop thing language step year week month night day space pain"
    " stroke vestige vestiges trace traces remnant remnants minute".split()
)
COMPASS = SIDES.keys() - {"left", "right"}
ALONG = frozenset("run lead extend stretch go continue".split())
FOUND = frozenset("find discover observe report see".split())
RULED = frozenset(("law", "laws", "curfew", "emergency", "ban", "truce", "ceasefire"))
# What is "situated in the north" is not in the south.
PLACED_AT = frozenset("situated located adjacent".split())
# Things that have a left and a right one; "the right combination" is not a side.
HAS_SIDES = frozenset(
    "side hand arm leg foot eye ear shoulder knee elbow wrist ankle hip lane bank corner edge half"
    " end door window pocket page column wheel wing turn sleeve shoe glove".split()
)
# "mills west of the river, particularly those of the coast"
TELLING_WHICH = frozenset("thus including particularly especially notably".split())
PARTS = frozenset("some part parts most many much half".split())


def other_side(scene: Scene) -> Iterator[list[Edit]]:
    """ "north of the river" -> "south of the river", "the eastern shore" -> "the western shore"."""
    for token in scene.stated() if scene.has(SIDES) else ():
        if scene.lowers[token.i] not in SIDES or is_named(token) or _is_double(token):
            continue
        # "Some of the water joins the northern stream": some of it the southern one, perhaps
        # and "A small population occurs north of the park"
        if scene.lowers[0] in PARTS or (scene.lowers[0] == "a" and not scene.describes):
            continue
        # "a middle eastern lamp"; "Because it lies north of the river, ..."
        if token.i and token.nbor(-1).lower_ in ("middle", "far", "near", "mid"):
            continue
        if is_conceded(token) or scene.has(TELLING_WHICH):
            continue
        # "North Odda plans", in a headline
        if token.i == 0 and scene.clause is None:
            continue
        if token.tag_ not in ("NN", "JJ", "RB") or token.dep_ == "compound":
            continue
        # "To the east is a lake, and to the west a wood"; "the West moves closer"
        twice = scene.lowers.count(token.lower_) > 1
        if (
            twice
            or _has_other_sides(token, scene)
            or SIDES[token.lower_] in scene.words
            or not (token.tag_ == "JJ" or _is_placed(token))
        ):
            continue
        # "western, notably European"
        if token.i + 1 < len(scene.tokens) and token.nbor(1).text == ",":
            continue
        # "demands full rights for the east", and perhaps for the west
        if token.dep_ == "pobj" and token.head.lower_ == "for":
            continue
        # "from all over the west", "towns north of the river", "in southern states"
        if frames(noun if (noun := token.head).tag_.startswith("NN") else token, scene):
            continue
        if _is_joined(token) or _may_be_at_both(token, scene):
            continue
        if _is_bare(token.head) or "over" in (token.head.lower_, token.head.head.lower_):
            continue
        # "the right answer", "left the room", "a western film"
        if token.lower_ in ("left", "right") and not is_hand(token):
            continue
        if token.dep_ != "amod" or NOT_WITH.isdisjoint(t.lower_ for t in _terms(token.head)):
            yield exchange(token, SIDES[token.lower_])


def _has_other_sides(token: Token, scene: Scene) -> bool:
    """ "The hill in the west, the lake in the northeast", "the northernmost of the mills"."""
    if token.lower_ in ("left", "right"):
        return False
    return any(word != token.lower_ and word in COMPASS for word in scene.lowers) or any(
        word.endswith("ernmost") for word in scene.words
    )


def is_hand(token: Token) -> bool:
    """Whether "left" or "right" is a side."""
    return token.dep_ == "amod" and token.tag_ == "JJ" and bare_noun(token.head) in HAS_SIDES


def _terms(noun: Token) -> list[Token]:
    """A noun with those that it belongs to: "action" and "film" in "western action film"."""
    terms = [noun]
    while terms[-1].dep_ == "compound":
        terms.append(terms[-1].head)
    return terms


def _is_done_in(side: Token) -> bool:
    """ "praised them in the west", "helped artists in the west": and perhaps in the east."""
    above = side.head.head
    if above.tag_[0] == "V":
        return above.lower_ not in BE
    return _is_bare(above)


def _is_usual(verb: Token) -> bool:
    """ "The fern is found in the southern part": what lives or grows there."""
    return any(c.lower_ in ("is", "are") for c in verb.lefts)


def _is_bare(noun: Token) -> bool:
    """ "southern states", "several towns": there may be others elsewhere."""
    before = {c.lower_ for c in noun.lefts if c.dep_ in ("det", "poss", "nummod")}
    several = any(c.lower_ in ("several", "many", "some") for c in noun.lefts)
    return noun.tag_ == "NNS" and (several or not before)


def _is_joined(token: Token) -> bool:
    """ "the centre and south of Peru", "the northern and central parts"."""
    noun = token.head if token.dep_ == "amod" else token
    near = (token, *token.children, noun, *noun.children)
    return any(t.dep_ in ("conj", "cc") for t in near)


def _may_be_at_both(token: Token, scene: Scene) -> bool:
    """Whether what is said can be so on both sides: "gained control of the southern valleys".

    One thing lies on one side only, and one event takes place there.
    """
    if is_news(scene) and is_about_some(token, scene):
        return True
    # "South of Odda the river is deep"
    subject = scene.clause.subject if scene.clause is not None else None
    if subject is not None and token.i < subject.i and token.head.i == scene.head.i:
        return True
    # "examines life in the basins south of Odda", and in those north of it, perhaps
    if not scene.describes and (_picks_some(token) or _is_ruled_or_told_of(token)):
        return True
    # "left their northern towns", "settled 90 farmers in the northern valleys"
    several = token.head.tag_ == "NNS" and token.head.dep_ in ("dobj", "pobj")
    if token.dep_ == "amod" and several and not scene.describes and _is_of_several(token.head):
        return True
    # "declares martial law in the south", and in the north, perhaps
    if scene.has(RULED):
        return True
    if scene.describes:
        return False
    # "common in western art", "the basis of western street design"
    noun = token.head
    while noun.dep_ == "compound":
        noun = noun.head
    if token.dep_ == "amod" and (is_of_many(noun, scene) or is_about_some(token, scene)):
        return True
    verb = next((t for t in token.ancestors if t.tag_.startswith("V")), None)
    if verb is None:
        return False
    # "Coal was found in the southern part"
    found = bare_form(verb.text) in FOUND and (tells_of_some(verb) or _is_usual(verb))
    if _is_loose(token, verb) or found:
        return True
    lasts = not happens_once(verb) and bare_form(verb.text) not in LASTING
    # "has gained friends in the west"; "sailed to the west"
    if lasts and token.dep_ == "pobj" and token.head.lower_ == "in" and _is_done_in(token):
        return True
    deep = token.dep_ == "amod" and token.head.dep_ in ("dobj", "pobj", "conj")
    if verb.lower_ in BE:
        # "influential in the north"
        what = [c for c in verb.children if c.dep_ == "acomp"]
        return any(c.lower_ not in PLACED_AT for c in what)
    return lasts and deep


def _picks_some(token: Token) -> bool:
    """ "life in the basins south of Odda", "ruled the lands south of it", "a river south of it"."""
    # The parser may put "south" below the verb.
    noun = token.nbor(-1) if token.i and token.head.tag_[0] == "V" else token.head
    if token.dep_ != "advmod" or noun.dep_ not in ("pobj", "dobj"):
        return False
    new = noun.dep_ == "dobj" and noun.left_edge.lower_ in ("a", "an", "another")
    return new or noun.tag_ == "NNS"


def _is_ruled_or_told_of(token: Token) -> bool:
    """ "wanted to hold the north", "told the history of the southern lands": and the others, too.

    Also "There was a mill on the southern side".
    """
    verb = next((t for t in token.ancestors if t.tag_[0] == "V"), token)
    there = any(c.dep_ == "expl" for c in verb.lefts)
    if there and any(c.left_edge.lower_ in ("a", "an") for c in verb.rights):
        return True
    if token.dep_ == "dobj":
        return not happens_once(verb)
    place = token.head.head
    told = place.lower_ == "of" and place.head.dep_ in ("dobj", "conj")
    return token.dep_ == "amod" and token.head.dep_ in ("pobj", "conj") and told


def _is_of_several(noun: Token) -> bool:
    """ "their northern towns"; "in the northern valleys" after "settled 90 farmers"."""
    if noun.dep_ == "dobj":
        return any(c.dep_ == "poss" for c in noun.lefts)
    above = noun.head.head
    things = [above, *(c for c in above.rights if c.dep_ == "dobj")]
    return any(t.tag_ == "CD" for thing in things for t in thing.lefts)


def _is_loose(token: Token, verb: Token) -> bool:
    """ "Near the southern gate is a well", "The lane runs north", "ran south of it in many places".

    There may be another well at the other gate, and a lane runs both ways.
    """
    if verb.lower_ in BE and token.i < verb.i:
        new = [c for c in verb.rights if c.dep_ in ("attr", "nsubj")]
        return any(c.left_edge.lower_ in ("a", "an") for c in new)
    along = bare_form(verb.text) in ALONG and verb.tag_ in ("VBZ", "VBP")
    if along and token.head.i == verb.i and not any(c.lower_ == "of" for c in token.children):
        return True
    places = [t for c in verb.rights if c.dep_ == "prep" for t in c.subtree]
    return any(t.lower_ in ("many", "some", "several", "most") for t in places)


def _is_placed(token: Token) -> bool:
    """ "north of the river", "in the north", "sailed north."."""
    doc, i = token.doc, token.i
    after = doc[i + 1].lower_ if i + 1 < len(doc) else "."
    before = doc[i - 1].lower_ if i else ""
    return after in ("of", ".", ",", "from", "to") or before in ("the", "far", "due", "further")


def _is_double(token: Token) -> bool:
    """ "from north to south", "north and south", "North-South"."""
    near = token.doc[max(token.i - 3, 0) : token.i + 4]
    sides = [t for t in near if t.lower_ in SIDES and t.i != token.i]
    hyphen = any(t.text in "-–/" for t in token.doc[max(token.i - 1, 0) : token.i + 2])
    return bool(sides) or hyphen
