"""A place said to be elsewhere: "is located in Kent" -> "is located outside Kent"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.former import CALLINGS
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, PLURAL_TAGS
from pipeline.negation.english.places import PLACES
from pipeline.negation.english.things import MONTHS, SET_OF, SETS
from pipeline.negation.kinds.checks.certain import is_about_some, lacks_verb
from pipeline.negation.kinds.checks.elsewhere import LOCATED, is_rank, lasts_for
from pipeline.negation.kinds.direction.nearness import SITED
from pipeline.negation.kinds.facts.limits import BARRED, SUBJECT
from pipeline.negation.kinds.facts.nouns import bare_noun
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Token

WITHIN = frozenset("at on near north south east west where just inside within outside".split())
COMPASS = frozenset("north south east west".split())
REPEATED = frozenset("annual annually yearly regularly usually weekly monthly biennial".split())
TIMES = MONTHS | frozenset(SETS["day"])
VERBS = frozenset("VBN VBD VBZ VBP".split())
# What one thing or person does, or undergoes, at one place.
AT_ONE_PLACE = frozenset(
    "die raise inter entomb debut premiere open found establish marry wed sign".split()
)
# Other things that are in one place.
BUILT = frozenset(
    "arena gymnasium venue court facility airport park cemetery garden farm estate factory plant"
    " mine dam campus college academy institute center centre headquarters archipelago"
    " peak bay lagoon settlement parish neighbourhood township commune barangay civil resort beach"
    " ward borough landmark monument memorial station reservoir wetland".split()
)
# "a singer in Kent" may be one in other places as well.
STANDING_THERE = (LOCATED - CALLINGS) | BUILT
BUILDINGS = frozenset((*SETS["building"], "building", "house", "hall", "tower", "palace", "room"))
KNOWN = PLACES.keys() - {"nationality"}
# "in July", "in Volume Two", "in Operation Sun": no places
NO_PLACES = frozenset(
    "volume part chapter book act season series episode operation battle league cup division"
    " class age era period century dynasty group war army navy parliament congress senate"
    " council championship games".split()
)
HOUSES = BUILT | BUILDINGS


def outside(scene: Scene) -> Iterator[list[Edit]]:
    """ "The mill is located in Kent" -> "The mill is located outside Kent".

    Also "is a village in Kent", "died in Kent", but not "is a holiday in Kent".
    """
    for token in scene.stated("IN") if scene.has(("in",)) and not lacks_verb(scene) else ():
        if token.lower_ != "in" or token.dep_ != "prep" or token.head.i + 1 != token.i:
            continue
        # "She lived in Odda", and outside it before or after
        if token.head.tag_ == "VBD" and token.head.lower_ == "lived" and not _is_timed(token.head):
            continue
        # "backs strikes on IS in Odda": a name that was taken for a verb
        if token.head.i and token.head.nbor(-1).tag_ == "IN" and token.head.text.isupper():
            continue
        place = next((c for c in token.children if c.dep_ == "pobj"), None)
        if place is None or place.tag_ != "NNP" or not place.text[0].isupper():
            continue
        # "held in May", "lies in the South of the town"
        if place.text in TIMES or place.lower_ in COMPASS:
            continue
        if any(c.dep_ in ("conj", "cc") or c.tag_ == "CD" for c in place.children):
            continue
        # "born in nearby Odda"; "is gravel, as it was in Kent"
        if any(c.tag_ == "JJ" for c in place.lefts) or _picks_out(token):
            continue
        # "in Norway, in the far north"
        behind = scene.tokens[place.i + 1 : place.i + 4]
        if [t.text for t in behind[:2]] == [",", "in"] and behind[-1].tag_ != "CD":
            continue
        # "in Kent, south of the river", "in Kent at the old mill": where in Kent
        if any(_tells_where(t) for t in scene.tokens[place.i + 1 :]):
            continue
        if token.head.tag_ in VERBS and not _may_be_others(token, scene):
            if _is_sited(token.head, place):
                yield [replace(token, "outside")]
        elif _is_what_stands(token.head) and _is_place(place) and not is_about_some(token, scene):
            yield [replace(token, "outside")]


def _is_timed(verb: Token) -> bool:
    """ "lived there at the time", "in 1931", "when he wrote it"."""
    after = [c for c in verb.rights if c.dep_ in ("prep", "npadvmod", "advcl")]
    return any(
        t.tag_ == "CD" or t.lower_ in ("time", "when", "while") for c in after for t in c.subtree
    )


def _picks_out(place: Token) -> bool:
    """ "a stone for the soldiers who died in Kent", and for those who died elsewhere, perhaps."""
    for above in place.ancestors:
        if above.dep_ == "advcl" and any(c.lower_ == "as" for c in above.lefts):
            return True
        # "the largest fair ever held in Kent"; fairs elsewhere have a largest one, too
        if above.dep_ in ("acl", "relcl") and any(
            c.tag_ == "JJS" or c.lower_ == "only" or is_rank(c)
            for t in above.head.lefts
            for c in (t, *t.lefts)
        ):
            return True
        if above.dep_ == "relcl":
            known = above.head.tag_ == "NNP" or lower_before(above.left_edge) == ","
            return not known and above.head.dep_ != "attr"
    return False


def _is_sited(verb: Token, place: Token) -> bool:
    """Whether a verb says where something is, was born or died."""
    # "was settled in the Bronze Age"
    if any(t.lower_ in NO_PLACES for t in (place, *place.lefts)):
        return False
    if verb.tag_ in ("VBN", "VBD") and bare_form(verb.text) in SITED:
        return True
    if _is_there(verb):
        # "is in Latin", "lies in Part II": only what is known as a place
        return _is_place(place)
    one = bare_form(verb.text) in AT_ONE_PLACE and verb.tag_ in ("VBN", "VBD")
    return one and _is_place(place)


def _is_what_stands(noun: Token) -> bool:
    """ "Odda is a village in Kent": what there is in one place."""
    if noun.dep_ not in ("attr", "appos") or noun.tag_ != "NN":
        return False
    # "There was a village in Kent", and another outside it
    if any(c.dep_ == "expl" for c in noun.head.lefts):
        return False
    # "is the first college in Kent", "the only college in Kent"
    if any(is_rank(t) or t.lower_ == "only" for t in noun.subtree if t.i < noun.i):
        return False
    return bare_noun(noun) in STANDING_THERE and noun.left_edge.lower_ in ("a", "an", "the")


def _is_place(name: Token) -> bool:
    """Whether a name is known as a place, or a larger place follows: "in Odda, Norway"."""
    if SET_OF.get(name.text) in KNOWN:
        return True
    if any(t.lower_ in NO_PLACES for t in (name, *name.lefts)):
        return False
    behind = name.doc[name.i + 1 : name.i + 3]
    return len(behind) == 2 and behind[0].text == "," and behind[1].tag_ == "NNP"


def _may_be_others(token: Token, scene: Scene) -> bool:
    """Whether the sentence leaves others open: "Fairs are held in Kent"."""
    verb = token.head
    # "A fair is held in Kent", and another outside it
    held = [c for c in verb.children if c.dep_ in SUBJECT]
    # "There were 40 mills located in Kent"
    if verb.dep_ == "acl":
        held.append(verb.head)
    if any(c.left_edge.lower_ in ("a", "an") or c.dep_ == "expl" for c in verb.lefts):
        return True
    # "The monks settled in Kent", and elsewhere
    if bare_form(verb.text) == "settle" and any(c.tag_ == "NNS" for c in held):
        return True
    # "Yearly fairs are held in Kent", and others outside it
    several = (c for c in held if c.tag_ == "NNS" and c.left_edge.lower_ not in ("all", "the"))
    if bare_form(verb.text) == "hold" and (scene.has(REPEATED) or any(several)):
        return True
    # "Examples of it are located in Kent", and others elsewhere; "Danes settled in Kent"
    if any(c.tag_ in PLURAL_TAGS and _is_bare(c) for c in held):
        return True
    # "lived in Kent for a time"
    if verb.tag_ == "VBD" and lasts_for(verb):
        return True
    # "Eight are in Spain", and others outside
    return any(t.tag_ == "CD" or t.lower_ in BARRED for c in held for t in c.subtree)


def _is_bare(noun: Token) -> bool:
    return not any(c.dep_ in ("det", "poss", "nummod") or c.lower_ == "all" for c in noun.lefts)


def _tells_where(token: Token) -> bool:
    """ "at the old mill", "south of the river"; not "on 4 May", "at the age of 40".

    "in Kent in the old palace", "in Kent in building 2": a part of it, too
    """
    if token.lower_ == "in" and token.dep_ == "prep":
        return any(c.dep_ == "pobj" and _is_inside(c) for c in token.children)
    # "about east of Lund"
    if token.lower_ in COMPASS and any(c.lower_ == "of" for c in token.rights):
        return True
    if token.lower_ not in WITHIN or token.dep_ == "pobj":
        return False
    return not any(t.tag_ == "CD" or t.lower_ in ("age", "time") for t in token.subtree)


def _is_inside(place: Token) -> bool:
    """ "the old palace", "building 2": what stands in a larger place."""
    names = (place, *(c for c in place.lefts if c.dep_ == "compound"))
    return any(bare_noun(t) in HOUSES for t in names)


def _is_there(verb: Token) -> bool:
    """ "The mill is in Kent", "The mill stands in Kent"."""
    # "is in Kent not complete", "have been in Kent since 1900"
    if verb.lower_ in BE:
        return verb.tag_ != "VBN" and not any(c.dep_ in ("acomp", "attr") for c in verb.children)
    return bare_form(verb.text) in ("lie", "stand", "reside", "live")
