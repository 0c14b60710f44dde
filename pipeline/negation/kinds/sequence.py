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
DEADLY = frozenset(
    "death dying died suicide execution assassination perishing disappearance lives".split()
)
CONSEQUENCES = frozenset(
    "effect outrage anger reaction response recovery aftermath anniversary protest mourning grief"
    " damage toll investigation inquiry rescue relief drag cleanup".split()
)
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


def _follows_from(governed: Token, token: Token) -> bool:
    """ "the side effects after the meal", "the most popular after the king"."""
    about = (governed, *(c for c in governed.children if c.dep_ in ("nsubj", "nsubjpass")))
    if any(bare_noun(t) in CONSEQUENCES for t in about):
        return True
    named = any(c.dep_ == "pobj" and c.tag_ == "NNP" for c in token.children)
    return named and any(t.tag_ in ("JJS", "RBS") for t in governed.subtree)


def is_in_order(token: Token, governed: Token) -> bool:
    """ "wrote it before his death", "began there before moving": not the other way round."""
    if _follows_from(governed, token):
        return True
    acts = not any(c.dep_ == "auxpass" for c in governed.children)
    deadly = token.lower_ == "before" and any(t.lower_ in DEADLY for t in token.subtree)
    if acts and deadly:
        return True
    first = bare_form(governed.text) in ("begin", "start")
    return first and any(c.dep_ == "pcomp" for c in token.children)


def is_timed(adverb: Token) -> bool:
    """Whether a clause tells how late "later" is: "left later, after it had closed"."""
    behind = [t.lower_ for t in adverb.doc[adverb.i + 1 : adverb.i + 3] if t.text != ","]
    timed = behind[:1] in (["before"], ["after"], ["when"], ["once"])
    return timed and adverb.lower_ in ("earlier", "later")
