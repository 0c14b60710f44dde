"""Whether a main clause is denied, or says only what may be or is true of some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.kinds.facts.limits import DENYING, PARTIAL, WEAK
from pipeline.negation.kinds.facts.rough import rounds
from pipeline.negation.reading.restated import holds_in_part
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.subjects import names_one_of_several

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from spacy.tokens import Token


def is_denied(clause: Clause, words: AbstractSet[str]) -> bool:
    """Whether a clause, or its subject, is negative.

    Args:
        clause: the main clause.
        words: those of its sentence, in lower case.
    """
    if words.isdisjoint(DENYING):
        return False
    if clause.negators or any(c.lower_ in DENYING for c in clause.verb.children):
        return True
    # "is not itself closed", "is no longer closed": the parser may attach the negation elsewhere.
    if clause.finite is not None and clause.finite.i < clause.verb.i:
        between = clause.verb.doc[clause.finite.i : clause.verb.i]
        if any(t.lower_ in DENYING for t in between):
            return True
    if "longer" in words and "no" in words:
        return True
    # "There is no girl who is asleep"
    there = any(c.dep_ == "expl" for c in clause.verb.children)
    if there and any(t.lower_ == "no" for c in clause.verb.rights for t in c.lefts):
        return True
    subject = clause.subject
    return subject is not None and any(t.lower_ in DENYING for t in subject.subtree)


def is_weak(clause: Clause | None, head: Token, words: AbstractSet[str]) -> bool:
    """Whether a clause says only what is possible, or true of some.

    Args:
        clause: the main clause, if there is one.
        head: its verb, or the root of a caption.
        words: those of its sentence, in lower case.
    """
    subject = clause.subject if clause is not None else None
    if clause is not None and any(t.lower_ in WEAK for t in clause.auxiliaries):
        return True
    # "The guests included friends": perhaps enemies too.
    if clause is not None and bare_form(clause.verb.text) == "include":
        return True
    # "A reason for it was the snow", "In some cases it is towed"
    if clause is not None and (names_one_of_several(clause) or holds_in_part(clause.verb)):
        return True
    # "A lot of people are lazy", and a lot are not.
    if subject is not None and subject.lower_ in ("lot", "lots", "plenty"):
        return True
    # "A large number of birds", but "The number of birds"
    if subject is not None and (subject.lower_, subject.left_edge.lower_) == ("number", "a"):
        return True
    if words.isdisjoint(PARTIAL):
        return False
    if any(t.lower_ in PARTIAL and not _is_aside(t, head) for t in head.children):
        return True
    near = (subject, *subject.children) if subject is not None else ()
    return any(t.lower_ in PARTIAL and not (_is_universal(t) or rounds(t)) for t in near)


def _is_aside(word: Token, verb: Token) -> bool:
    """ "Like her mother, she sings", "won prizes, including a medal": the rest holds as it is.

    "It is approximately 40 km long": only the figure is rough.
    """
    if rounds(word):
        return True
    return word.lower_ == "including" or (word.lower_ == "like" and word.i < verb.i)


def _is_universal(word: Token) -> bool:
    """ "Each house has a low door": what holds of each of them excludes its opposite."""
    return word.dep_ == "det" and word.lower_ in ("each", "every")
