"""The parts of a clause: its verb, auxiliaries, subject and negations, from the parse."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, is_form, is_possible
from pipeline.negation.english.lexicon import (
    AUXILIARIES,
    BE,
    FINITE_TAGS,
    NEGATORS,
    SUBJECTS,
    WITH_TWO_OBJECTS,
)
from pipeline.negation.reading.neighbour import lower_before

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


_YEAR = re.compile(r"1[0-9]{3}|20[01][0-9]")
OF_NOUNS = frozenset(("compound", "det", "nmod", "nummod", "poss", "amod"))
FINITE_VERBS = frozenset(("VBZ", "VBP", "VBD"))
BELOW = frozenset("relcl acl advcl ccomp csubj".split())
"""Relations of a clause to the word that it belongs to."""


@dataclass(slots=True)
class Clause:
    """A clause of a parsed sentence.

    Attributes:
        verb: its lexical verb, or the copula.
        tag: Penn tag of the verb, from the parser unless the clause shows that it is wrong.
        auxiliaries: in the order of the text, without "to".
        subject: head of the subject; None in imperatives and fragments.
        negators: "not", "n't" and "never" that negate it.
        conjuncts: verbs coordinated with it that share its subject, in the order of the text.
    """

    verb: Token
    tag: str
    auxiliaries: list[Token] = field(default_factory=list)
    subject: Token | None = None
    negators: list[Token] = field(default_factory=list)
    conjuncts: list[Token] = field(default_factory=list)

    def __str__(self) -> str:
        """Its parts by name, for display: "subject: dog, verb: likes"."""
        parts = {
            "subject": [self.subject] if self.subject is not None else [],
            "auxiliaries": self.auxiliaries,
            "verb": [self.verb],
            "negated by": self.negators,
            "coordinated with": self.conjuncts,
        }
        return ", ".join(
            f"{name}: {' '.join(t.text for t in tokens)}"
            for name, tokens in parts.items()
            if tokens
        )

    @property
    def finite(self) -> Token | None:
        """The token that carries tense: the first auxiliary, or the verb; None if none does."""
        if not self.auxiliaries:
            return self.verb if self.tag in FINITE_TAGS else None
        first = self.auxiliaries[0]
        if first.tag_ in FINITE_TAGS:
            return first
        # "do" and "have" may be tagged as infinitives, which they are only after "to".
        return first if first.tag_ == "VB" and self.infinitive is None else None

    @property
    def infinitive(self) -> Token | None:
        """The "to" of a clause without a finite verb, as in headlines."""
        first = self.auxiliaries[0] if self.auxiliaries else self.verb
        # "Mayor to Be Tried": "to" may be attached to the auxiliary.
        holders = (self.verb,) if first == self.verb else (self.verb, first)
        below = (c for holder in holders for c in holder.lefts)
        return next((c for c in below if c.tag_ == "TO" and c.i < first.i), None)

    @property
    def inverted(self) -> bool:
        """Whether the subject follows the finite token, as in questions."""
        finite, subject = self.finite, self.subject
        if finite is None or subject is None or finite.i > subject.i:
            return False
        if self.auxiliaries and subject.i < self.verb.i:
            return True
        return any(t.text == "?" for t in subject.doc[-3:])


def roots_of(doc: Doc) -> list[Token]:
    """The words without a head, in order."""
    # Much quicker than asking each word.
    heads = doc.to_array("HEAD")
    return [doc[int(i)] for i in (heads == 0).nonzero()[0]]


def clause_of(verb: Token, tag: str | None = None, subject: Token | None = None) -> Clause:
    """The clause of a verb; a given tag or subject replaces that of the parse."""
    children = list(verb.children)
    auxiliaries = [c for c in children if c.dep_ in ("aux", "auxpass") and c.tag_ != "TO"]
    # "Help would be welcomed": the parser may attach "would" to "be".
    above = auxiliaries[0] if auxiliaries else verb
    if above.i != verb.i and above.lower_ in ("be", "have"):
        auxiliaries = [c for c in above.lefts if c.tag_ == "MD"] + auxiliaries
    subjects = [c for c in children if c.dep_ in SUBJECTS]
    if subject is None:
        # "There is a cat": the parser calls "there" an expletive and "cat" the attribute.
        subject = next((s for s in subjects if s.dep_ != "expl"), None) or next(
            iter(subjects), None
        )
    if subject is None and verb.lower_ in BE:
        # "Why is the sky blue?": the subject may be attached to "blue".
        below = (s for c in children if c.dep_ in ("acomp", "attr") for s in c.lefts)
        subject = next((s for s in below if s.dep_ in SUBJECTS and s.i > verb.i), None)
    # "begins publishing" may be parsed as auxiliary and verb.
    if auxiliaries and auxiliaries[0].lower_ not in AUXILIARIES:
        return Clause(auxiliaries[0], auxiliaries[0].tag_, [], subject)
    clause = Clause(verb, tag or verb.tag_, auxiliaries, subject)
    clause.negators = [
        c for c in children if c.dep_ == "neg" and c.lower_ in NEGATORS and _negates(c, verb)
    ]
    # "never again left": the parser attaches "never" to "again".
    adverbs = [c for c in children if c.dep_ == "advmod" and c.i < verb.i]
    clause.negators += [n for a in adverbs for n in a.lefts if n.lower_ == "never"]
    if not clause.negators:
        clause.negators = _behind_finite(clause) or _on_complement(clause, children)
    clause.conjuncts = _conjuncts(verb, children)
    if tag is None and not auxiliaries and subject is not None:
        clause.tag = _mended_tag(clause)
    return clause


def is_below(token: Token, verb: Token, clauses: frozenset[str] = BELOW) -> bool:
    """Whether a word belongs to another clause below a verb, or to nothing below it at all.

    "bread" below "said" in "She said that he sold bread", but not below "sold", nor below "came" in
    "She came to sell bread".

    Args:
        token: the word; the verb of such a clause belongs to it.
        verb: the verb of the clause to which it may belong.
    """
    place = token
    while place.i != verb.i and place.head.i != place.i:
        if place.dep_ in clauses and not _is_aim(place):
            return True
        place = place.head
    return False


def _is_aim(verb: Token) -> bool:
    """ "She came to see it", which the parser does not tell from "She wants to see it"."""
    return verb.dep_ == "advcl" and verb.tag_ == "VB" and any(c.tag_ == "TO" for c in verb.lefts)


def _negates(negator: Token, verb: Token) -> bool:
    """Whether it negates the verb, and does not only mark a contrast: "a nurse, not a doctor"."""
    if negator.lower_ == "never" or negator.i < verb.i:
        return True
    return negator.i == verb.i + 1 or not negator.nbor(-1).is_punct


def _behind_finite(clause: Clause) -> list[Token]:
    """ "oughtn't to call": the parser may attach "n't" to "call"."""
    first = clause.auxiliaries[0] if clause.auxiliaries else clause.verb
    if first.i + 1 == len(first.doc):
        return []
    following, lower = first.nbor(1), first.nbor(1).lower_
    apart = lower == "not" and first.lower_ in ("ought", "used")
    return [following] if apart or lower in ("n't", "n’t") else []


def _on_complement(clause: Clause, children: list[Token]) -> list[Token]:
    """ "Is the library not open?", "It is therefore not safe": "not" may be below "open",
    "safe"."""
    verb, found = clause.verb, []
    for complement in children:
        if complement.dep_ in ("acomp", "attr") and complement.i > verb.i:
            found += [
                n
                for n in complement.lefts
                if n.dep_ == "neg"
                and n.lower_ in NEGATORS
                and (clause.inverted or all(t.dep_ == "advmod" for t in verb.doc[verb.i + 1 : n.i]))
            ]
    return found


def _mended_tag(clause: Clause) -> str:
    """The tag "finite" for a verb with subject and no auxiliary: "forces satisfy", "two dogs
    run"."""
    verb, tag, subject = clause.verb, clause.verb.tag_, clause.subject
    if tag in ("VB", "VBP") and subject is not None and subject.i < verb.i:
        one = subject.tag_ in ("NN", "NNP") or subject.lower_ in ("he", "she", "it")
        one = one and not any(c.dep_ == "conj" for c in subject.children)
        # "The chairman quit": present and past look the same.
        if clause.infinitive is None and (one or _is_past(clause)) and is_form(verb.text, "VBD"):
            return "VBD"
    if tag == "VB" and subject is not None and subject.i < verb.i and clause.infinitive is None:
        return "VBP" if verb.lower_ == bare_form(verb.text) else "VBD"
    # "Mayor sworn in": not a past tense.
    if tag == "VBD" and not is_form(verb.text, "VBD") and is_form(verb.text, "VBN"):
        return "VBN"
    if tag == "VBN" and subject is not None and subject.i < verb.i:
        if not is_form(verb.text, "VBD") and verb.lower_ == bare_form(verb.text):
            return "VBP"
        # "Police shot dead two wolves": a passive has no object, unless the verb takes two.
        done = any(
            c.dep_ == "dobj" and c.i > verb.i and c.lower_ not in ("dead", "alive")
            for c in verb.children
        )
        if done and is_form(verb.text, "VBD") and bare_form(verb.text) not in WITH_TWO_OBJECTS:
            return "VBD"
        # Whole sentences have finite verbs; in a headline it may be a participle.
        last = next((t for t in reversed(verb.doc) if not t.is_quote), verb)
        if is_form(verb.text, "VBD") and last.text in (".", "!", ";"):
            return "VBD"
    return tag


