"""Both and neither: "Both doors are open" -> "Neither door is open", and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import bare_form, inflected, one_of
from pipeline.negation.english.lexicon import PLURAL_OF
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token


def neither(clause: Clause, both: Token, subject: Token) -> list[Edit] | None:
    """Turn a subject that starts with "both" into "neither", with the verb in agreement.

    Examples: "Both of them came", "Both doors are open", "Both the cat and the dog sleep", "Both
    came". None for other subjects.
    """
    verb = clause.finite
    if verb is None or len(clause.auxiliaries) > 2 or clause.conjuncts:
        return None
    # "Both languages are subjects": "Neither language is subjects" is not English.
    many = any(c.dep_ == "attr" and c.tag_ == "NNS" for c in clause.verb.children)
    if many and both.dep_ == "det" and both.nbor(1) == subject and not any(subject.rights):
        return []
    start = replace(both, "neither")
    if both == subject or both.nbor(1).lower_ == "of":
        return [start, *singular(clause)]
    links = [c for c in subject.children if c.dep_ == "cc"]
    if both.dep_ == "det" and both.nbor(1) == subject and subject.tag_ == "NNS" and not links:
        one = one_of(subject.text)
        if one is None:
            return None
        return [start, Edit(subject.idx, end_of(subject), one), *singular(clause)]
    others = [c for c in subject.children if c.dep_ == "conj"]
    if (
        both.dep_ not in ("preconj", "det")
        or both.head != subject
        or len(links) != 1
        or len(others) != 1
    ):
        return None
    if links[0].lower_ != "and" or links[0].i > verb.i or any(others[0].rights):
        return None
    agreed = singular(clause) if others[0].tag_ in ("NN", "NNP") and not many else []
    return [start, replace(links[0], "nor"), *agreed]


def neither_of_either(clause: Clause) -> list[Edit] | None:
    """ "Either the cook or the waiter left" -> "Neither the cook nor the waiter left"."""
    doc, finite = clause.verb.doc, clause.finite
    if finite is None or doc[0].lower_ != "either":
        return None
    found = [t for t in doc[: finite.i] if t.lower_ == "or"]
    alone = len(found) == 1 and not any(t.text == "," for t in doc[: finite.i])
    return [replace(doc[0], "neither"), replace(found[0], "nor")] if alone else None


def both_for_neither(
    clause: Clause, head: Token, word: Token, *, is_subject: bool
) -> list[Edit] | None:
    """ "Neither team won" -> "Both teams won"; "neither tea nor milk" -> "both tea and milk"."""
    agreement = plural(clause) if is_subject else []
    if any(c.lower_ == "nor" for c in head.subtree):
        return [replace(word, "both"), *and_for_nor(head), *agreement]
    if head.tag_ != "NN" or word.dep_ != "det":
        return None
    noun = Edit(head.idx, end_of(head), inflected(head.text, "NNS"))
    return [replace(word, "both"), noun, *agreement]


def neither_nor(head: Token) -> list[Edit]:
    """ "neither rich nor famous" -> "both rich and famous"; no edits without such a pair."""
    first = next((c for c in head.lefts if c.lower_ == "neither"), None)
    nor = and_for_nor(head)
    return [replace(first, "both"), *nor] if first is not None and nor else []


def and_for_nor(head: Token) -> list[Edit]:
    """Turn each "nor" below a word into "and", or "or" if there is no "nor"."""
    found = [t for t in head.subtree if t.lower_ == "nor"]
    found = found or [t for t in head.children if t.lower_ == "or" and t.dep_ == "cc"]
    return [replace(t, "and") for t in found]


def plural(clause: Clause) -> list[Edit]:
    """Make the finite verb agree with a subject that has become plural."""
    finite = clause.finite
    if finite is None or finite.tag_ not in ("VBZ", "VBD"):
        return []
    if finite.lower_ in PLURAL_OF:
        return [replace(finite, PLURAL_OF[finite.lower_])]
    if finite.tag_ == "VBZ":
        return [Edit(finite.idx, end_of(finite), bare_form(finite.text))]
    return []


def singular(clause: Clause) -> list[Edit]:
    """Make the finite verb agree with "neither", which has replaced "both"."""
    finite = clause.finite
    if finite is None or finite.tag_ not in ("VBP", "VBD", "VB"):
        return []
    one = next((one for one, many in PLURAL_OF.items() if many == finite.lower_), None)
    if one is not None and (finite.tag_ != "VBD" or one == "was"):
        return [replace(finite, one)]
    if finite.tag_ != "VBD" and finite == clause.verb:
        return [Edit(finite.idx, end_of(finite), inflected(finite.text, "VBZ"))]
    return []
