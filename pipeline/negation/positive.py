"""Sentences that are negated already turn positive, with the right forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.clause import Clause, clause_of, subject_end
from pipeline.negation.edits import Edit, delete, end_of, like, replace
from pipeline.negation.inflection import bare_form, inflected
from pipeline.negation.lexicon import (
    AUXILIARIES,
    BEINGS,
    DO_FORMS,
    MINIMISERS,
    NEGATIVE_OPENERS,
    NEGATIVE_PRONOUNS,
    NO_PHRASES,
    PLURAL_OF,
    UNCONTRACTED,
)
from pipeline.negation.polarity import without_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

ARGUMENTS = frozenset(("nsubj", "nsubjpass", "dobj", "attr", "advmod", "neg", "npadvmod", "expl"))


def existing_negation(clause: Clause) -> list[Edit] | None:
    """ "does not like" -> "likes", "can't" -> "can", "never goes" -> "goes"."""
    if not clause.negators:
        return None
    negator = clause.negators[0]
    edits = without_negation(clause, negator)
    auxiliary = clause.auxiliaries[0] if clause.auxiliaries else None
    if (
        negator.lower_ != "never"
        and auxiliary is not None
        and auxiliary.lower_ in DO_FORMS
        and len(clause.auxiliaries) == 1
        and not clause.inverted
    ):
        return [*edits, *_undo_support(clause, auxiliary, negator)]
    return [*edits, *_dropped(clause, negator)]


def _dropped(clause: Clause, negator: Token) -> list[Edit]:
    if negator.lower_ in ("not", "never"):
        return [delete(negator)]
    previous = negator.nbor(-1)
    if previous.lower_ in ("need", "dare"):
        return [Edit(negator.idx, end_of(negator), " to")]
    if previous.lower_ in UNCONTRACTED:
        word = like(previous, UNCONTRACTED[previous.lower_])
        return [Edit(previous.idx, end_of(negator), word)]
    if previous.lower_ == "ai":
        return [Edit(previous.idx, end_of(negator), _for_aint(clause))]
    if previous.lower_ == "are" and clause.subject is not None and clause.subject.text == "I":
        return [Edit(previous.idx, end_of(negator), like(previous, "am"))]
    return [Edit(negator.idx, end_of(negator), "")]


def _for_aint(clause: Clause) -> str:
    subject = clause.subject.lower_ if clause.subject is not None else ""
    plural = subject in ("we", "you", "they") or (
        clause.subject is not None and clause.subject.tag_ in ("NNS", "NNPS")
    )
    if clause.verb.tag_ == "VBN":
        return "have" if plural or subject == "i" else "has"
    return "am" if subject == "i" else "are" if plural else "is"


def _undo_support(clause: Clause, auxiliary: Token, negator: Token) -> list[Edit]:
    """ "did not sing or dance" -> "sang or danced"."""
    following = clause.verb.doc[negator.i + 1]
    if clause.subject is None:
        return [Edit(auxiliary.idx, end_of(following), like(auxiliary, following.text))]
    tag = DO_FORMS[auxiliary.lower_]
    edits = [
        Edit(auxiliary.idx, following.idx, ""),
        Edit(clause.verb.idx, end_of(clause.verb), inflected(clause.verb.text, tag)),
    ]
    for verb in clause.conjuncts:
        if verb.tag_ not in ("VB", "VBP", "NN") or clause_of(verb).auxiliaries:
            break
        edits.append(Edit(verb.idx, end_of(verb), inflected(verb.text, tag)))
    return edits


def negative_opening(clause: Clause) -> list[Edit] | None:
    """ "Never have I seen it" -> "I have seen it"; "Rarely did he speak" -> "He spoke"."""
    finite, subject, doc = clause.finite, clause.subject, clause.verb.doc
    if doc[0].lower_ not in ("never", *MINIMISERS) or finite is None or finite.i != 1:
        return None
    if subject is None or not clause.auxiliaries or not clause.inverted:
        return None
    if any(t.lower_ in ("when", "before", "than") for t in doc):
        return None
    last = subject_end(clause)
    phrase = doc[2 : last.i + 1].text
    start, stop = doc[0].idx, end_of(last)
    if finite.lower_ in DO_FORMS:
        form = inflected(clause.verb.text, DO_FORMS[finite.lower_])
        verb = Edit(clause.verb.idx, end_of(clause.verb), form)
        return [Edit(start, stop, like(doc[0], phrase)), verb]
    return [Edit(start, stop, f"{like(doc[0], phrase)} {finite.lower_}")]


def is_negative_inversion(clause: Clause) -> bool:
    """ "No sooner had he left than ...", "Nor did she": nothing that could simply be taken out."""
    doc, finite, subject = clause.verb.doc, clause.finite, clause.subject
    first, second = doc[0].lower_, doc[min(1, len(doc) - 1)].lower_
    if first not in NEGATIVE_OPENERS and not (doc[0].tag_ == "IN" and second == "no"):
        return False
    if first in MINIMISERS | {"nor", "never"} and second in AUXILIARIES:
        return True
    if finite is None or subject is None or subject.dep_ == "expl":
        return False
    return finite.i < subject.i or (first == "not" and doc[1].tag_ == "IN")


def negative_word(clause: Clause) -> list[Edit] | None:
    """ "Nobody came" -> "Somebody came", "has no car" -> "has some car", "hardly" dropped."""
    finite = clause.finite
    if finite is not None and finite.i + 1 < len(finite.doc):
        following = finite.nbor(1)
        # "fared no better": without the "no" it is a comparison.
        degree = following.head.tag_ in ("JJR", "RBR") and following.head.lower_ != "longer"
        if following.lower_ == "no" and degree:
            return [delete(following)]
        # "There is no dog playing": the parse may hang the dog on another verb.
        if following.lower_ == "no" and following.dep_ == "det" and following.head.lower_ != "one":
            return [_some(following), *without_negation(clause, following)]
    for child in clause.verb.children:
        if (
            child.lower_ == "neither"
            and child.dep_ in ("preconj", "cc")
            and child.i < clause.verb.i
        ):
            return [replace(child, "both"), *_and_for_nor(clause.verb)]
        if child.dep_ in ARGUMENTS:
            edits = _negative_phrase(clause, child)
        elif child.dep_ == "prep":
            edits = _in_no_way(child)
        else:
            continue
        if edits is not None:
            return edits
    return None


def _negative_phrase(clause: Clause, head: Token) -> list[Edit] | None:
    doc, word = head.doc, head.lower_
    first = doc[head.left_edge.i]
    is_subject = head.dep_ in ("nsubj", "nsubjpass")
    # "nothing but", "no more than", and what a quotation says: not denials of the clause.
    if first.i and first.nbor(-1).is_quote:
        return None
    if head.i + 1 < len(doc) and head.nbor(1).lower_ in ("but", "except", "other"):
        return None
    if word == "none" and is_subject:
        return [replace(head, "some"), *_plural(clause), *without_negation(clause, head)]
    if word in NEGATIVE_PRONOUNS:
        return [replace(head, NEGATIVE_PRONOUNS[word]), *without_negation(clause, head)]
    if word in MINIMISERS and head.i > 0:
        return [delete(head), *without_negation(clause, head)]
    if word == "longer" and head.i and head.nbor(-1).lower_ == "no":
        return [Edit(head.nbor(-1).idx, end_of(head), like(head.nbor(-1), "still"))]
    if word == "neither" and is_subject:
        return [replace(head, "both"), *_plural(clause), *_and_for_nor(head)]
    if first.lower_ == "not" and is_subject and first.i + 1 < len(doc):
        return [delete(first)]
    for child in head.children:
        edits = _negative_modifier(clause, head, child)
        if edits is not None:
            return edits
    return None


def _negative_modifier(clause: Clause, head: Token, child: Token) -> list[Edit] | None:
    lower = child.lower_
    is_subject = head.dep_ in ("nsubj", "nsubjpass")
    if lower == "neither" and child.dep_ in ("det", "preconj", "cc", "neg", "advmod"):
        return _both(clause, head, child, is_subject=is_subject)
    if (
        child.dep_ in ("det", "neg")
        and lower == "no"
        and child.i < head.i
        and head.lower_ != "matter"
    ):
        some = [_some(child)]
        if head.lower_ == "one" and child.i + 1 == head.i:
            some = [Edit(child.idx, end_of(head), like(child, "someone"))]
        return [*some, *without_negation(clause, child)]
    if lower in NEGATIVE_PRONOUNS and child.dep_ in ("nmod", "det") and is_subject:
        return [replace(child, NEGATIVE_PRONOUNS[lower])]
    return None


def _some(no: Token) -> Edit:
    """ "no water" -> "some water", and "no dog playing" -> "a dog playing"."""
    noun = no.nbor(1) if no.nbor(1).lower_ in BEINGS else no.head
    doing = any(c.dep_ in ("acl", "relcl") and c.tag_ == "VBG" for c in noun.children)
    # The parse may make "dog barking" one noun.
    doing = doing or [t.text[-3:] for t in no.doc[no.i + 2 : no.i + 3]] == ["ing"]
    if noun.tag_ == "NN" and (doing or noun.lower_ in BEINGS):
        return replace(no, "an" if no.nbor(1).lower_[0] in "aeiou" else "a")
    return replace(no, "some")


def _both(clause: Clause, head: Token, word: Token, *, is_subject: bool) -> list[Edit] | None:
    """ "Neither team won" -> "Both teams won"; "neither tea nor milk" -> "both tea and milk"."""
    agreement = _plural(clause) if is_subject else []
    if any(c.lower_ == "nor" for c in head.subtree):
        return [replace(word, "both"), *_and_for_nor(head), *agreement]
    if head.tag_ != "NN" or word.dep_ != "det":
        return None
    noun = Edit(head.idx, end_of(head), inflected(head.text, "NNS"))
    return [replace(word, "both"), noun, *agreement]


def _and_for_nor(head: Token) -> list[Edit]:
    return [replace(t, "and") for t in head.subtree if t.lower_ == "nor"]


def _plural(clause: Clause) -> list[Edit]:
    """The finite verb in agreement with a subject that has become plural."""
    finite = clause.finite
    if finite is None or finite.tag_ not in ("VBZ", "VBD"):
        return []
    if finite.lower_ in PLURAL_OF:
        return [replace(finite, PLURAL_OF[finite.lower_])]
    if finite.tag_ == "VBZ":
        return [Edit(finite.idx, end_of(finite), bare_form(finite.text))]
    return []


def singular(clause: Clause) -> list[Edit]:
    """The finite verb in agreement with "neither of", which has replaced "both of"."""
    finite = clause.finite
    if finite is None or finite.tag_ not in ("VBP", "VBD"):
        return []
    one = next((one for one, many in PLURAL_OF.items() if many == finite.lower_), None)
    if one is not None and (finite.tag_ == "VBP" or one == "was"):
        return [replace(finite, one)]
    if finite.tag_ == "VBP" and finite == clause.verb:
        return [Edit(finite.idx, end_of(finite), inflected(finite.text, "VBZ"))]
    return []


def _in_no_way(preposition: Token) -> list[Edit] | None:
    """ "It in no way helps" -> "It helps"."""
    for noun in preposition.children:
        if noun.lower_ in NO_PHRASES and any(c.lower_ == "no" for c in noun.children):
            return None if preposition.i == 0 else [delete(preposition, noun)]
    return None