def _is_past(clause: Clause) -> bool:
    """ "They cut the price and opened", "They put it there in 1990": what shows the tense."""
    if any(c.tag_ == "VBD" for c in clause.conjuncts):
        return True
    for child in clause.verb.rights:
        if child.lower_ in ("in", "on", "since", "until"):
            if any(t.tag_ == "CD" and _YEAR.fullmatch(t.text) for t in child.subtree):
                return True
        elif child.dep_ == "advcl" and child.tag_ == "VBD":
            return True
    return False


def _conjuncts(verb: Token, children: list[Token]) -> list[Token]:
    found = []
    for child in children:
        if child.i < verb.i:
            continue
        if child.dep_ == "conj" and _is_verb(child, verb):
            if not any(c.dep_ in SUBJECTS for c in child.children) and _is_joined(child, verb):
                found += [child, *_conjuncts(child, list(child.children))]
        elif child.dep_ in ("acomp", "attr"):
            # "is small and lies near a pond": the second verb may be attached to "small".
            found += [
                c
                for c in child.children
                if c.dep_ == "conj"
                and c.tag_ in FINITE_VERBS
                and (is_form(c.text, c.tag_) or bare_form(c.text) == "be")
                and not any(d.dep_ in ("det", "amod") for d in c.lefts)
            ]
    return [c for c in found if not any(s.dep_ in SUBJECTS for s in c.children)]


