"""Whether more than the verb of a sentence tells in which direction something changed.

"Prices rose to 40 from 32" and "Prices rose two points, a gain of 1 %" show it twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import both_ways

if TYPE_CHECKING:
    from spacy.tokens import Token

OTHER_WAY = both_ways(
    "increase:decrease rise:fall win:lose gain:lose grow:shrink strengthen:weaken"
    " accelerate:slow improve:worsen expand:contract widen:narrow"
)
OTHER_WAY["lose"] = "win"
EXTREMES = frozenset(
    "low lows high highs peak peaks peaked peaking lowest highest record maximum minimum".split()
)
CHANGES = frozenset("advance gain loss rise fall increase decrease drop decline jump".split())
AMOUNTS = frozenset(
    "price cost number rate share sale profit revenue income population temperature level demand"
    " output tax value stock percentage amount production speed size wage index salary rent"
    " traffic unemployment inflation export import volume interest pressure weight turnout"
    " budget deficit membership enrolment enrollment attendance yield dose debt".split()
)


def is_measured_again(verb: Token) -> bool:
    """ "rose two points, a gain of 1 %": the noun shows the direction, too."""
    following = (t for t in verb.doc[verb.i + 1 :] if t.tag_ == "NN")
    return bare_form(verb.text) in OTHER_WAY and any(t.lower_ in CHANGES for t in following)


def goes_from_to(verb: Token) -> bool:
    """ "rose to 40 from 32": the figures show the direction."""
    text = [t.lower_ for t in verb.subtree]
    return "from" in text and "to" in text and any(t.tag_ == "CD" for t in verb.subtree)
