"""The clause to negate, found through the parse: its verb, auxiliaries, subject and negations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pipeline.negation.inflection import bare_form, is_form
from pipeline.negation.lexicon import (
    AUXILIARIES,
    BE,
    FINITE_TAGS,
    HAVE,
    NEGATORS,
    REPORTING,
    SUBJECTS,
    SUBORDINATORS,
)
from pipeline.negation.misread import misread_verb

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


FINITE_VERBS = frozenset(("VBZ", "VBP", "VBD"))


@dataclass(slots=True)
class Clause:
    """A clause of a parsed sentence.

    Attributes:
        verb: its lexical verb, or the copula.
        tag: Penn tag of the verb; the parser's, mended where the clause shows that it is wrong.
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
        """Its parts by name, for people: "subject: dog, verb: likes"."""
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
        """The token that carries tense: the first auxiliary, or the verb; None without one."""
        if not self.auxiliaries:
            return self.verb if self.tag in FINITE_TAGS else None
        first = self.auxiliaries[0]
        if first.tag_ in FINITE_TAGS:
            return first
        # "do" and "have" may be tagged as infinitives; after "to" they are.
        return first if first.tag_ == "VB" and self.infinitive is None else None

    @property
    def infinitive(self) -> Token | None:
        """The "to" of a clause that has nothing finite, as in headlines."""
        first = self.auxiliaries[0] if self.auxiliaries else self.verb
        return next((c for c in self.verb.children if c.tag_ == "TO" and c.i < first.i), None)

    @property
    def inverted(self) -> bool:
        """Whether the subject stands behind the finite token, as in questions."""
        finite, subject = self.finite, self.subject
        if finite is None or subject is None or finite.i > subject.i:
            return False
        if self.auxiliaries and subject.i < self.verb.i:
            return True
        return any(t.text == "?" for t in subject.doc[-3:])


def find_clause(doc: Doc) -> Clause | None:
    """The root's clause; of "..., police say." the content. None where there is no verb."""
    fallback = None
    for token in doc:
        if token.head.i != token.i:
            continue
        clause = _root_clause(token)
        if clause is not None and (clause.finite is not None or clause.tag == "VB"):
            return clause
        fallback = fallback or clause
    return fallback


def _root_clause(root: Token) -> Clause | None:
    if not root.tag_.startswith("V") and root.tag_ != "MD":
        first = next((c for c in root.children if c.dep_ in ("aux", "auxpass")), None)
        if first is not None and first.tag_ != "TO":
            clause = clause_of(root)
            # "had quarterback Mount": the parse takes the verb for the noun's auxiliary.
            if root.tag_.startswith("N") and first.lower_ in BE | HAVE:
                return Clause(first, first.tag_, [], clause.subject, clause.negators)
            return clause
        subject = next((c for c in root.children if c.dep_ in SUBJECTS), None)
        if subject is not None and root.tag_ == "NN" and is_form(root.text, "VBG"):
            # "A woman slicing onions"
            return clause_of(root, "VBG", subject)
        verb, tag, subject = misread_verb(root)
        return None if verb is None else clause_of(verb, tag, subject)
    for child in root.children:
        # "..., police say" and "...; ...": the first of two clauses is the root's complement.
        if child.dep_ == "ccomp" and child.i < root.i and _is_apart(child, root):
            stop = root.doc[child.right_edge.i + 1 : root.i + 1]
            if not any(t.text in (";", ":", "—", "–", "--") for t in stop) and (
                bare_form(root.text) not in REPORTING
            ):
                continue
            content = clause_of(child)
            if content.finite is not None and content.subject is not None:
                return content
            # "Close the gate," said the farmer.
            if content.tag == "VB" and content.subject is None and content.infinitive is None:
                return content
    clause = clause_of(root)
    if clause.finite is None and clause.subject is None and root.tag_ in ("VBG", "VBN"):
        verb, tag, subject = misread_verb(root)
        if verb is not None:
            return clause_of(verb, tag, subject)
    return clause


def _is_apart(content: Token, root: Token) -> bool:
    """Whether a comma, dash or quotation mark ends the content before its frame."""
    if content.doc[content.left_edge.i].lower_ in SUBORDINATORS:
        return False
    if any(c.dep_ == "mark" or c.tag_ in ("WDT", "WP", "WRB") for c in content.children):
        return False
    end = content.right_edge.i + 1
    return any(t.is_punct for t in content.doc[max(end - 1, content.i) : max(end + 1, root.i)])


