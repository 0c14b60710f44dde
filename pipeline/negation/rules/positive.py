"""Turns negative sentences positive, with the right forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, article_for, delete, end_of, like, replace
from pipeline.negation.english.inflection import bare_form, inflected
from pipeline.negation.english.lexicon import (
    AUXILIARIES,
    BE,
    BEINGS,
    DO_FORMS,
    MINIMISERS,
    NEGATIVE_OPENERS,
    NEGATIVE_PRONOUNS,
    NO_PHRASES,
    TO_SOME,
    UNCONTRACTED,
)
from pipeline.negation.reading.agreement import be_form
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import Clause, clause_of, subject_end
from pipeline.negation.rules.pairs import and_for_nor, both_for_neither, neither_nor, plural
from pipeline.negation.rules.polarity import without_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

# "no evidence showing": never "an evidence".
UNCOUNTED = frozenset(
    "evidence information proof data research work news traffic time money food music rain snow"
    " smoke water".split()
)
MASSES = frozenset("use fun good help trouble wonder doubt harm progress difference sense".split())
"""Complements without an article: "It is some help"."""
ARGUMENTS = frozenset(("nsubj", "nsubjpass", "dobj", "attr", "advmod", "neg", "npadvmod", "expl"))


def existing_negation(clause: Clause) -> list[Edit] | None:
    """ "does not like" -> "likes", "can't" -> "can", "did not even ask" -> "asked"."""
    if not clause.negators:
        return None
    negator = clause.negators[0]
    edits = [*without_negation(clause, negator), *_certain(clause)]
    edits += [delete(c) for c in clause.verb.lefts if c.lower_ == "even" and c.i == negator.i + 1]
    auxiliary = clause.auxiliaries[0] if clause.auxiliaries else None
    if (
        negator.lower_ != "never"
        and auxiliary is not None
        and auxiliary.lower_ in DO_FORMS
        and len(clause.auxiliaries) == 1
        and not clause.inverted
        and negator.i + 1 < len(negator.doc)
    ):
        return [*edits, *_undo_support(clause, auxiliary, negator)]
    return [*edits, *_dropped(clause, negator)]


def _certain(clause: Clause) -> list[Edit]:
    """ "not sure if it is open" -> "sure that it is open"."""
    sure = [c for c in clause.verb.rights if c.lower_ in ("sure", "certain") and c.dep_ == "acomp"]
    following = [t for c in sure for t in c.doc[c.i + 1 : c.i + 2]]
    return [replace(t, "that") for t in following if t.lower_ in ("if", "whether")]


def _dropped(clause: Clause, negator: Token) -> list[Edit]:
    previous = negator.nbor(-1) if negator.i else negator
    if previous.lower_ in ("need", "dare") and previous in clause.auxiliaries:
        return _full_verb(clause, previous, negator)
    if negator.lower_ == "never" and negator.left_edge.lower_ in ("almost", "nearly"):
        return [delete(negator.left_edge, negator)]
    if negator.lower_ in ("not", "never"):
        return [delete(negator)]
    if previous.lower_ in UNCONTRACTED:
        word = like(previous, UNCONTRACTED[previous.lower_])
        return [Edit(previous.idx, end_of(negator), word)]
    if previous.lower_ == "ai":
        return [Edit(previous.idx, end_of(negator), _for_aint(clause))]
    if previous.lower_ == "are" and clause.subject is not None and clause.subject.text == "I":
        return [Edit(previous.idx, end_of(negator), like(previous, "am"))]
    return [Edit(negator.idx, end_of(negator), "")]


def _full_verb(clause: Clause, modal: Token, negator: Token) -> list[Edit]:
    """ "He need not wait" -> "He needs to wait": without a negation they are full verbs."""
    subject = clause.subject or next((c for c in modal.lefts if c.dep_ == "nsubj"), None)
    if clause.inverted:
        return [delete(negator)]
    third = subject is not None and (
        subject.lower_ in ("he", "she", "it", "one", "this", "that", "there")
        or (subject.tag_ in ("NN", "NNP") and not any(c.dep_ == "conj" for c in subject.children))
    )
    verb = inflected(modal.lower_, "VBZ") if third else modal.lower_
    return [Edit(modal.idx, end_of(negator), like(modal, f"{verb} to"))]


def _for_aint(clause: Clause) -> str:
    be = "is" if clause.subject is None else be_form(clause.subject, past=False)
    return be if clause.verb.tag_ != "VBN" else "has" if be == "is" else "have"


def _finite(verb: Token, tag: str) -> str:
    """The form of a verb in the tense of its "do"; "lied" to somebody, "lay" in bed."""
    told = any(c.lower_ in ("to", "about") or c.dep_ == "dobj" for c in verb.children)
    if verb.lower_ == "lie" and tag == "VBD" and told:
        return "lied"
    return inflected(verb.text, tag)


def _undo_support(clause: Clause, auxiliary: Token, negator: Token) -> list[Edit]:
    """ "did not sing or dance" -> "sang or danced"."""
    following = clause.verb.doc[negator.i + 1]
    if clause.subject is None and auxiliary.lower_ == "do":
        return [Edit(auxiliary.idx, end_of(following), like(auxiliary, following.text))]
    tag = DO_FORMS[auxiliary.lower_]
    edits = [
        Edit(auxiliary.idx, following.idx, ""),
        Edit(clause.verb.idx, end_of(clause.verb), _finite(clause.verb, tag)),
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
    """ "No sooner had he left than ...", "Nor did she": the negation cannot simply be removed."""
    doc, finite, subject = clause.verb.doc, clause.finite, clause.subject
    first, second = doc[0].lower_, doc[min(1, len(doc) - 1)].lower_
    if first not in NEGATIVE_OPENERS and not (doc[0].tag_ == "IN" and second == "no"):
        return False
    if first in MINIMISERS | {"nor", "never"} and second in AUXILIARIES:
        return True
    if (first, second) == ("no", "sooner"):
        return True
    # "So do I", "Neither did the king"
    if first in ("so", "neither") and second in AUXILIARIES and doc[-1].text != "?":
        return True
    # "Only after the war did he return", in whatever order the parser sees its subject
    if first == "only" and len(doc) > 1 and doc[1].tag_ in ("IN", "WRB", "TO"):
        return True
    if finite is None or subject is None or subject.dep_ == "expl":
        return False
    return finite.i < subject.i or (first == "not" and doc[1].tag_ == "IN")


def negative_word(clause: Clause) -> list[Edit] | None:
    """ "Nobody came" -> "Somebody came", "has no car" -> "has some car", "hardly" dropped."""
    finite = clause.finite
    last = clause.auxiliaries[-1] if clause.auxiliaries and clause.verb.lower_ not in BE else None
    last = last or (clause.verb if clause.verb.lower_ in BE else finite)
    if finite is not None and last is not None and last.i + 1 < len(last.doc):
        following = last.nbor(1)
        # "fared no better": without the "no" it is a comparison.
        degree = following.head.tag_ in ("JJR", "RBR") and following.head.lower_ != "longer"
        if following.lower_ == "no" and degree:
            return [delete(following)]
        # "There is no dog playing": the parser may attach the dog to another verb.
        noun = following.head
        number = last.i + 2 < len(last.doc) and following.nbor(1).tag_ == "CD"
        plain = noun.lower_ != "one" and not _is_excepted(noun) and not number
        plain = plain and not _is_prefix(following)
        if following.lower_ == "no" and following.dep_ == "det" and plain:
            return [_some(following), *without_negation(clause, following)]
    for child in clause.verb.children:
        if (
            child.lower_ == "neither"
            and child.dep_ in ("preconj", "cc")
            and child.i < clause.verb.i
        ):
            return [replace(child, "both"), *and_for_nor(clause.verb)]
        if child.dep_ == "acomp" and (pair := neither_nor(child)):
            return pair
        if child.dep_ in ARGUMENTS:
            edits = _negative_phrase(clause, child)
        elif child.dep_ in ("prep", "agent", "dative"):
            edits = _in_no_way(child) or _by_nobody(clause, child) or _of_no(clause, child)
        else:
            continue
        if edits is not None:
            return edits
    return None


def _negative_phrase(clause: Clause, head: Token) -> list[Edit] | None:
    doc, word = head.doc, head.lower_
    first = doc[head.left_edge.i]
    is_subject = head.dep_ in ("nsubj", "nsubjpass")
    # "nothing but", "no more than", and quotations do not negate the clause.
    if first.i and first.nbor(-1).is_quote and not (first.i == 1 and doc[-1].is_quote):
        return None
    if head.i + 1 < len(doc) and head.nbor(1).lower_ in ("but", "except", "other"):
        return None
    if word == "none" and is_subject:
        return [replace(head, "some"), *plural(clause), *without_negation(clause, head)]
    if word in NEGATIVE_PRONOUNS:
        return [replace(head, NEGATIVE_PRONOUNS[word]), *without_negation(clause, head)]
    if word in MINIMISERS and head.i > 0:
        return [delete(head), *without_negation(clause, head)]
    if word == "ever" and head.i > 1 and head.nbor(-1).lower_ in MINIMISERS:
        return [delete(head.nbor(-1), head)]
    if word == "longer" and head.i and head.nbor(-1).lower_ == "no":
        return [Edit(head.nbor(-1).idx, end_of(head), like(head.nbor(-1), "still"))]
    if word == "neither" and is_subject:
        return [replace(head, "both"), *plural(clause), *and_for_nor(head)]
    if first.lower_ in MINIMISERS and is_subject and first.nbor(1).lower_ in TO_SOME:
        some = TO_SOME[first.nbor(1).lower_]
        return [Edit(first.idx, end_of(first.nbor(1)), like(first, some))]
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
        return both_for_neither(clause, head, child, is_subject=is_subject)
    if child.dep_ in ("det", "neg") and lower == "no" and child.i < head.i:
        # "Amendment No 7" is a number.
        if head.lower_ == "matter" or _is_excepted(head) or child.nbor(1).tag_ == "CD":
            return None
        # "A no contest plea", "no-fly zone"
        if (child.i and child.nbor(-1).tag_ == "DT") or _is_prefix(child):
            return None
        some = [_some(child)]
        if head.lower_ == "one" and child.i + 1 == head.i:
            some = [Edit(child.idx, end_of(head), like(child, "someone"))]
        return [*some, *without_negation(clause, child)]
    if lower in NEGATIVE_PRONOUNS and child.dep_ in ("nmod", "det") and is_subject:
        return [replace(child, NEGATIVE_PRONOUNS[lower])]
    return None


def _is_prefix(no: Token) -> bool:
    """ "no-fly zone", "no-strings aid"."""
    return no.i + 1 < len(no.doc) and no.nbor(1).text == "-"


def _is_excepted(noun: Token) -> bool:
    """ "no choice but to leave", "no guests except his sister"."""
    return any(c.lower_ in ("but", "except") and c.dep_ != "cc" for c in noun.rights)


def _some(no: Token) -> Edit:
    """ "no water" -> "some water", "no dog playing" -> "a dog playing", "no such" -> "such a"."""
    if no.i + 1 == len(no.doc):
        return replace(no, "some")
    first, after = no.nbor(1), no.doc[no.i + 2 : no.i + 3].text
    if first.lower_ == "such" and after:
        one = f"such {article_for(after)}" if no.head.tag_ == "NN" else "such"
        return Edit(no.idx, end_of(first), like(no, one))
    noun = first if first.lower_ in BEINGS else no.head
    # The parser may read "dog barking" as one noun; "other meaning" is none.
    barking = first.tag_ == "NN" and after.endswith("ing")
    doing = barking or any(
        # "No luck, losing each game" is about the team.
        c.dep_ in ("acl", "relcl") and c.tag_ == "VBG" and c.nbor(-1).lower_ != ","
        for c in noun.rights
    )
    counted = not {first.lower_, noun.lower_} & UNCOUNTED
    # "He is no match for her" -> "a match"; "There is no match" says how many.
    told = noun.dep_ == "attr" and not any(c.dep_ == "expl" for c in noun.head.lefts)
    told = told and not {noun.lower_} & (UNCOUNTED | MASSES)
    if noun.tag_ == "NN" and ((doing and counted) or told or noun.lower_ in BEINGS):
        return replace(no, article_for(first.text))
    return replace(no, "some")


def _by_nobody(clause: Clause, preposition: Token) -> list[Edit] | None:
    """ "seen by nobody" -> "seen by somebody", "spoke to no one" -> "spoke to someone"."""
    if preposition.lower_ in ("for", "like", "than") or preposition.i < clause.verb.i:
        return None
    for noun in preposition.children:
        one = noun.lower_ == "one" and lower_before(noun) == "no"
        if noun.dep_ == "pobj" and (noun.lower_ in ("nobody", "nothing", "none") or one):
            return _negative_phrase(clause, noun)
    return None


def _of_no(clause: Clause, preposition: Token) -> list[Edit] | None:
    """ "knows of no case" -> "knows of some case"."""
    if preposition.lower_ != "of" or bare_form(clause.verb.text) not in ("know", "hear", "think"):
        return None
    noun = next((c for c in preposition.children if c.dep_ == "pobj"), None)
    return None if noun is None else _negative_phrase(clause, noun)


def _in_no_way(preposition: Token) -> list[Edit] | None:
    """ "It in no way helps" -> "It helps"."""
    for noun in preposition.children:
        if noun.lower_ in NO_PHRASES and any(c.lower_ == "no" for c in noun.children):
            return None if preposition.i == 0 else [delete(preposition, noun)]
    return None
