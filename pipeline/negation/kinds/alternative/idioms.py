"""Phrases and turns of speech in which a word does not stand for one of several things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE
from pipeline.negation.english.things import PERSONS, SETS
from pipeline.negation.kinds.checks.certain import subject_of
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

BEASTS = frozenset((*SETS["animal"], *SETS["creature"]))
KIN = frozenset((*SETS["kin"], *SETS["kinswoman"], "king", "queen"))
CHILDREN = frozenset("child children son sons daughter daughters boy boys girl girls".split())
# Colours that occur: "red hair", but not "purple hair".
NATURAL: dict[str, frozenset[str]] = {
    "hair": frozenset("black brown red grey white".split()),
    "eye": frozenset("blue brown green grey".split()),
    "wine": frozenset(("red", "white")),
}
SPEAKERS = frozenset("i me my we us our you your".split())
OF_TIME = frozenset(("prep", "npadvmod", "advmod"))
# "lives three hours from Odda"
AWAY = frozenset("live lie stand reside locate situate".split())
HAVE = frozenset("have has had 've ’ve".split())
SOMEBODY = PERSONS | KIN


def is_figurative(token: Token, scene: Scene) -> bool:
    """Whether a word is used in a figure of speech.

    "white as snow", "pitch black", "Tom is a pig", "the mother of invention", "That was Greek to
    me", "old enough to be her father"

    Args:
        token: a word of a set of things.
        scene: the sentence.
    """
    near = scene.lowers[token.i + 1 : token.i + 3]
    compared = token.tag_ == "JJ" and near[:1] == ("as",)
    if compared or (token.dep_ == "acomp" and any(c.tag_[0] == "N" for c in token.lefts)):
        return True
    if near[:1] == ("to",) and token.dep_ in ("acomp", "attr"):
        return near[1:] in (("me",), ("him",), ("her",), ("us",))
    word = bare_noun(token)
    if word in BEASTS and token.dep_ == "attr":
        who = subject_of(token)
        return who is not None and is_somebody(who) and who.lower_ not in ("it", "they")
    return word in KIN and (is_of_what(token) or _is_old_enough(token))


def is_of_what(kin: Token) -> bool:
    """Whether a word for a relative is followed by something that has none, or by how many.

    "the mother of invention", "the king of the jungle", "the father of three"
    """
    whose = next((o for of in kin.rights if of.lower_ == "of" for o in of.children), None)
    if whose is None:
        return False
    if whose.tag_ == "CD" or any(c.dep_ == "nummod" for c in whose.lefts):
        return True
    if whose.lower_ in CHILDREN:
        return True
    return whose.tag_ in ("NN", "NNS", "VBG") and bare_noun(whose) not in SOMEBODY


def _is_old_enough(kin: Token) -> bool:
    """ "is old enough to be her father", "too young to be a grandmother"."""
    above = (c.lower_ for t in kin.ancestors if t.tag_[:2] == "JJ" for c in t.children)
    return kin.head.lower_ == "be" and not {"enough", "too"}.isdisjoint(above)


def fits_colour(token: Token, other: str) -> bool:
    """Whether a colour occurs in what is said to have another one: hair, eyes, wine.

    Args:
        token: the colour that the sentence names.
        other: the colour that would stand for it.
    """
    noun = token.head if token.dep_ == "amod" else subject_of(token)
    found = NATURAL.get(bare_noun(noun)) if noun is not None else None
    return found is None or other in found


def is_asked_or_shown(scene: Scene) -> bool:
    """ "A cup of coffee, please", "Here's the tea": the same may be said of another."""
    if scene.has(("please",)):
        return True
    return scene.lowers[0] in ("here", "there") and scene.lowers[1] in BE


def speaks_of_oneself(scene: Scene) -> bool:
    """ "A white car has been following me": no caption, so that there may be other cars."""
    return scene.has(SPEAKERS)


def was_at_times(verb: Token) -> bool:
    """Whether a perfect leaves open where else one has been: "I have lived in Kent before".

    Not with a time that lasts until now: "has been in Kent for two years".
    """
    if not any(c.lower_ in HAVE for c in verb.lefts):
        return False
    lasting = {t.lower_ for c in verb.children if c.dep_ in OF_TIME for t in (c, *c.children)}
    return lasting.isdisjoint(("for", "since", "always", "all", "long"))


def is_of_measure(place: Token) -> bool:
    """ "three hours from Odda", "near Odda": and as near to another place, perhaps."""
    if place.lower_ == "near":
        return True
    if place.lower_ != "from":
        return False
    return any(True for _ in place.lefts) or bare_form(place.head.text) in AWAY