def clause_of(verb: Token, tag: str | None = None, subject: Token | None = None) -> Clause:
    """The clause of a verb; tag and subject, where given, stand in for those of the parse."""
    children = list(verb.children)
    auxiliaries = [c for c in children if c.dep_ in ("aux", "auxpass") and c.tag_ != "TO"]
    subjects = [c for c in children if c.dep_ in SUBJECTS]
    if subject is None:
        # "There is a cat": the parse calls "there" the expletive and "cat" the attribute.
        subject = next((s for s in subjects if s.dep_ != "expl"), None) or next(
            iter(subjects), None
        )
    if subject is None and verb.lower_ in BE:
        # "Why is the sky blue?": the subject may hang on "blue".
        below = (s for c in children if c.dep_ in ("acomp", "attr") for s in c.lefts)
        subject = next((s for s in below if s.dep_ in SUBJECTS and s.i > verb.i), None)
    # "begins publishing" may be read as auxiliary and verb.
    if auxiliaries and auxiliaries[0].lower_ not in AUXILIARIES:
        return Clause(auxiliaries[0], auxiliaries[0].tag_, [], subject)
    clause = Clause(verb, tag or verb.tag_, auxiliaries, subject)
    clause.negators = [
        c for c in children if c.dep_ == "neg" and c.lower_ in NEGATORS and _negates(c, verb)
    ]
    # "never again left": the parse hangs "never" on "again".
    adverbs = [c for c in children if c.dep_ == "advmod" and c.i < verb.i]
    clause.negators += [n for a in adverbs for n in a.lefts if n.lower_ == "never"]
    if not clause.negators:
        clause.negators = _on_complement(clause)
    clause.conjuncts = _conjuncts(verb)
    if tag is None and not auxiliaries and subject is not None:
        clause.tag = _mended_tag(clause)
    return clause


def _negates(negator: Token, verb: Token) -> bool:
    """Not where it sets a contrast aside: "a nurse, not a doctor"."""
    if negator.lower_ == "never" or negator.i < verb.i:
        return True
    return negator.i == verb.i + 1 or not negator.nbor(-1).is_punct


def _on_complement(clause: Clause) -> list[Token]:
    """ "Is the library not open?", "It is therefore not safe": "not" may hang on "open", "safe"."""
    verb, found = clause.verb, []
    for complement in verb.children:
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
    """A verb with a subject and no auxiliary is finite: "forces satisfy", "two dogs run"."""
    verb, tag, subject = clause.verb, clause.verb.tag_, clause.subject
    if tag in ("VB", "VBP") and subject is not None and subject.i < verb.i:
        one = subject.tag_ in ("NN", "NNP") or subject.lower_ in ("he", "she", "it")
        one = one and not any(c.dep_ == "conj" for c in subject.children)
        # "The chairman quit": alike in the present and in the past.
        if one and clause.infinitive is None and is_form(verb.text, "VBD"):
            return "VBD"
    if tag == "VB" and subject is not None and subject.i < verb.i and clause.infinitive is None:
        return "VBP" if verb.lower_ == bare_form(verb.text) else "VBD"
    if tag == "VBN" and subject is not None and subject.i < verb.i:
        if not is_form(verb.text, "VBD") and verb.lower_ == bare_form(verb.text):
            return "VBP"
        # Whole sentences have finite verbs; in headlines it may be a participle.
        if is_form(verb.text, "VBD") and verb.doc[-1].text in (".", "!", ";"):
            return "VBD"
    return tag


def _conjuncts(verb: Token) -> list[Token]:
    found = []
    for child in verb.children:
        if child.i < verb.i:
            continue
        if child.dep_ == "conj" and _is_verb(child, verb):
            if not any(c.dep_ in SUBJECTS for c in child.children):
                found += [child, *_conjuncts(child)]
        elif child.dep_ in ("acomp", "attr"):
            # "is small and lies near a pond": the second verb may hang on "small".
            found += [c for c in child.children if c.dep_ == "conj" and c.tag_ in FINITE_VERBS]
    return [c for c in found if not any(s.dep_ in SUBJECTS for s in c.children)]


def _is_verb(conjunct: Token, verb: Token) -> bool:
    """A verb, or one that the parse takes for a noun: "sings and dances", "to sing or dance"."""
    if conjunct.tag_.startswith("V"):
        return True
    tag = {"NNS": "VBZ", "NN": "VBP" if verb.tag_ == "VB" else ""}.get(conjunct.tag_, "")
    return bool(tag) and not any(conjunct.lefts) and is_form(conjunct.text, tag)


def before_tag(root: Token, comma: int) -> Clause | None:
    """The clause that a tag question hangs on, where the parse makes the tag the root."""
    for child in root.children:
        if child.i < comma and child.dep_ in ("ccomp", "parataxis", "conj"):
            clause = clause_of(child)
            if clause.finite is not None and clause.subject is not None:
                return clause
    return None


def subject_end(clause: Clause) -> Token:
    """Last token of the subject's phrase; clause must have a subject."""
    if clause.subject is None:
        raise ValueError("the clause has no subject")
    last = clause.subject.right_edge
    # The parse may hang what follows on the subject of a question.
    if clause.subject.i < clause.verb.i <= last.i:
        last = clause.subject
    return clause.subject.doc[last.i - 1] if last.is_punct and last.i > 0 else last
