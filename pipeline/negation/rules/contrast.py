"""Negations that state the alternative: "not a doctor but a nurse", "a nurse, not a doctor".

Without "not" the first would not be English, so its opposite reverses the pair: "a doctor and not a
nurse". The second becomes "not a nurse, but a doctor".
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of, replace
from pipeline.negation.english.lexicon import BE, FOCUS, MINIMISERS, NEGATIVE_PRONOUNS, SUBJECTS
from pipeline.negation.reading.neighbour import lower_after
from pipeline.negation.reading.structure import Clause, is_below
from pipeline.negation.rules.positive import existing_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

INSTEAD = frozenset(("rather", "instead"))
NOMINAL = frozenset(("DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "CD"))
NUMBERS = frozenset(("once", "twice", "half", "a", "an"))
# Words that may follow what is negated, but would be odd after its assertion.
LESS_STILL = (
    ("let", "alone"), ("much", "less"), ("still", "less"), ("help", "but"), (",", "only"),
)  # fmt: skip


def contrast(clause: Clause) -> list[Edit] | None:
    """ "not with stones but with poles" -> "with stones and not with poles"."""
    doc = clause.verb.doc
    # Not the last word: an alternative must follow it.
    for but in doc[clause.verb.i + 1 : len(doc) - 1]:
        if but.dep_ != "cc" or but.lower_ != "but" or not _is_phrase_of(but.head, clause.verb):
            continue
        other = _instead(clause, but)
        if other is None:
            continue
        negator = _negator_of(clause, but.head, but)
        if negator is None:
            continue
        last = but.nbor(1) if but.nbor(1).lower_ in INSTEAD else but
        turned = Edit(but.idx, end_of(last), "and not")
        if negator in clause.negators:
            return [*(existing_negation(clause) or ()), turned]
        return [delete(negator), turned]
    return None


def _instead(clause: Clause, but: Token) -> Token | None:
    """The alternative: a phrase after "but", or a participle after "but rather"."""
    following = but.nbor(1)
    other = next((c for c in but.head.children if c.dep_ == "conj" and c.i > but.i), None)
    if other is not None and _is_phrase(other):
        return other
    if (
        other is not None
        and following.lower_ in INSTEAD
        and other.tag_ == clause.verb.tag_ == "VBN"
    ):
        return other
    # "not a question of taste, but of money": parallel prepositions, whatever they depend on.
    denied = clause.verb.doc[clause.negators[0].i : but.i] if clause.negators else ()
    parallel = any(
        (t.dep_ == "prep" and t.lower_ == following.lower_) or t.lower_ in ("here", "there")
        for t in denied
    )
    near = following.dep_ == "prep" and following.head.i < but.i
    return following if near and parallel else None


def _is_phrase_of(head: Token, verb: Token, *, subjects: bool = False) -> bool:
    """Whether a word depends on the verb without a clause in between.

    With `subjects`, a word of the subject counts too, and one that the parser attaches elsewhere.
    """
    if is_below(head, verb):
        return False
    above = [head, *head.ancestors]
    if subjects or verb not in above:
        return subjects
    return not any(t.dep_ in SUBJECTS for t in above[: above.index(verb)])


def _is_phrase(other: Token) -> bool:
    """Whether it is no clause, but a noun, an adjective, a preposition, or "to" and a verb."""
    if any(c.dep_ in SUBJECTS for c in other.children):
        return False
    return not other.tag_.startswith(("V", "M")) or any(c.tag_ == "TO" for c in other.lefts)


def _negator_of(clause: Clause, first: Token, but: Token) -> Token | None:
    if clause.negators:
        negator = clause.negators[0]
        return negator if negator.lower_ != "never" and _is_open(negator, but) else None
    for token in clause.verb.doc[clause.verb.i + 1 : but.i]:
        near = token.head == first or token.head == clause.verb
        if token.lower_ == "not" and near and not token.nbor(-1).is_punct:
            return token if _is_open(token, but) else None
    return None


def _is_open(negator: Token, but: Token) -> bool:
    """Whether "but" can answer "not": no bracket between them, no "not only" or "but also"."""
    if any(t.text in "()[]" for t in negator.doc[negator.i : but.i]):
        return False
    limited = lower_after(negator) in FOCUS or but.nbor(1).lower_ in ("also", "not", "never")
    return not limited


def set_aside(clause: Clause) -> list[Edit]:
    """ "a nurse, not a doctor" under a new negation: "not a nurse, but a doctor"."""
    edits = []
    for token in clause.verb.doc[clause.verb.i + 2 :]:
        before = token.nbor(-1)
        if token.lower_ != "not" or before.lower_ not in (",", "and"):
            continue
        if token.i + 1 == len(token.doc) or not _is_phrase_of(token.head, clause.verb):
            continue
        following = token.nbor(1)
        # "a song called "Rain", not "Snow"
        if following.is_quote and token.i + 2 < len(token.doc):
            following = token.nbor(2)
        if following.tag_ == "IN":
            places = [c for c in following.head.children if c.dep_ == "prep" and c.i < token.i]
            parallel = any(c.lower_ == following.lower_ for c in places)
        else:
            noun = following.head if following.tag_ in ("DT", "PRP$", "CD") else following
            # "Ada's plan, not the king's rule"
            noun = noun.head if noun.dep_ == "poss" else noun
            parallel = following.tag_ in NOMINAL and noun.dep_ in ("appos", "conj")
        if parallel and before.text == ",":
            edits.append(replace(token, "but"))
        elif parallel:
            edits.append(Edit(before.idx, end_of(token), "but"))
    return edits


def is_limited(clause: Clause, lower: str) -> bool:
    """Whether the clause has an exception or a limit that can neither take nor lose a "not".

    Args:
        clause: the clause to negate.
        lower: its text in lower case, which is faster to search than the tokens.
    """
    if (" but" in lower or " except" in lower) and "no" in lower and _is_exclusive(clause):
        return True
    if ("but not " in lower or "only " in lower) and _is_partial(clause):
        return True
    bound = "not only" in lower or " at least " in lower or " at most " in lower
    if bound and _is_bounded(clause):
        return True
    return _is_restricted(clause) or _is_less_still(clause)


def _is_bounded(clause: Clause) -> bool:
    """ "grew to hold not only books but maps", "came at least three times", after the verb."""
    verb = clause.verb
    for first, second in pairwise(verb.doc[verb.i + 1 :]):
        if is_below(first, verb):
            continue
        if first.lower_ == "not" and second.lower_ in FOCUS:
            return True
        bound = first.lower_ == "at" and second.lower_ in ("least", "most")
        if bound and not clause.negators:
            number = verb.doc[second.i + 1 : second.i + 2]
            if any(t.tag_ == "CD" or t.lower_ in NUMBERS for t in number):
                return True
    return False


def _is_exclusive(clause: Clause) -> bool:
    """ "Nothing but dust was left", "no choice but to go": not negations, and not to be negated."""
    doc = clause.verb.doc
    return any(
        second.lower_ in ("but", "except")
        and (second.dep_ != "cc" or first.lower_ in ("nothing", "nobody"))
        and (first.lower_ in NEGATIVE_PRONOUNS or any(c.lower_ == "no" for c in first.lefts))
        and _is_phrase_of(first, clause.verb, subjects=True)
        for first, second in pairwise(doc)
    )


def _is_partial(clause: Clause) -> bool:
    """ "Many, but not all, of the houses", "She came, but not alone", "They only rarely meet"."""
    for first, second in pairwise(clause.verb.doc):
        if not _is_phrase_of(second.head, clause.verb, subjects=True):
            continue
        if first.lower_ == "only" and second.lower_ in MINIMISERS:
            return True
        if (first.lower_, second.lower_) == ("but", "not") and second not in clause.negators:
            # In brackets it is an aside that may stay.
            aside = first.i > 0 and first.nbor(-1).text == "("
            later = any(c.dep_ in SUBJECTS for c in second.head.children if c.i > second.i)
            return not (aside or later)
    return False


def _is_restricted(clause: Clause) -> bool:
    """ "is but one of them", "was until lately dry", "can only be luck, not skill".

    With "not" these would limit something else: "not until lately", "not only luck".
    """
    finite = clause.finite
    if finite is None or finite.i + 2 >= len(finite.doc) or clause.negators:
        return False
    following = finite.nbor(1)
    if following.lower_ == "but":
        return following.nbor(1).tag_ in ("CD", "DT", "JJ")
    if following.lower_ == "until":
        return bool(clause.auxiliaries) or clause.verb.lower_ in BE
    return following.lower_ == "only" and bool(set_aside(clause))


def _is_less_still(clause: Clause) -> bool:
    """ "cannot walk, let alone run", "could not help but laugh": possible only under a negation."""
    doc = clause.verb.doc
    if not clause.negators:
        return False
    # "may or may not come"
    finite = clause.finite
    if finite is not None and finite.i and doc[finite.i + 1 : finite.i + 2].text.lower() == "or":
        return True
    return any(
        (first.lower_, second.lower_) in LESS_STILL
        and doc[second.i + 1 : second.i + 2].text != "than"
        for first, second in pairwise(doc)
    )
