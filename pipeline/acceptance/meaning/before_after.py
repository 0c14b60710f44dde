"""Whether something that happened before an event now happens after it, or during it.

Compares what stands before the same word, without a parser: "before the war (ended)".
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache

from pipeline.acceptance.meaning.relations import RELATION_OF, otherwise
from pipeline.acceptance.text.runs import RECENT, has_digits, lowered_runs, may_have

_TELLING = frozenset(
    "before prior after following until till since during throughout while".split()
)
"""Of two texts that say different times, only one has one of these words, or one of `_HOURLY`."""
_SAME = tuple(
    frozenset(pair.split())
    for pair in ("before until", "after following", "during at", "following at", "following during")
)
"""Relations to an event that can stand for each other."""
_SAME_LIMITED = (frozenset(("until", "after")), frozenset(("by", "at")))
"""More such relations, beside a word of `_LIMITED`: "not until then", "only after then"."""
_LIMITED = frozenset("not no never nobody nothing none only hardly cannot without t".split())
"""Runs of letters that limit or deny; the last one is that of "isn't"."""
_ARTICLES = "the|this|that|these|those|my|your|his|her|its|our|their"
_EVENT = re.compile(
    r"(?i)\b(?:(before|prior to|after|following|until|till|since|during"
    rf"|throughout|while) (?:(?:{_ARTICLES}|an?|had|has|have|was|were|is|are"
    r"|(?:i|you|he|she|it|we|they)(?:['’][a-z]+)?) )*"
    rf"|(in|at|on) (?:{_ARTICLES}) )[\"“‘']?([^\W\d_]+)"
)

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBER_WORDS = frozenset(_NUMBERS)
_HOURLY = frozenset("at by before after until till from since around about".split())
_HOUR = re.compile(
    rf"(?i)\b({'|'.join(sorted(_HOURLY))}) (?:exactly )?"
    rf"((?:{'|'.join(_NUMBERS)}|1?\d|2[0-4])\b(?::\d\d)?)"
    r"(?= o['’]clock| ?[ap]\.?m\b| in the (?:morning|afternoon|evening)| (?:on|every|sharp|tonight"
    r"|tomorrow|today|this)\b|[.?!,;]*$|[?!;]|,(?!\d)|\. )"
)
_SAME_HOUR = (frozenset(("before", "by")), frozenset(("before", "until")))
_HOUR_OF = {word: str(number) for number, word in enumerate(_NUMBERS, 1)}


def moved_in_time(anchor: str, paraphrase: str) -> bool:
    """Whether another temporal preposition or conjunction stands before the same word or hour.

    Only the first word of an event is compared, so not "before the war" and "after the long war".

    >>> moved_in_time("They met before the war ended.", "After the war ended they met.")
    True
    >>> moved_in_time("We eat at seven.", "We eat before seven.")
    True
    >>> moved_in_time("They met before the show.", "They met prior to the show.")
    False
    """
    here, there = lowered_runs(anchor), lowered_runs(paraphrase)
    return (
        here & _TELLING != there & _TELLING
        and _moved(anchor, paraphrase, _events(anchor), _events(paraphrase), _SAME)
    ) or (
        here & _HOURLY != there & _HOURLY
        and _moved(anchor, paraphrase, _hours(anchor), _hours(paraphrase), _SAME_HOUR)
    )


def _moved(
    anchor: str,
    paraphrase: str,
    here: dict[str, set[str]],
    there: dict[str, set[str]],
    same: tuple[frozenset[str], ...],
) -> bool:
    """Whether an event or hour has another relation that no limiting word makes the same."""
    if not otherwise(here, there, same):
        return False
    limited = not _LIMITED.isdisjoint(lowered_runs(anchor) | lowered_runs(paraphrase))
    return not limited or otherwise(here, there, (*same, *_SAME_LIMITED))


# Cached, since every candidate of an anchor needs the anchor's.
@lru_cache(maxsize=RECENT)
def _events(text: str) -> dict[str, set[str]]:
    """First word of an event -> its relations to what happens."""
    found: dict[str, set[str]] = defaultdict(set)
    for conjunction, preposition, event in _EVENT.findall(text):
        found[event.lower()].add(RELATION_OF[(conjunction or preposition).lower()])
    return dict(found)


@lru_cache(maxsize=RECENT)
def _hours(text: str) -> dict[str, set[str]]:
    """Hour -> its relations to what happens."""
    if not has_digits(text) and not may_have(text, _NUMBER_WORDS):
        return {}
    found: dict[str, set[str]] = defaultdict(set)
    for preposition, hour in _HOUR.findall(text):
        found[_HOUR_OF.get(hour.lower(), hour)].add(RELATION_OF[preposition.lower()])
    return dict(found)
