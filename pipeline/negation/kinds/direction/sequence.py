"""Whether two events can follow each other in either order.

"They met before the war" can be turned, but "won the title after beating the others" and "wrote it
before his death" have one order that makes sense.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.kinds.facts.nouns import bare_noun

if TYPE_CHECKING:
    from spacy.tokens import Token

    from pipeline.negation.kinds.facts.scene import Scene

# "in 1990", "in the late 80s"
YEAR_OR_DECADE = re.compile(rf"{YEAR.pattern}|\b[1-9]0s\b")
# What one may do before or after nearly anything else.
FREE = frozenset(
    "move join leave return marry meet arrive retire travel go come visit sail settle found open"
    " build write publish release record paint compose study graduate escape rest eat sleep walk"
    " become occur sign teach sell buy".split()
)
# They take place whatever else does.
EVENTS = frozenset(
    "war election independence revolution season match game race parade festival sunset sunrise"
    " lunch dinner breakfast christmas easter ceremony wedding tournament exam term deadline"
    " closing midnight noon dawn dusk dark meeting concert".split()
)
# Before these nothing could be done with the thing.
BEGINNINGS = frozenset(
    "publication release launch invention introduction creation birth edition issue founding"
    " foundation construction completion assembly manufacture".split()
)
# What somebody grew up with, heard or got comes before what they did about it.
FIRST_OF_TWO = frozenset("grow hear see learn read receive get notice discover".split())
LASTING = frozenset(
    "support oppose favour favor back like love hate want need believe know think trust fear"
    " follow lead own rule govern control increase decrease grow shrink rise fall decline improve"
    " worsen"
    # More than once: "was hailed before the game"
    " hail praise criticise criticize condemn thank honor honour speak talk say tell warn urge call"
    " ask visit play see watch greet cheer discuss mention interview".split()
)


def has_no_order(token: Token, governed: Token) -> bool:
    """Whether either order makes sense: "met before the war", "moved after his father died".

    "Won the title after beating the others" and "was locked down after reports" do not.
    """
    lemma = bare_form(governed.text)
    times = [c for c in token.children if c.dep_ == "pobj"]
    # "sold few copies after its publication": what it begins with
    if any(bare_noun(c) in BEGINNINGS for c in times):
        return False
    # "moved on after studying"
    if lemma in FREE and not any(c.dep_ == "prt" for c in governed.rights):
        return True
    # "supported them after the war", and before it, perhaps
    return any(bare_noun(c) in EVENTS for c in times) and lemma not in LASTING


def is_in_order(token: Token, governed: Token) -> bool:
    """ "began there before moving", "left after growing up there": not the other way round."""
    doing = [c for c in token.children if c.dep_ == "pcomp"]
    first = bare_form(governed.text) in ("begin", "start")
    # "was seen waving after hearing a friend"
    return (first and bool(doing)) or any(bare_form(c.text) in FIRST_OF_TWO for c in doing)


def is_dated_again(time: Token, scene: Scene) -> bool:
    """Whether another number has the same decade: "the early 1890s", "1895"."""
    decade = time.text[:3]
    years = (t.text for t in scene.tokens if t.i != time.i)
    return decade.isdecimal() and any(text[:3] == decade for text in years)


def is_coordinated(token: Token, *, edge: bool) -> bool:
    """ "in the late 1730s and early 1740s", "on the eaves and the front porch": one of several."""
    noun = token if edge and token.dep_ == "pobj" else token.head
    place = noun.head
    # "forward and side lunges"
    if any(c.dep_ in ("cc", "conj") for c in token.children) or token.dep_ == "conj":
        return True
    joined = (noun, place) if place.dep_ in ("prep", "conj") else (noun,)
    return any(t.dep_ == "conj" or any(c.dep_ == "conj" for c in t.children) for t in joined)
