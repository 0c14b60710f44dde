"""Years that a verb has by way of an occasion, or that the parser joins to the wrong noun.

"He was elected at the 1931 congress" was so in 1931, as "He was elected in 1931" was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.english.things import MONTHS
from pipeline.negation.kinds.facts.limits import SUBJECT
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

# Each was held, happened or came out in its year.
OCCASIONS = frozenset(
    (
        "election elections by-election byelection referendum draft primary primaries festival"
        " games olympics paralympics championship championships cup tournament open masters final"
        " finals convention congress conference summit exhibition fair expo ceremony awards season"
        " session race grand prix derby marathon auction earthquake flood floods fire hurricane"
        " cyclone typhoon storm eruption tsunami avalanche massacre revolution rebellion uprising"
        " revolt mutiny riot riots coup raid siege battle war invasion offensive expedition famine"
        " epidemic plague outbreak crash collision disaster accident explosion crisis strike merger"
        " reform reforms reorganisation reorganization restructuring tour"
    ).split()
)
LAWS = frozenset(
    "act law decree treaty agreement constitution reform reforms statute ordinance order bill"
    " convention charter pact edict".split()
)
WORKS = frozenset(
    "novel book paper article essay album film movie story play study report lecture lectures"
    " speech treatise issue song poem monograph thesis dissertation".split()
)
WITHIN = frozenset("in at during through under".split())
OWNED = frozenset("the his her its their".split())
BEFORE_NAME = frozenset("early late mid mid- , of".split())
OPENING = frozenset("in on during since until from".split())


def is_of_occasion(year: Token) -> bool:
    """Whether a year is that of the occasion at which something happened.

    "at the 1931 congress", "in the flood of 1931", "under the Odda Act 1931", "in a 1931 novel".

    Args:
        year: the year.
    """
    if YEAR.fullmatch(year.text) is None:
        return False
    noun = _noun_of(year)
    if noun is None or noun.dep_ != "pobj":
        return False
    place, first = noun.head, noun.left_edge.lower_
    if place.head.tag_ not in ("VBD", "VBN", "VB"):
        return False
    word = noun.lower_
    if place.lower_ == "by":
        return word in LAWS and first == "the"
    if place.lower_ not in WITHIN:
        return False
    if word in WORKS:
        return first in OWNED or first == "a"
    return (word in OCCASIONS or word in LAWS) and first in OWNED


def _noun_of(year: Token) -> Token | None:
    """The noun that a year belongs to: "flood" in "the 1931 flood" and "the flood of 1931"."""
    above = year.head
    if year.dep_ == "pobj" and above.lower_ == "of" and above.head.i == above.i - 1:
        return above.head
    if year.dep_ not in ("nummod", "nmod", "compound", "amod") or above.text in MONTHS:
        return None
    while above.dep_ in ("compound", "nmod", "amod") and above.i > year.i:
        above = above.head
    return above


def opens_sentence(year: Token, scene: Scene) -> bool:
    """Whether a year in front dates the main verb although the parser joins it to the subject.

    "In 1974 Lund was elected", "In April, 1974 Lund died".

    Args:
        year: the year.
        scene: the sentence.
    """
    if not 0 < year.i < 5 or year.dep_ not in ("nummod", "nmod", "compound", "amod"):
        return False
    noun, before = year.head, scene.tokens[1 : year.i]
    if scene.lowers[0] not in OPENING or noun.dep_ not in SUBJECT or noun.head.i != scene.head.i:
        return False
    dated = all(
        t.text in MONTHS or t.lower_ in BEFORE_NAME or (t.text.isdecimal() and len(t) < 3)
        for t in before
    )
    return dated and noun.i > year.i and scene.is_open and not scene.adds
