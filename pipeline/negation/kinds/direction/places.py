"""Another place beside the same thing: "under the table" -> "on the table"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pipeline.negation.english.edits import Edit, end_of, like
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.kinds.facts.nouns import bare_noun, is_named
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# Where one stays for a while: "waited behind the fence".
STAYING = frozenset(
    "sit stand lie sleep wait rest kneel hang crouch park play eat cook dance sing".split()
)
CROSSING = frozenset("pass walk drive run cycle ride row".split())
ARTICLES = frozenset("a an the his her its their my our your this that".split())
# One can be on these as well as under them.
RAISED = frozenset("table desk bed bench chair sofa couch bridge roof platform".split())
PETS = frozenset("cat dog kitten puppy rabbit mouse rat hen duck".split())
# There is room for a person under these.
HOLLOW = frozenset("table desk bed bridge roof platform".split())
# These have a front, whoever looks: a window has not.
FACED = frozenset(
    "house building barn church castle tower wall fence counter desk sofa"
    " couch car bus truck lorry van tractor tree bush hedge school shop store hotel station stage"
    " tent statue fountain man woman boy girl horse cow dog".split()
)
WALLED = frozenset(
    "house kitchen bathroom bedroom garage barn church castle shop store office tent library museum"
    " restaurant cafe classroom stable hut cabin gym theatre theater supermarket bakery".split()
)
BRIDGES = frozenset(("bridge",))


class Place(NamedTuple):
    """Where something can be instead, beside the things that have such a place."""

    new: str
    things: frozenset[str]
    verbs: frozenset[str] = STAYING


OTHERS: dict[str, tuple[Place, ...]] = {
    "under": (Place("on", RAISED), Place("over", BRIDGES, CROSSING)),
    "underneath": (Place("on", RAISED),),
    "on": (Place("under", RAISED),),
    "over": (Place("under", BRIDGES, CROSSING),),
    "behind": (Place("in front of", FACED),),
    "in front of": (Place("behind", FACED),),
    "in": (Place("outside", WALLED),),
    "inside": (Place("outside", WALLED),),
}


def other_place(scene: Scene) -> Iterator[list[Edit]]:
    """ "The cat sleeps under the table" -> "The cat sleeps on the table"."""
    for token in scene.stated("IN") if scene.has(OTHERS) else ():
        if token.dep_ != "prep" or token.lower_ not in OTHERS:
            continue
        old, last, thing = _read(token)
        if thing is None or not _is_plain(thing):
            continue
        # "There is a bank in front of the hall", and one behind it; "is now inside the hall"
        if any(c.dep_ == "expl" or c.lower_ == "now" for t in token.ancestors for c in t.children):
            continue
        for place in OTHERS.get(old, ()):
            # "A man sits on the sofa": he would not fit under it.
            low = (old, place.new) == ("on", "under") and bare_noun(thing) not in HOLLOW
            if low and not _is_small(token.head):
                continue
            said = place.new.replace("in front", "front").split()[0] in scene.words
            if bare_noun(thing) in place.things and _is_at(token, place.verbs, scene) and not said:
                yield [Edit(token.idx, end_of(last), like(token, place.new))]


def _is_small(verb: Token) -> bool:
    """Whether a cat or a dog does it."""
    who = [c for c in verb.children if c.dep_ == "nsubj"] or [verb.head, verb]
    return any(bare_noun(w) in PETS for w in who)


def _read(token: Token) -> tuple[str, Token, Token | None]:
    """A preposition, its last word, and the thing that it governs."""
    thing = next((c for c in token.children if c.dep_ == "pobj"), None)
    if thing is None or (token.lower_, thing.lower_) != ("in", "front"):
        return token.lower_, token, thing
    of = next((c for c in thing.children if c.lower_ == "of" and c.i == thing.i + 1), token)
    return "in front of", of, next((c for c in of.children if c.dep_ == "pobj"), None)


def _is_plain(thing: Token) -> bool:
    """ "the table", "his old car", but not "the table and the chairs" or "table 5"."""
    if thing.tag_ != "NN" or is_named(thing) or thing.left_edge.lower_ not in ARTICLES:
        return False
    return all(c.dep_ in ("det", "poss", "amod", "punct") for c in thing.children)


def _is_at(token: Token, verbs: frozenset[str], scene: Scene) -> bool:
    """Whether the sentence says that somebody or something is in a place, or passes it."""
    above = token.head
    stays = verbs is STAYING
    if above.tag_.startswith("V"):
        # "played many roles in the theatre", and others outside it
        if not scene.describes and any(c.dep_ == "dobj" for c in above.children):
            return False
        # "The lamp is behind the sofa", but not "was built behind the wall"
        is_there = above.lower_ in BE and any(c.dep_ in ("nsubj", "expl") for c in above.children)
        return bare_form(above.text) in verbs or (stays and is_there)
    # "There is a cat under the bed", "A cat under a bed"
    there = above.dep_ == "attr" and any(c.dep_ == "expl" for c in above.head.children)
    return stays and (there or (scene.clause is None and above.i == scene.head.i))
