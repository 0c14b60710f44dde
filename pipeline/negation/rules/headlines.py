"""Headlines: reduced passives, and numbers that are negated themselves.

"Mayor sentenced to two years" lacks its "is", and the parser often takes the participle for an
active past. The denial of "Four injured in storm" is "None injured in storm": "four not injured"
might be four others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of
from pipeline.negation.english.inflection import bare_form, inflected, is_form
from pipeline.negation.english.lexicon import (
    ACTIVE_ALONE,
    INTRANSITIVE,
    OF_MOTION,
    WITH_INFINITIVE,
    WITH_TWO_OBJECTS,
)
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

OBJECTS = frozenset(("dobj", "ccomp", "dative"))
HEAPS = frozenset(("hundreds", "thousands", "dozens", "scores", "tens"))
# Words before a number that belong to it.
ABOUT = frozenset("at least about around over nearly almost some more than up to".split())


def is_headline(doc: Doc) -> bool:
    """Whether a text ends without a stop, as headlines do."""
    last = next((t for t in reversed(doc) if not t.is_quote and t.text != "'"), None)
    return last is not None and not last.is_punct


def is_reduced_passive(clause: Clause) -> bool:
    """Whether the past form in a headline is a participle: "Singer arrested over theft"."""
    verb, subject = clause.verb, clause.subject
    if not is_headline(verb.doc) or subject is None or clause.auxiliaries:
        return False
    lemma = bare_form(verb.text)
    if lemma in INTRANSITIVE | OF_MOTION | ACTIVE_ALONE:
        return False
    if inflected(lemma, "VBN") != verb.lower_ and not is_form(verb.text, "VBN"):
        return False
    if _has_object(verb) or any(t.tag_ in ("PRP", "EX") for t in subject.subtree):
        return False
    to = any(
        c.dep_ in ("xcomp", "ccomp", "advcl") and any(t.tag_ == "TO" for t in c.lefts)
        for c in verb.rights
    )
    return not (to and lemma in WITH_INFINITIVE)


def is_undecided(clause: Clause) -> bool:
    """ "Actor granted bail": a passive that keeps an object, or an active past."""
    verb = clause.verb
    if clause.tag != "VBD" or not is_headline(verb.doc) or clause.auxiliaries:
        return False
    return bare_form(verb.text) in WITH_TWO_OBJECTS and _has_object(verb)


def _has_object(verb: Token) -> bool:
    """Whether the verb has an object: it follows, or the parse has one."""
    states = ("dead", "alive")
    if any(c.dep_ in OBJECTS and c.lower_ not in states for c in verb.rights):
        return True
    # "Guards shot dead three dogs": the object may be attached to "dead".
    following = verb.doc[verb.i + 1 : verb.i + 3]
    if not len(following) or following[0].dep_ == "prt":
        return False
    places = [t for t in following if t.dep_ not in ("acomp", "oprd") and t.lower_ not in states]
    return bool(places) and places[0].tag_ in ("DT", "CD", "PRP$", "NNP", "NNS", "NN")


def none_of_number(noun: Token) -> list[Edit] | None:
    """ "Five hurt" -> "None hurt", "Two men held" -> "No men held"; None without a number before
    it.

    Args:
        noun: the noun that the participle describes.
    """
    doc = noun.doc
    first = doc[noun.left_edge.i]
    if not is_headline(doc) or any(c.dep_ in ("conj", "cc") for c in noun.children):
        return None
    if first.i and first.nbor(-1).text != ":":
        return None
    number = noun if noun.like_num else _number_of(noun)
    if number is not None and all(t.lower_ in ABOUT for t in doc[first.i : number.i]):
        word = "none" if number == noun else "no"
        return [Edit(first.idx, end_of(number), word.capitalize())]
    if noun.lower_ in HEAPS and first == noun and noun.i + 1 < len(doc):
        of = noun.nbor(1)
        counted = of.lower_ == "of" and of.i + 1 < len(doc) and of.nbor(1).tag_ in ("NNS", "NNPS")
        end, word = (of, "no") if counted else (noun, "none")
        return [Edit(first.idx, end_of(end), word.capitalize())]
    return None


def _number_of(noun: Token) -> Token | None:
    return next((c for c in noun.lefts if c.dep_ == "nummod" and c.like_num), None)
