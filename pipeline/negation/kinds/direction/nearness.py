"""Closeness in place and time: "near Rome" -> "far from Rome", "during" -> "before"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.checks.certain import is_certain
from pipeline.negation.kinds.checks.elsewhere import ONCE
from pipeline.negation.kinds.facts.limits import BARRED, SUBJECT
from pipeline.negation.kinds.facts.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

PLACED = frozenset(
    "be is are was were locate situate lie stand live stay settle build sit remain grow bear camp"
    " found establish open".split()
)
SITED = frozenset("locate situate base bury bear hold headquarter live reside settle".split())
LASTING = PLACED | SITED
"""Verbs that tell where something is."""
BEFORE_OR_AFTER = ("before", "after")
# "lived near it in one part of her childhood", "once lived near it"
FOR_A_TIME = frozenset("part period once sometimes because".split())
AGAIN = frozenset(("burn", "damage", "capture"))


def far_away(scene: Scene) -> Iterator[list[Edit]]:
    """ "She lived near Rome" -> "She lived far from Rome"."""
    for token in scene.stated("IN") if scene.has(("near",)) else ():
        if token.lower_ != "near" or token.dep_ != "prep":
            continue
        place = token.head
        where = place.tag_.startswith("V") or place.lower_ in ("is", "are", "was", "were")
        if not where or bare_form(place.text) not in PLACED:
            continue
        # "The ice is thin near the shore", and perhaps far from it
        if any(c.dep_ in ("acomp", "attr") for c in place.rights):
            continue
        # "She found two caves near the sea", and others far from it
        found = [c for c in place.rights if c.dep_ == "dobj" and c.i < token.i]
        if not all(map(is_certain, found)):
            continue
        # "was near collapse", a state; "stood near other guests", and far from others
        if any(map(_is_state_or_rest, token.children)) or scene.has(FOR_A_TIME):
            continue
        # "While it has no port, it is near the sea"
        conceded = scene.lowers[0] in ("while", "although", "though")
        if any(c.dep_ == "pobj" for c in token.children) and not conceded:
            # "Mills stand near the lake", and others far from it
            held = [c for c in place.children if c.dep_ in SUBJECT]
            if scene.describes or not any(map(_are_some, held)):
                yield [replace(token, "far from")]


def _is_state_or_rest(place: Token) -> bool:
    """ "collapse", "other guests"; not "Rome", "the sea", "piles of snow"."""
    if any(c.lower_ in ("other", "another") for c in place.lefts):
        return True
    return place.tag_ == "NN" and not any(place.children) and place.text.islower()


def _are_some(noun: Token) -> bool:
    """ "mills", "multiple mills", "a number of mills"; not "the mills", "two mills"."""
    if any(t.lower_ in BARRED or t.lower_ in ("multiple", "number") for t in noun.subtree):
        return True
    return noun.tag_ == "NNS" and not any(
        c.dep_ in ("det", "poss", "nummod") or c.lower_ == "all" for c in noun.lefts
    )


def other_period(scene: Scene) -> Iterator[list[Edit]]:
    """ "It was built during the war" -> "It was built before the war"."""
    for token in scene.stated() if scene.has(("during",)) else ():
        if token.lower_ != "during" or token.dep_ != "prep" or not token.head.tag_.startswith("V"):
            continue
        if bare_form(token.head.text) not in ONCE or token.head.tag_ == "VBG":
            continue
        # "published his experiences during the war"
        if token.head.i + 1 != token.i:
            continue
        time = next((c for c in token.children if c.dep_ == "pobj"), None)
        if time is None or time.left_edge.lower_ != "the" or scene.has(BEFORE_OR_AFTER):
            continue
        # "Two million people died during the war", and others before it
        held = [c for c in token.head.children if c.dep_ in SUBJECT]
        if any(t.tag_ == "CD" for c in held for t in c.subtree) or any(map(_are_some, held)):
            continue
        # "was sacked during the siege", and before it, perhaps
        if bare_form(token.head.text) in AGAIN:
            continue
        # "was further damaged during the storm"
        if scene.has(("further", "again", "also", "repeatedly")):
            continue
        yield [replace(token, scene.choice(token, BEFORE_OR_AFTER))]
