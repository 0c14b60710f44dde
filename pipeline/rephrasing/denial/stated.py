"""Which sentences state a quality that has an opposite, told by their words, without a parser.

They teach an encoder most: from "The shop is closed" come the contradiction "The shop is open" and
the paraphrase "The shop is not open". Few sentences of general text are such: some 4 % of
Wikipedia's.
"""

from __future__ import annotations

import re
from functools import cache

from pipeline.rephrasing.denial.opposites import entries

_LINKS = (
    "am is are was were be been being isn't aren't wasn't weren't isn’t aren’t wasn’t weren’t"
    " seem seems seemed become becomes became remain remains remained stay stays stayed"
)
# Of these "'s" is a verb; that of a noun is mostly an owner's.
_PRONOUNS = (
    "I you You we We they They he He she She it It that That there There who Who what What".split()
)
_ADVERBS = "not very quite rather too so also still now often usually always never almost"


def states_opposite(text: str) -> bool:
    """Whether a text says that something is, seems or becomes what has an opposite.

    A wide net: whether the word can be replaced is for the rules to decide, which read the parse.
    """
    return _pattern().search(text) is not None


@cache
def _pattern() -> re.Pattern[str]:
    words = {one.word for one in entries("a") if one.denies}
    words |= {one.other for one in entries("a") if one.asserts}
    links, adverbs, qualities = (
        "|".join(map(re.escape, sorted(some))) for some in (_LINKS.split(), _ADVERBS.split(), words)
    )
    contracted = rf"(?:{'|'.join(_PRONOUNS)})['’](?:m|s|re)"
    stated = rf"\b(?:{links}|{contracted}) (?:(?:{adverbs}) ){{0,2}}(?:{qualities})"
    # "is known as the Blue Door" says no quality.
    return re.compile(rf"{stated}(?! as )(?=[ ,.;:!?]|$)")
