"""Ways in which a paraphrase changes the meaning of its anchor. Pure functions of two texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Set
from functools import lru_cache

from pipeline.acceptance.questions import asks
from pipeline.acceptance.runs import RECENT, letter_runs, lowered_runs, may_have
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


_ADVISED = r"(?i)\b(?:should(?:n['’]t)?|ought|supposed to)\b"
_REQUIRED = (
    r"(?i)\b(?:must(?:n['’]t)?|ha(?:ve|s|d) to|need(?:s|ed)? to|got to|gotta|obliged|required)\b"
)
_DUTIES = frozenset("should shouldn ought supposed".split())
_NEEDS = frozenset("must mustn have has had need needs needed got gotta obliged required".split())
"""A word of each match of the two patterns."""


def duty_changed(anchor: str, paraphrase: str) -> bool:
    """Whether what one should do became what one must do, or the other way round.

    >>> duty_changed("You should finish it.", "You must finish it.")
    True
    >>> duty_changed("You must finish it.", "You have to finish it.")
    False
    """
    before, now = _duties(anchor), _duties(paraphrase)
    return {before, now} == {(True, False), (False, True)}


@lru_cache(maxsize=RECENT)
def _duties(text: str) -> tuple[bool, bool]:
    """Whether something is advised, and whether something is required."""
    return (
        may_have(text, _DUTIES) and re.search(_ADVISED, text) is not None,
        may_have(text, _NEEDS) and re.search(_REQUIRED, text) is not None,
    )


_PERSONS = {
    form: forms.partition(" ")[0]
    for forms in (
        "i me my mine myself",
        "you your yours yourself yourselves",
        "he him his himself",
        "she her hers herself",
        "it its itself",
        "we us our ours ourselves",
        "they them their theirs themselves",
    )
    for form in forms.split()
}
# "It is known that", "we know that", "they say": who is meant is left open by both.
_OPEN = tuple(
    map(frozenset, (("it", "they"), ("it", "we"), ("it", "you"), ("you", "we"), ("we", "they")))
)
_REFLEXIVE = frozenset("myself yourself yourselves himself herself ourselves themselves".split())
_ITS_YOURS = frozenset(("its", "your"))


@lru_cache(maxsize=RECENT)
def _forms(text: str) -> Counter[str]:
    if lowered_runs(text).isdisjoint(_PERSONS):
        return Counter()  # cheaper than word by word
    found = letter_runs(text)
    return Counter(
        low for word in found if (low := word.lower()) in _PERSONS and word not in ("US", "IT")
    )


def _persons(forms: Counter[str]) -> Counter[str]:
    return Counter(_PERSONS[form] for form in forms.elements())


def person_changed(anchor: str, paraphrase: str) -> bool:
    """Whether there are fewer pronouns of one person than before, and more of another.

    Many languages leave the pronoun out or have one word for several: "she", "they" and "you" are
    one word in German, "his", "her", "its" and a polite "your" in Portuguese.

    >>> person_changed("Her daughter sings.", "His daughter sings.")
    True
    >>> person_changed("Anna and her brother sing.", "Anna sings with her brother.")
    False
    """
    before, now = _forms(anchor), _forms(paraphrase)
    if before.items() == now.items():
        return False
    lost, new = (before - now).keys(), (now - before).keys()
    if ("it" in new and "them" in lost) or ("it" in lost and "them" in new):
        return True
    if lost & _REFLEXIVE != new & _REFLEXIVE:
        return True
    if lost & _ITS_YOURS and new & _ITS_YOURS:
        return True
    persons, others = _persons(before), _persons(now)
    pairs = (frozenset((lost, new)) for lost in persons - others for new in others - persons)
    return any(pair not in _OPEN for pair in pairs)


def is_stated(anchor: str, paraphrase: str) -> bool:
    """Whether both state something, so that what contradicts one contradicts the other.

    Two questions can both be asked. "Do all birds build nests?" is not contradicted by "Not all
    birds build nests?", though that denies its paraphrase "All birds build nests?".

    >>> is_stated("The shop is open.", "The store is open.")
    True
    >>> is_stated("Do all birds build nests?", "All birds build nests?")
    False
    """
    return not (asks(anchor) or asks(paraphrase))
