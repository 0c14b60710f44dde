"""Whether two events can follow each other in either order.

"They met before the war" can be turned, but "won the title after beating the others" and "wrote it
before his death" have one order that makes sense.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import YEAR
from pipeline.negation.kinds.checks.elsewhere import is_usual
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
AWARDS = frozenset("prize award medal grant fleet place rank".split())
ACHIEVING = frozenset(
    "earn develop invent design create establish found introduce pioneer air".split()
)


def has_no_order(token: Token, governed: Token) -> bool:
    """Whether either order makes sense: "met before the war", "moved after his father died".

    "Won the title after beating the others" and "was locked down after reports" do not.
    """
    if bare_form(governed.text) in FREE:
        return True
    return any(c.dep_ == "pobj" and bare_noun(c) in EVENTS for c in token.children)


def is_in_order(token: Token, governed: Token) -> bool:
    """ "began there before moving", "left after growing up there": not the other way round."""
    doing = [c for c in token.children if c.dep_ == "pcomp"]
    first = bare_form(governed.text) in ("begin", "start")
    return (first and bool(doing)) or any(bare_form(c.text) == "grow" for c in doing)


def is_timed(adverb: Token) -> bool:
    """Whether a clause tells how late "later" is: "left later, after it had closed"."""
    behind = [t.lower_ for t in adverb.doc[adverb.i + 1 : adverb.i + 3] if t.text != ","]
    timed = behind[:1] in (["before"], ["after"], ["when"], ["once"])
    return timed and adverb.lower_ in ("earlier", "later")


def is_achieved(token: Token) -> bool:
    """ "won the first prize", "built the first fleet": nobody wins or builds the last one."""
    if token.lower_ not in ("first", "last") or token.head.dep_ != "dobj":
        return False
    return bare_noun(token.head) in AWARDS or bare_form(token.head.head.text) in ACHIEVING


def is_dated_again(token: Token, scene: Scene) -> bool:
    """Whether another number has the same decade: "the early 1890s", "1895"."""
    decade = token.head.text[:3]
    years = (t.text for t in scene.tokens if t.i != token.head.i)
    return decade.isdecimal() and any(text[:3] == decade for text in years)


def is_of_routine(token: Token, verb: Token) -> bool:
    """ "writes the first draft", each time; not "Smith takes the first place", in a headline."""
    return token.lower_ in ("first", "last") and token.head.dep_ == "dobj" and is_usual(verb)


def is_coordinated(token: Token, *, edge: bool) -> bool:
    """ "in the late 1730s and early 1740s", "on the eaves and the front porch": one of several."""
    noun = token if edge and token.dep_ == "pobj" else token.head
    place = noun.head
    # "forward and side lunges"
    if any(c.dep_ in ("cc", "conj") for c in token.children) or token.dep_ == "conj":
        return True
    joined = (noun, place) if place.dep_ in ("prep", "conj") else (noun,)
    return any(t.dep_ == "conj" or any(c.dep_ == "conj" for c in t.children) for t in joined)
