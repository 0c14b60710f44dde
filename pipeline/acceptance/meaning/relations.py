"""How what happens is related to a time or an event: before it, after it, during it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set

_RELATIONS = {
    "at": "in|on|at|as of",
    "during": "during|throughout|while",
    "from": "since|from|starting|starting in|starting on|starting from|beginning in|beginning on"
    "|as from|ever since",
    "until": "until|till|up to|up until",
    "before": "before|prior to",
    "by": "by",
    "after": "after",
    "following": "following",
    "around": "around|about",
}
RELATION_OF = {
    phrase: relation for relation, phrases in _RELATIONS.items() for phrase in phrases.split("|")
}
"""Lower-case preposition or conjunction -> its relation. "Following" has one of its own, since it
may be a verb ("following the path")."""


def otherwise(
    here: Mapping[str, Set[str]], there: Mapping[str, Set[str]], same: Collection[Set[str]]
) -> bool:
    """Whether something that both texts name has different relations in them.

    Args:
        here, there: time, hour or event -> its relations in a text.
        same: relations that can stand for each other.

    >>> otherwise({"noon": {"by"}}, {"noon": {"before"}}, [{"before", "by"}])
    False
    >>> otherwise({"noon": {"by"}}, {"noon": {"after"}}, [{"before", "by"}])
    True
    """
    return any(
        here[key].isdisjoint(there[key])
        and not any(here[key] | there[key] <= equals for equals in same)
        for key in here.keys() & there.keys()
    )
