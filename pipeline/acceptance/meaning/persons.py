"""Whether a pronoun became that of another person. Pure functions of two texts."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from pipeline.acceptance.text.runs import RECENT, letter_runs, lowered_runs

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
