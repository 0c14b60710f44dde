"""Whether a parsed sentence is negative: the self-check of negation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import NEGATORS
from pipeline.negation.reading.clause import find_clause
from pipeline.negation.reading.later import denied_clause
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.positive import negative_opening, negative_word

if TYPE_CHECKING:
    from spacy.tokens import Doc

FEW = frozenset(("few", "fewer"))
DENYING = frozenset(("fail", "deny"))


def denies(doc: Doc) -> bool:
    """Whether the main clause is negative: whether it has an odd number of negations.

    "Not" and "never" count, negative subjects and objects ("nobody", "no bread", "few"), and the
    predicates "fail", "deny" and "unlikely". Of two main clauses or more, the first and the last
    count, which is the one that a denial changes.
    """
    clause = find_clause(doc)
    if clause is None:
        return any(t.lower_ in NEGATORS or t.lower_ in ("no", "none") for t in doc)
    if clause.verb.lower_ == "let":
        return any(t.lower_ in NEGATORS for t in doc)
    negative = _is_negative(clause, opening=bool(negative_opening(clause)))
    later = denied_clause(doc)
    if later is None or later.verb == clause.verb:
        return negative
    return negative ^ _is_negative(later)


def _is_negative(clause: Clause, *, opening: bool = False) -> bool:
    """Whether the number of negations in one clause is odd; `opening` is one before it."""
    found = negative_word(clause)
    count = bool(clause.negators or found or opening)
    subject = clause.subject
    if subject is not None:
        first = clause.verb.doc[subject.left_edge.i]
        # "neither" may have been counted as a word already.
        count ^= first.lower_ in FEW or (first.lower_ == "neither" and not found)
    count ^= bare_form(clause.verb.text) in DENYING
    count ^= any(c.lower_ == "unlikely" for c in clause.verb.children)
    return count