def _is_joined(conjunct: Token, verb: Token) -> bool:
    """Whether a verb shares the subject of another, according to the parse.

    Not with a noun directly before it ("to Paris and Ory returned"), nor if a relative clause
    between the two has the same form ("an axis that starts here, and ends there").
    """
    before = conjunct.doc[conjunct.left_edge.i - 1]
    if before.tag_ in ("NN", "NNS", "NNP", "NNPS", "PRP"):
        return False
    # "The set is one of many and include a drum": the second has another subject.
    helped = any(c.dep_ in ("aux", "auxpass") for v in (verb, conjunct) for c in v.children)
    if {verb.tag_, conjunct.tag_} == {"VBZ", "VBP"} and not helped:
        return False
    for token in conjunct.doc[verb.i + 1 : conjunct.i]:
        if token.text in (":", ";"):
            return False
        if token.dep_ == "relcl" and token.tag_ == conjunct.tag_ != verb.tag_:
            return False
        if token.dep_ == "relcl" and token.tag_ == conjunct.tag_ and lower_before(before) == ",":
            return False
    return True


def _is_verb(conjunct: Token, verb: Token) -> bool:
    """A verb, or one that the parser takes for a noun: "sings and dances", "to sing or dance"."""
    if conjunct.tag_.startswith("V"):
        # "the Ash and Elm mountain ranges": the last noun of a list, taken for a verb.
        if conjunct.tag_ == "VBZ" and any(c.dep_ in OF_NOUNS for c in conjunct.lefts):
            return False
        # "poetry and prose": a noun taken for a verb.
        return is_possible(conjunct.text, conjunct.tag_) or is_form(conjunct.text, "VBD")
    tag = {"NNS": "VBZ", "NN": "VBP" if verb.tag_ == "VB" else ""}.get(conjunct.tag_, "")
    return bool(tag) and not any(conjunct.lefts) and is_form(conjunct.text, tag)


def subject_end(clause: Clause) -> Token:
    """Last token of the subject's phrase; clause must have a subject."""
    if clause.subject is None:
        raise ValueError("the clause has no subject")
    last = clause.subject.right_edge
    # In a question, the parser may attach what follows to the subject.
    if clause.subject.i < clause.verb.i <= last.i:
        last = clause.subject
    return clause.subject.doc[last.i - 1] if last.is_punct and last.i > 0 else last
