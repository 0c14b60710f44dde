"""Questions: where "not" stands behind the subject, and tags that must turn with their sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pipeline.negation.english.edits import Edit, after, end_of, like
from pipeline.negation.english.lexicon import BE, CONTRACTIONS, UNCONTRACTED
from pipeline.negation.reading.structure import Clause, subject_end

if TYPE_CHECKING:
    from spacy.tokens import Doc

PRONOUNS = frozenset(("i you he she it we they there").split())


def inversion(clause: Clause, word: str) -> list[Edit] | None:
    """ "Do I need it?" -> "Do I not need it?"; "Where is the key?" -> "Where isn't the key?"."""
    finite = clause.finite
    if not clause.inverted or finite is None:
        return None
    if finite == clause.verb and clause.verb.lower_ not in BE:
        return None
    last = subject_end(clause)
    opening = clause.verb.doc[0]
    # "What is your name in the play?": "what" is all that the copula says of the name; not so in
    # "What is he so angry about?".
    named = opening.dep_ == "attr" and opening.head == finite == clause.verb
    place = last.doc[last.i + 1 : last.i + 2]
    placed = any(c.dep_ == "pobj" for t in place for c in t.children) and last.tag_ != "PRP"
    if (named and placed) or all(t.is_punct for t in last.doc[last.i + 1 :]):
        if opening.lower_ in ("what", "who", "which") and finite.text[0] not in "'’":
            return [after(finite, word)]
        return contracted(clause)
    return [after(last, word)]


def contracted(clause: Clause) -> list[Edit] | None:
    """ "Is it open?" -> "Isn't it open?"; None where the finite word has no such form."""
    finite = clause.finite
    if finite is None:
        return None
    if finite.text in ("'s", "’s"):
        return [Edit(finite.idx, end_of(finite), f" isn{finite.text[0]}t")]
    if finite.lower_ not in CONTRACTIONS:
        return None
    return [Edit(finite.idx, end_of(finite), like(finite, CONTRACTIONS[finite.lower_]))]


def is_degree_question(clause: Clause) -> bool:
    """ "How far did he walk?" has no negation that anyone would ask."""
    if not clause.inverted:
        return False
    first = clause.verb.doc[0]
    return first.lower_ == "how" or first.text in ("Whither", "Whence")


class Tag(NamedTuple):
    """A tag question: the places of its comma, auxiliary and pronoun among the tokens."""

    comma: int
    auxiliary: int
    pronoun: int


def tag_of(doc: Doc) -> Tag | None:
    """The tag question at the end of a sentence; None without one."""
    end = len(doc) - 1
    if end < 4 or doc[end].text != "?" or doc[end - 1].lower_ not in PRONOUNS:
        return None
    place = end - 2
    if doc[place].lower_ in ("n't", "n’t"):
        place -= 1
    if place < 2 or doc[place - 1].text != ",":
        return None
    if doc[place].lower_ not in CONTRACTIONS and doc[place].lower_ not in (*UNCONTRACTED, "am"):
        return None
    return Tag(place - 1, place, end - 1)


def turned_tag(doc: Doc, tag: Tag) -> Edit | None:
    """The tag of the opposite sentence: "isn't it?" -> "is it?" and back."""
    _, place, pronoun = tag
    word = doc[place].lower_
    if pronoun == place + 2:
        positive = UNCONTRACTED.get(word, word)
        if word == "are" and doc[pronoun].text == "I":
            positive = "am"
        return Edit(doc[place].idx, end_of(doc[place + 1]), positive)
    if word == "am":
        return Edit(doc[place].idx, end_of(doc[place]), "aren't")
    if word not in CONTRACTIONS:
        return None
    return Edit(doc[place].idx, end_of(doc[place]), CONTRACTIONS[word])
