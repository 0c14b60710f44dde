"""Which other thing of a set fits the words that stand beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import one_of
from pipeline.negation.english.things import SETS
from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

GROUPS: dict[str, tuple[frozenset[str], ...]] = {
    kind: tuple(frozenset(words.split()) for words in groups)
    for kind, groups in {
        # One directs a film or an opera, sings a song, reads a novel and hangs a painting.
        "work": (
            "film opera",
            "album song",
            "novel poem",
            "painting sculpture",
            "opera musical",
        ),
        "vehicle": ("car bus truck", "bus train tram", "bicycle motorcycle", "boat plane"),
        "limb": ("arm leg", "shoulder knee ankle elbow"),
        "programme": ("sitcom documentary cartoon drama western", "comedy documentary thriller"),
        "celestial": ("planet asteroid comet", "star galaxy"),
    }.items()
}
"""Kind of thing -> groups within which most words beside a thing fit another."""
BODY = frozenset(
    "arm leg foot hand hip wrist ankle knee elbow shoulder neck head thigh shin finger toe spine"
    " back rib".split()
)
# Beside these a vehicle is of its own sort: a boat on a lake, a train on its tracks.
BOUND = {
    "boat": frozenset(
        "water lake river sea ocean harbour harbor dock fishing fish sail sailing shore".split()
    ),
    "train": frozenset("track tracks rail rails railroad railway".split()),
    "plane": frozenset("sky air flying flew runway airport wing wings pilot".split()),
}
LEANING = frozenset("lean leans leaning leaned leant propped".split())
LIGHT = frozenset(("bicycle", "motorcycle"))
"""Vehicles that lean against something."""
MONTHS = SETS["month"]


def fits_place(token: Token, other: str, kind: str, scene: Scene) -> bool:
    """Whether another thing of a set fits what stands beside the word.

    "She directed a film" fits an opera, but no poem; "broke a leg near the hip" fits no other limb;
    "in May 1920 and again in August 1920" keeps its order.

    Args:
        token: the word.
        other: the other thing, in the singular.
        kind: their set.
        scene: the sentence.
    """
    if kind == "month":
        return _keeps_order(token, other, scene)
    if kind not in GROUPS:
        return True
    if kind == "limb" and scene.has(BODY - {token.lower_}):
        return False
    own = one_of(token.text) if token.tag_ == "NNS" else token.lower_
    if own in BOUND and scene.has(BOUND[own]):
        return False
    if kind == "vehicle" and other not in LIGHT and scene.has(LEANING):
        return False
    return any(own in group and other in group for group in GROUPS[kind])


def _keeps_order(token: Token, other: str, scene: Scene) -> bool:
    """Whether a month stands in the same order to the other months of the sentence."""
    own, new = MONTHS.index(token.text), MONTHS.index(other)
    beside = [MONTHS.index(t.text) for t in scene.tokens if t.text in MONTHS and t.i != token.i]
    return all((new - place) * (own - place) > 0 for place in beside)
