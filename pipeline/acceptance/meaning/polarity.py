"""Whether a negation was lost or gained. Pure functions of two texts."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from pipeline.acceptance.text.runs import RECENT, may_have
from schemas.mer import mer_tokens

# Patterns are compiled where they are first used: `--help` names the guards and needs none of them.
_NEGATOR = (
    r"(?i)\b(?:not|never|none|nobody|nothing|nowhere|neither|nor|cannot|without"
    r"|hardly|scarcely|barely|rarely|seldom)\b"
    # "Few guests stayed" denies that many did, "a few" and "the last few" deny nothing.
    r"|\bfew(?<!\ba few)(?<!\bthe few)(?<!\bthese few)(?<!\bthose few)(?<!\blast few)"
    r"(?<!\bnext few)(?<!\bfirst few)(?<!\bpast few)(?<!\bevery few)(?<!\bfinal few)"
    r"(?= (?:of|[a-z]+s|people|men|women|children)\b)"
    r"|n['’]t\b"
    r"|\bno\b(?!\.\s*\d)"  # not the abbreviation of "number"
)
_DENYING = frozenset(
    "not never none nobody nothing nowhere neither nor cannot without hardly scarcely barely rarely"
    " seldom few t no".split()
)
"""Letters between word boundaries in each match."""
# "not only rich but famous" denies nothing.
_NO_NEGATION = r"(?i)\bnot\s+(?:only|just|merely|simply)\b"
# "You like it, don't you?": the tag asks, it denies nothing.
_TAG = r"(?i),\s+(?:[a-z]+n['’]t|[a-z]+)\s+(?:i|you|he|she|it|we|they|there)(?:\s+not)?\s*\?\W*$"
# "Too tired to drive" is "so tired that one cannot", and not "very tired to drive".
_EXCESS = r"(?i)\btoo\s+\w+\s+(?:to|for)\b"
_PREFIXES = ("un", "in", "im", "il", "ir", "dis", "non", "mis")


# Cached like other figures of one text, since every candidate of an anchor asks for the anchor's.
@lru_cache(maxsize=RECENT)
def negators(text: str) -> int:
    """How many words deny something: "neither ... nor" counts once, a tag ("isn't it?") never."""
    if not may_have(text, _DENYING):
        return 0
    statement = re.sub(_TAG, ".", text) if "?" in text else text
    found = [w.lower() for w in re.findall(_NEGATOR, re.sub(_NO_NEGATION, " ", statement))]
    others = [word for word in found if word != "nor"]
    return len(others) or len(found)


@lru_cache(maxsize=RECENT)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(mer_tokens(text))


def _denied_by_affix(gone: Set[str], new: Set[str]) -> int:
    """Words like "unexpected" or "careless" whose bare or opposite form is new."""
    count = 0
    for word in gone:
        if not word.startswith(_PREFIXES) and not word.endswith("less"):
            continue
        bare = {word[len(p) :] for p in _PREFIXES if word.startswith(p) and len(word) > len(p) + 2}
        if word.endswith("less"):
            bare.add(word[:-4] + "ful")
        count += bool(bare & new)
    return count


def polarity_changed(anchor: str, paraphrase: str) -> bool:
    """Whether the paraphrase lost or gained a negation, as a word or as an affix.

    >>> polarity_changed("That was unexpected.", "That was expected.")
    True
    >>> polarity_changed("That was unexpected.", "That was not expected.")
    False
    """
    here, there = _tokens(anchor), _tokens(paraphrase)
    gone, new = here - there, there - here
    return _denials(anchor, gone, new) != _denials(paraphrase, new, gone)


def _denials(text: str, gone: Set[str], new: Set[str]) -> int:
    """How often a text denies something by words, affixes or a "too" that the other lacks.

    Args:
        gone: its tokens that the other lacks.
        new: tokens of the other that it lacks.
    """
    excess = "too" in gone and re.search(_EXCESS, text) is not None
    return negators(text) + _denied_by_affix(gone, new) + excess
