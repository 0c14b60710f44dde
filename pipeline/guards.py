"""Reasons to refuse a paraphrase that the match error rate does not see. Pure functions of text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set

from schemas.mer import mer_tokens

_NEGATOR = re.compile(
    r"\b(?:not|never|none|nobody|nothing|nowhere|neither|nor|cannot|without"
    r"|hardly|scarcely|barely|rarely|seldom)\b"
    r"|n['’]t\b"
    r"|\bno\b(?!\.\s*\d)",  # not the abbreviation of "number"
    re.IGNORECASE,
)
# "not only rich but famous" denies nothing.
_NO_NEGATION = re.compile(r"\bnot\s+(?:only|just|merely|simply)\b", re.IGNORECASE)
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


def negators(text: str) -> int:
    """How many words of the text deny something; "neither ... nor" counts once."""
    found = [word.lower() for word in _NEGATOR.findall(_NO_NEGATION.sub(" ", text))]
    others = [word for word in found if word != "nor"]
    return len(others) or len(found)


def _denied_by_affix(words: Set[str], other: Set[str]) -> int:
    """Words like "unexpected" or "careless" whose bare or opposite form stands in `other`."""
    count = 0
    for word in words - other:
        bare = {word[len(p) :] for p in _PREFIXES if word.startswith(p) and len(word) > len(p) + 2}
        if word.endswith("less"):
            bare.add(word[:-4] + "ful")
        count += bool(bare & (other - words))
    return count


def polarity_changed(anchor: str, paraphrase: str) -> bool:
    """Whether the paraphrase lost or gained a negation, as a word or as an affix.

    >>> polarity_changed("That was unexpected.", "That was expected.")
    True
    >>> polarity_changed("That was unexpected.", "That was not expected.")
    False
    """
    a, p = frozenset(mer_tokens(anchor)), frozenset(mer_tokens(paraphrase))
    return negators(anchor) + _denied_by_affix(a, p) != negators(paraphrase) + _denied_by_affix(
        p, a
    )


def numbers_changed(anchor: str, paraphrase: str) -> bool:
    """Whether the numbers written in digits differ; how thousands are set apart does not count.

    >>> numbers_changed("It cost 1,500 euros.", "It cost 1.500 euros.")
    False
    """

    def written(text: str) -> Counter[str]:
        return Counter(re.sub(r"[.,:]", "", number) for number in _NUMBER.findall(text))

    return written(anchor) != written(paraphrase)
