"""The clause to negate, found through the parse: its verb, auxiliaries, subject and negations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FINITE = ("VBZ", "VBP", "VBD", "MD")
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass", "expl")
BE = frozenset(("is are was were am 's 're 'm ’s ’re ’m be been being").split())
REPORTING = frozenset(
    (
        "say says said claim claims claimed report reports reported tell tells told announce"
        " announces announced state states stated note notes noted add adds added explain"
        " explains explained warn warns warned show shows showed suggest suggests suggested"
        " think thinks thought"
    ).split()
)
NEGATORS = frozenset(("not n't n’t never nt").split())


@dataclass(slots=True)
class Clause:
    """A clause of a parsed sentence.

    Attributes:
        verb: its lexical verb, or the copula.
        auxiliaries: in the order of the text, without "to".
        subject: head of the subject; None in imperatives and fragments.
        negators: "not", "n't" and "never" that belong to it.
        conjuncts: verbs coordinated with it that share its subject.
    """

    verb: Token
    auxiliaries: list[Token] = field(default_factory=list)
    subject: Token | None = None
    negators: list[Token] = field(default_factory=list)
    conjuncts: list[Token] = field(default_factory=list)

    @property
    def finite(self) -> Token | None:
        """The token that carries tense: the first auxiliary, or the verb; None without one."""
        first = self.auxiliaries[0] if self.auxiliaries else self.verb
        if first.tag_ in FINITE or (self.auxiliaries and first.tag_ == "VB"):
            return first
        return None

    @property
    def inverted(self) -> bool:
        """Whether the finite token stands before the subject, as in questions."""
        finite = self.finite
        if finite is None or self.subject is None or self.subject.dep_ == "expl":
            return False
        return finite.i < self.subject.i and self.verb.doc[-1].text in ("?", '"', "”", ")", "!")


def find_clause(doc: Doc) -> Clause | None:
    """The root's clause; of "..., police say." the content. None where there is no verb."""
    roots = [token for token in doc if token.dep_ == "ROOT"]
    root = next((r for r in roots if r.tag_.startswith("V") or r.tag_ == "MD"), None)
    if root is None:
        return None
    if root.lower_ in REPORTING:
        content = [c for c in root.children if c.dep_ == "ccomp" and c.i < root.i]
        if content and _clause(content[0]).finite is not None:
            return _clause(content[0])
    return _clause(root)


def _clause(verb: Token) -> Clause:
    children = list(verb.children)
    clause = Clause(verb)
    clause.auxiliaries = [c for c in children if c.dep_ in ("aux", "auxpass") and c.tag_ != "TO"]
    subjects = [c for c in children if c.dep_ in SUBJECTS]
    # "There is a cat": the parse calls "there" the expletive and "cat" the attribute.
    clause.subject = next((s for s in subjects if s.dep_ != "expl"), None) or next(
        iter(subjects), None
    )
    clause.negators = [c for c in children if c.dep_ == "neg" and c.lower_ in NEGATORS]
    clause.conjuncts = _conjuncts(verb)
    return clause


def _conjuncts(verb: Token) -> list[Token]:
    found = []
    for child in verb.children:
        own = any(c.dep_ in SUBJECTS for c in child.children)
        if child.dep_ == "conj" and child.tag_.startswith("V") and not own:
            found += [child, *_conjuncts(child)]
    return found


def subject_end(clause: Clause) -> Token:
    """Last token of the subject's phrase; clause must have a subject."""
    if clause.subject is None:
        raise ValueError("the clause has no subject")
    return clause.subject.doc[clause.subject.right_edge.i]
