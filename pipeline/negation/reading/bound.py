"""Whether the rest of a text relies on what one of its clauses says.

Denied, or turned into its opposite, the clause would contradict the rest: "The dam broke, causing
a flood" tells of a flood, and "It rained. So we left" gives the rain as a reason. What each part
looks like is read in `dependent`, `members`, `needed`, `following` and `outcome`.
"""

from __future__ import annotations

from pipeline.negation.reading.dependent import is_dependent
from pipeline.negation.reading.following import is_continued, is_set_beside
from pipeline.negation.reading.members import names_members
from pipeline.negation.reading.needed import needs_negation
from pipeline.negation.reading.outcome import has_outcome, is_explained
from pipeline.negation.reading.structure import Clause


def relies_on(
    clause: Clause, lower: str, start: int = 0, *, reasons: bool = False, extent: bool = False
) -> bool:
    """Whether the rest of the text makes no sense once a clause is denied.

    "It broke, causing a flood", "It has two mills, including the Grey Mill", "It rained. So we
    left".

    Args:
        clause: the clause that would be changed.
        lower: its text in lower case.
        start: where the clause begins in it; what precedes it belongs to another clause.
        reasons: whether a reason or contrast counts, which "not" denies as well and "failed to"
            does not: "She stayed because it rained".
        extent: whether a result, degree or number of votes counts, which any denial denies and an
            opposite does not: "She won by 30 votes".
    """
    rest = lower[clause.verb.idx :]
    return (
        (reasons and is_explained(clause, lower))
        or (extent and has_outcome(clause, rest))
        or is_dependent(clause, lower, start)
        or names_members(clause, lower)
        or needs_negation(clause, rest)
        or is_continued(rest)
        or is_set_beside(rest, lower[: clause.verb.idx])
    )
