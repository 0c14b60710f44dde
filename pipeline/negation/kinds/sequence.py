"""Whether two events can follow each other in either order.

"They met before the war" can be turned, but "won the title after beating the others" and "wrote it
before his death" have one order that makes sense.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.dates import YEAR
from pipeline.negation.kinds.nouns import bare_noun

if TYPE_CHECKING:
    from spacy.tokens import Token

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
