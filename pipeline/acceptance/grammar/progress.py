"""Progressive or simple verb, fact or possibility. Pure functions of two texts.

Few languages tell "is looking" from "looks" as English does. The check is for translations only:
the same change may be right if a rule made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from pipeline.acceptance.text.runs import RECENT, may_have
from pipeline.acceptance.text.words import straight_tokens
from pipeline.negation.english.given_names import SEXES

_BE = frozenset("am are is was were aren isn wasn weren 'm 're 's be been".split())
_BETWEEN = frozenset(
    "not n't 't never always already just ever also only recently still now then often both all"
    " even i you he she it we they there really currently usually".split()
)
_NO_VERBS = frozenset(
    "during nothing something anything everything morning evening king ring thing string spring"
    " wing interesting boring exciting surprising amazing missing willing outstanding".split()
)
"""Words in "-ing" that are not progressive verbs."""
_ASKING = frozenset("who whom whose what which when where why how".split())
_WOULD = frozenset("would wouldn d dn".split())
"""A run of letters in each match of the next pattern."""
_WOULD_BE = re.compile(r"(?i)\b(?:would|\w+['’]d)(?: not|n['’]t)? be\b")
_PERHAPS = re.compile(r"(?i)\b(?:could|should|might|were|going to|used to|better be)\b")
"""What may replace "would be" without a change of meaning."""
_TO_PLACE = frozenset(
    "the a an my your his her its our their this that school church work bed town college"
    " university prison jail court".split()
)
"""Words behind "going to" that make it a movement: "going to school"."""
_HAVE = frozenset(("have",))
"""A run of letters in each match of the next pattern."""
_COULD_HAVE = re.compile(r"(?i)\b(?:should|could|would|must|might|may)(?:n['’]t| not)? have [a-z]+")


def progress_changed(anchor: str, paraphrase: str) -> bool:
    """Whether something in progress became a habit or was completed, or a fact a possibility.

    The other way round counts too.

    >>> progress_changed("Why is Tom looking at me?", "Why does Tom look at me?")
    True
    >>> progress_changed("I was just taking a shower.", "I just took a shower.")
    True
    >>> progress_changed("He is going to sing.", "He will sing.")
    False
    >>> progress_changed("I thought he was honest.", "I thought he'd be honest.")
    True
    >>> progress_changed("He shouldn't have been here.", "He shouldn't be here.")
    True
    """
    if _would_be(anchor) != _would_be(paraphrase) and not _PERHAPS.search(anchor + paraphrase):
        return True
    if _could_have(anchor) != _could_have(paraphrase):
        return True
    if "ing" not in anchor and "ing" not in paraphrase:
        return False
    here, there = _going_on(anchor), _going_on(paraphrase)
    return (here > 0) != (there > 0)


def _would_be(text: str) -> bool:
    return may_have(text, _WOULD) and _WOULD_BE.search(text) is not None


def _could_have(text: str) -> bool:
    return may_have(text, _HAVE) and _COULD_HAVE.search(text) is not None


@lru_cache(maxsize=RECENT)
def _going_on(text: str) -> int:
    """How many verbs have the progressive form."""
    tokens = straight_tokens(text)
    if _BE.isdisjoint(tokens):
        return 0
    return sum(
        _verb_going_on(tokens[place + 1 : place + 8], asked=not place or before in _ASKING)
        for place, (before, token) in enumerate(pairwise(("", *tokens)))
        if token in _BE
    )


def _verb_going_on(behind: Sequence[str], *, asked: bool) -> bool:
    rest = _skipped(behind)
    while asked and rest and rest[0].isalpha() and not rest[0].endswith("ing"):
        rest = _skipped(rest[1:])  # "are the people eating"
    if not rest or not rest[0].endswith("ing") or rest[0] in _NO_VERBS:
        return False
    return rest[:2] != ["going", "to"] or not _TO_PLACE.isdisjoint(rest[2:3])


def _skipped(tokens: Iterable[str]) -> list[str]:
    """The tokens from the first that may be a verb; a name may be the subject of a question."""
    rest = list(tokens)
    while rest and (rest[0] in _BETWEEN or rest[0].capitalize() in SEXES):
        rest.pop(0)
    return rest
