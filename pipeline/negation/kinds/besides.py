"""Whether what is said of one thing or time may be said of another besides: "the flute, too"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.kinds.scene import Scene

if TYPE_CHECKING:
    from spacy.tokens import Token

ADDED = frozenset(("too", "also", "well"))
# "loaded the car", and then the van
REPEATABLE = frozenset("loaded unloaded washed cleaned painted repaired fixed".split())


def is_besides(token: Token, kind: str, scene: Scene) -> bool:
    """Whether another thing of the same set may be meant as well.

    "She plays the flute, too", "Berg to sell cars" (a headline), "He loaded the car"

    Args:
        token: the thing.
        kind: its set.
        scene: the sentence.
    """
    if scene.has(ADDED) and _is_added(token):
        return True
    if token.dep_ != "dobj":
        return False
    # In a caption, the thing is the only one that can be seen.
    again = kind == "vehicle" and token.head.lower_ in REPEATABLE and not scene.describes
    return again or _is_planned(token.head)


def is_used(verb: Token) -> bool:
    """ "In the 1970s the word was used": in another decade, too, perhaps."""
    return verb.lower_ in ("used", "known") and any(c.dep_ == "auxpass" for c in verb.lefts)


def _is_added(token: Token) -> bool:
    """ "plays the flute, too", "plays the flute as well"; not "plays the flute well"."""
    verb = next((t for t in token.ancestors if t.tag_[0] == "V"), None)
    added = [c for c in verb.rights if c.lower_ in ADDED] if verb is not None else []
    return any(
        c.dep_ == "advmod" and (c.lower_ != "well" or c.nbor(-1).lower_ == "as") for c in added
    )


def _is_planned(verb: Token) -> bool:
    """ "Berg to sell cars": an infinitive for the future, as in headlines."""
    return verb.tag_ == "VB" and verb.dep_ == "ROOT" and any(c.tag_ == "TO" for c in verb.lefts)
