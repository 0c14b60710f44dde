"""Finds what rules out the opposite of a clause, though it would fit a denial.

"The rain caused floods so often that they moved" names a result that would not follow if it
prevented them, "won the vote by 30 votes to 20" counts the votes, and "stayed because it rained"
gives the reason for staying.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

_RESULT = re.compile(
    r"[,–—] (?:thus |thereby |hence |eventually |ultimately )?"
    r"(?:leading to|resulting in|causing|allowing|enabling|giving rise|producing|forcing|prompting)"
    r"\b|\bso (?:much|many|far|\w+ly)(?: \w+)? that\b|\bto such an extent\b|\bto the point\b"
    r"|\bto avoid\b"
)
_TALLY = re.compile(
    # "by 30:20 votes", not "in 1964–65"
    r"\bmajority\b|\b\d{1,3} ?[:–—-] ?\d{1,3}\b|\bvotes?\b.*\d|\d.*\bvotes?\b|\blandslide\b"
    r"|\bvoting\b"
)
CONTESTED = frozenset("win lose retain gain keep pass reject approve defeat accept hold".split())
# A clause or phrase with one of these is a reason, or is set against the main clause.
MARKS = frozenset("because since as although though whereas lest".split())
PHRASES = frozenset("because despite due owing thanks notwithstanding".split())
SIGNS = MARKS | PHRASES | {"but", "yet", "albeit"}
_SIGNS = re.compile(rf"\b(?:{'|'.join(sorted(SIGNS))})\b")


def has_outcome(clause: Clause, rest: str) -> bool:
    """Whether a result or a count of votes follows the verb of a clause.

    "It caused rust, leading to leaks", "She won by 30 votes".

    Args:
        clause: the clause whose verb would become its opposite.
        rest: the text from its verb on, in lower case.
    """
    verb = clause.verb
    if verb.tag_[0] != "V":
        return False
    if _RESULT.search(rest) or any(_is_result(c) for c in verb.rights):
        return True
    return bare_form(verb.text) in CONTESTED and _TALLY.search(rest) is not None


def _is_result(verb: Token) -> bool:
    """ ", effectively ending her career", also below the main clause."""
    if verb.tag_ != "VBG" or verb.dep_ != "advcl":
        return False
    first = verb.left_edge
    return first.i > 0 and first.nbor(-1).text == ","


def is_explained(clause: Clause, lower: str) -> bool:
    """Whether a reason is given for a clause, or something is set against it.

    "as it was cheap", "although it rained", "despite the rain", "but she lost", "albeit slowly";
    also ", since the mayor had left", in which the parser may take "since" for a preposition.

    Args:
        clause: the clause that would say the opposite.
        lower: its text in lower case.
    """
    if _SIGNS.search(lower) is None:
        return False
    return any(t.lower_ in SIGNS and _explains(t, clause.verb) for t in clause.verb.doc)


def _explains(sign: Token, verb: Token) -> bool:
    word, above = sign.lower_, sign.head
    of_verb = above.i == verb.i or above.head.i == verb.i
    if word in MARKS and sign.dep_ == "mark" and above.dep_ == "advcl" and of_verb:
        return True
    if word in PHRASES and of_verb and sign.dep_ not in ("mark", "amod"):
        return True
    if word in ("but", "yet") and sign.dep_ == "cc" and above.i == verb.i:
        return True
    if word == "albeit" and sign.i > verb.i:
        return True
    return word == "since" and sign.dep_ == "prep" and _has_verb_behind(sign)


def _has_verb_behind(since: Token) -> bool:
    """ ", since the mayor had left"; not ", since May"."""
    behind = since.doc[since.i + 1 : since.i + 12]
    comma = since.i > 0 and since.nbor(-1).text == ","
    return comma and any(t.tag_ in ("VBD", "VBZ", "VBP", "MD") for t in behind)
