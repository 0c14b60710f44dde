"""Whether a paraphrase drops content words without replacing them."""

from __future__ import annotations

from functools import lru_cache

from pipeline.acceptance.form import STEM, compared, words
from pipeline.acceptance.runs import RECENT

_LIGHT = frozenset(
    "a an the this that these those i me my mine myself you your yours yourself he him his himself"
    " she her hers herself it its itself we us our ours ourselves they them their theirs themselves"
    " one ones who whom whose which what where when why how there here something anything somebody"
    " anybody someone anyone thing things am is are was were be been being do does did done doing"
    " have has had having need used may might shall should will would ought about across against"
    " among at between by for from if in into like near of on onto or than then through to toward"
    " towards upon via with within and nor not yet too also now well very really quite rather"
    " pretty ain aren couldn didn doesn don hadn hasn haven isn mightn mustn needn shan shouldn"
    " wasn weren won wouldn ca wo sha".split()
)
"""Function words: losing or gaining one of them hardly matters."""
_HEAVY = frozenset(
    "some any no each every both all such same other another many much more most lot lots bit"
    " several various half whole entire certain nothing nobody everyone everybody everything way"
    " get gets got getting go goes going gone went make makes made let lets take takes took taken"
    " can cannot could must able above after along alongside although around as away back because"
    " before behind below beside besides beyond despite down during except inside instead off out"
    " outside over per since so though throughout till under unless until up whereas whether while"
    " without only even still already again once ever always just right exactly immediately either"
    " neither".split()
)
"""Words that often replace a content word: "goes up" for "climbs", "all" for "whole"."""
FUNCTION_WORDS = _LIGHT | _HEAVY
_ENDINGS = frozenset(
    ("", "s", "es", "d", "ed", "ing", "r", "er", "ers", "y", "ly", "n", "en", "al", "ied", "ies")
)
"""Endings in which the forms of a word may differ."""


def content_lost(anchor: str, paraphrase: str) -> bool:
    """Whether content words are missing and nothing replaces them.

    A function word that can replace one with content counts ("climbs" -> "goes up"), and so does
    a compound of what was there ("sea stars" -> "starfish").

    >>> content_lost("We met there for the first time last year.", "We met there last year.")
    True
    >>> content_lost("We met there last year.", "Last year we came together there.")
    False
    >>> content_lost("We spent the whole day there.", "We spent all day there.")
    False
    """
    before, now = _stems(anchor), _stems(paraphrase)
    return now < before and len(before - now) > _come(anchor, paraphrase)


@lru_cache(maxsize=RECENT)
def _stems(text: str) -> frozenset[str]:
    """Beginnings of the content words; most forms of a word begin alike."""
    return frozenset(word[:STEM] for word in _whole(text) if word not in FUNCTION_WORDS)


def _whole(text: str) -> set[str]:
    """The words of a text without its contracted ones ("'s", "n't")."""
    return {word for word in words(text) if word[0] not in "'’" and word not in ("n't", "n’t")}


def _come(anchor: str, paraphrase: str) -> int:
    """How many new words of the paraphrase can replace the missing ones."""
    there, here = _whole(anchor), _whole(paraphrase)
    compounds = sum(
        word not in FUNCTION_WORDS and not any(_forms(word, other) for other in there)
        for word in here - there
    )
    # A quantifier or particle that replaces another one does not replace a content word too.
    return compounds + max(len((here - there) & _HEAVY) - len((there - here) & _HEAVY), 0)


def _forms(word: str, other: str) -> bool:
    """Whether two words with the same beginning may be forms of one word, and not a compound."""
    shared, ends = compared(word, other)
    return shared >= STEM - 1 and ends <= _ENDINGS
