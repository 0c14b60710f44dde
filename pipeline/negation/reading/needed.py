"""Finds what a sentence says because its clause is negative: "He did not come because of the rain".

Without its negation the clause would have the wrong reason or aim.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.lexicon import BE, FINITE_TAGS, SUBJECTS
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

# A first, quick look before the words are read.
_GIVING = re.compile(r"\b(?:to|because|due|owing|since|so)\b")
_REPEATED = re.compile(r", (?:nothing|nobody|no one|none|not even|not (?:a|one|any))\b")
# ", thus losing it", "and so lost it"; not "and so on", "and so far"
_THEREBY = re.compile(
    r"(?:,|;|\band) (?:thereby|thus|therefore|hence|consequently|accordingly"
    r"|so (?!on\b|forth\b|far\b|too\b|is\b|are\b|do\b|does\b|did\b|much\b|many\b|that\b"
    r"|\w+ly\b))"
)
REASONS = frozenset(("because", "due", "owing"))
EMPTY = frozenset(("it", "there"))


def needs_negation(clause: Clause, rest: str) -> bool:
    """Whether the rest of a sentence makes no sense once a clause loses its negation.

    "The line was not straight, to give it a rough look", "He did not come because he was ill",
    "He never blamed them, nothing", "It is not much of a town", "He did not pay and thereby lost
    the flat".

    Args:
        clause: the clause with its negation.
        rest: the text from its verb on, in lower case.
    """
    if not clause.negators and not _is_over(clause):
        return False
    if _REPEATED.search(rest) is not None or "much of a" in rest:
        return True
    if _THEREBY.search(rest) is not None:
        return True
    # "In May, due to the cold, they did not sing"
    if any(child.dep_ == "prep" and child.lower_ in REASONS for child in clause.verb.lefts):
        return True
    return _GIVING.search(rest) is not None and any(
        _is_reason(child) or _is_aim(child, clause) for child in clause.verb.rights
    )


def _is_over(clause: Clause) -> bool:
    """ "It no longer sells bread because the oven broke", which it would still sell."""
    near = (c for c in clause.verb.children if c.lower_ == "longer" and c.i)
    return any(c.nbor(-1).lower_ == "no" for c in near)


def _is_reason(child: Token) -> bool:
    """ "because he was ill", "due to the rain", ", since he was ill", "so that it lasts"."""
    if child.dep_ == "prep" or child.dep_ == "acomp":
        return child.lower_ in REASONS
    if child.dep_ != "advcl":
        return False
    marks = {c.lower_ for c in child.lefts if c.dep_ in ("mark", "advmod")}
    apart = child.doc[child.left_edge.i - 1].text == ","
    told = any(c.dep_ in SUBJECTS for c in child.lefts)
    return told and ("because" in marks or ("since" in marks and apart) or {"so", "that"} <= marks)


def _is_aim(child: Token, clause: Clause) -> bool:
    """ ", to give it a rough look", and after a state also without a comma."""
    if child.dep_ != "advcl" or child.tag_ != "VB":
        return False
    opening = child.doc[child.left_edge.i]
    if not any(c.tag_ == "TO" for c in child.lefts) or any(
        c.tag_ in FINITE_TAGS for c in child.lefts
    ):
        return False
    if opening.lower_ == "in" or lower_before(opening) == ",":
        return True
    subject = clause.subject
    described = any(c.dep_ == "acomp" and c.i < child.i for c in clause.verb.rights)
    real = subject is not None and subject.lower_ not in EMPTY
    return clause.verb.lower_ in BE and described and real
