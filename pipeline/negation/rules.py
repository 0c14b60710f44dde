"""The rules, tried in order: each gives the edits that negate a clause, or None where it does not
apply. A change of what a rule does is a new version in its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.clause import BE, Clause, find_clause, subject_end
from pipeline.negation.edits import Edit, apply_edits, cue_of
from pipeline.negation.inflection import bare_form, finite_form

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Rule = Callable[["Clause"], "list[Edit] | None"]

DO = {"VBZ": "does", "VBP": "do", "VBD": "did"}
CONTRACTED = {"ca": "can", "wo": "will", "sha": "shall"}
EXPANDED = {"'ll": "will", "’ll": "will"}
# "not" comes after these: "had better not", "is probably not".
BEFORE_NOT = frozenset(
    (
        "better rather probably certainly definitely possibly perhaps apparently clearly"
        " obviously reportedly likely usually generally typically now currently"
    ).split()
)
FOCUS = frozenset(("only just merely simply necessarily").split())
POSITIVE = {
    "nobody": "somebody",
    "nothing": "something",
    "none": "some",
    "nowhere": "somewhere",
    "neither": "both",
}
TO_SOME = {
    "any": "some",
    "anyone": "someone",
    "anybody": "somebody",
    "anything": "something",
    "anywhere": "somewhere",
    "anymore": "still",
}
UNIVERSAL = frozenset(("everyone everybody everything all every each").split())
MINIMISERS = frozenset(("hardly scarcely barely rarely seldom").split())


@dataclass(frozen=True, slots=True)
class Negation:
    """The negation of one sentence.

    Attributes:
        text: the negated sentence; None where no rule applies.
        rule: the rule with its version, or the reason of none: `no_clause` (no verb to negate),
            `focus_negation` ("not only"), `conflict` (two changes of one word, from a wrong parse),
            `unparsed` (empty text, or no rule fits the clause).
        cue: what was put in (`+not`), taken out (`-not`) or changed (`likes>does not like`).
    """

    text: str | None
    rule: str
    cue: str


def negate_doc(doc: Doc) -> Negation:
    """Negate a parsed sentence."""
    clause = find_clause(doc)
    if clause is None:
        edits = caption(doc)
        if edits is None:
            return Negation(None, "no_clause", "")
        return _made(doc, "caption_participle.v1", edits)
    if any(a.lower_ == "not" and b.lower_ in FOCUS for a, b in pairwise(doc)):
        return Negation(None, "focus_negation", "")
    for name, rule in RULES.items():
        edits = rule(clause)
        if edits is not None:
            return _made(doc, name, edits)
    return Negation(None, "unparsed", "")


def _made(doc: Doc, rule: str, edits: list[Edit]) -> Negation:
    # Two conjuncts may share one conjunction, which then is changed once.
    edits = sorted(set(edits))
    if any(later.start < earlier.stop for earlier, later in pairwise(edits)):
        return Negation(None, "conflict", "")
    text = apply_edits(doc.text, edits)
    if text == doc.text:
        return Negation(None, "unparsed", "")
    return Negation(text, rule, cue_of(doc.text, edits))


def _end(token: Token) -> int:
    return int(token.idx) + len(token.text)


def _delete(token: Token) -> Edit:
    """Take out a word with the blank after it, or before it where none follows."""
    blank_before = token.i > 0 and bool(token.nbor(-1).whitespace_)
    if token.whitespace_ and (blank_before or token.i == 0):
        return Edit(token.idx, _end(token) + 1, "")
    return Edit(token.idx - blank_before, _end(token), "")


def _as(token: Token, word: str) -> Edit:
    """Replace a word, keeping an initial capital."""
    return Edit(token.idx, _end(token), word.capitalize() if token.text[0].isupper() else word)


def existing_negation(clause: Clause) -> list[Edit] | None:
    """ "does not like" -> "likes", "can't" -> "can", "never goes" -> "goes"."""
    if not clause.negators:
        return None
    negator = clause.negators[0]
    finite = clause.finite
    edits = _some_instead_of_any(clause, negator)
    auxiliary = clause.auxiliaries[0] if clause.auxiliaries else None
    undo = (
        negator.lower_ != "never"
        and auxiliary is not None
        and auxiliary.lower_ in ("do", "does", "did")
        and clause.verb.tag_ in ("VB", "VBP")
        and not clause.inverted
    )
    if undo and auxiliary is not None:
        first = clause.verb.doc[negator.i + 1]
        if clause.subject is None:
            word = first.text.capitalize() if auxiliary.text[0].isupper() else first.text
            return [*edits, Edit(auxiliary.idx, _end(first), word)]
        tag = {"do": "VBP", "does": "VBZ", "did": "VBD"}[auxiliary.lower_]
        form = finite_form(clause.verb.text, tag)
        return [
            *edits,
            Edit(auxiliary.idx, first.idx, ""),
            Edit(clause.verb.idx, _end(clause.verb), form),
        ]
    if negator.lower_ in ("not", "never"):
        return [*edits, _delete(negator)]
    if finite is not None and finite.lower_ in CONTRACTED:
        whole = CONTRACTED[finite.lower_]
        word = whole.capitalize() if finite.text[0].isupper() else whole
        return [*edits, Edit(finite.idx, _end(negator), word)]
    return [*edits, Edit(negator.idx, _end(negator), "")]


def _some_instead_of_any(clause: Clause, after: Token) -> list[Edit]:
    """ "any" and "at all" are odd without the negation that licensed them."""
    tokens = [t for t in clause.verb.subtree if t.i > after.i]
    edits = [_as(t, TO_SOME[t.lower_]) for t in tokens if t.lower_ in TO_SOME]
    for token in tokens:
        if token.lower_ == "all" and token.i and token.nbor(-1).lower_ == "at":
            start = token.nbor(-1)
            edits.append(Edit(start.idx - bool(start.nbor(-1).whitespace_), _end(token), ""))
    return edits


def negative_word(clause: Clause) -> list[Edit] | None:
    """ "Nobody came" -> "Somebody came", "has no car" -> "has some car", "hardly" dropped."""
    verb = clause.verb
    for token in verb.children:
        if token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr", "advmod"):
            if token.lower_ in POSITIVE:
                return [_as(token, POSITIVE[token.lower_])]
            if token.lower_ in MINIMISERS:
                return [_delete(token)]
            for child in token.children:
                if child.dep_ == "det" and child.lower_ in ("no", "neither"):
                    word = "some" if child.lower_ == "no" else "either"
                    if token.lower_ == "one" and child.i + 1 == token.i:
                        return [_as(child, word), Edit(_end(child), token.idx, "")]
                    return [_as(child, word), *_some_instead_of_any(clause, token)]
    return None


def quantifier(clause: Clause) -> list[Edit] | None:
    """ "Everyone passed" -> "Not everyone passed"."""
    subject = clause.subject
    if subject is None or clause.finite is None or clause.inverted:
        return None
    first = subject.doc[subject.left_edge.i]
    if first.lower_ not in UNIVERSAL or first.i > 0:
        return None
    return [Edit(first.idx, _end(first), f"Not {first.lower_}")]


def lets(clause: Clause) -> list[Edit] | None:
    """ "Let's go" -> "Let's not go"."""
    verb = clause.verb
    if verb.lower_ != "let" or verb.i + 1 >= len(verb.doc):
        return None
    us = verb.nbor(1)
    if us.lower_ not in ("'s", "’s", "us"):
        return None
    return [Edit(_end(us), _end(us), " not")]


def imperative(clause: Clause) -> list[Edit] | None:
    """ "Sit down" -> "Do not sit down"."""
    verb = clause.verb
    if clause.subject is not None or clause.auxiliaries or verb.tag_ not in ("VB", "VBP"):
        return None
    if verb.lower_ != bare_form(verb.text):
        return None
    if verb.text[0].isupper():
        return [Edit(verb.idx, _end(verb), f"Do not {verb.lower_}")]
    return [Edit(verb.idx, verb.idx, "do not ")]


def inversion(clause: Clause) -> list[Edit] | None:
    """ "Do I need it?" -> "Do I not need it?"."""
    if not clause.inverted or clause.finite is None:
        return None
    if clause.finite == clause.verb and clause.verb.lower_ not in BE:
        return None
    end = _end(subject_end(clause))
    return [Edit(end, end, " not")]


def auxiliary(clause: Clause) -> list[Edit] | None:
    """ "has seen" -> "has not seen", "ought to" -> "ought not to", "had better not"."""
    first = clause.finite
    # "You ought to ask": the modal is the root itself.
    if first is None or (not clause.auxiliaries and first.tag_ != "MD"):
        return None
    place = first
    following = first.nbor(1) if first.i + 1 < len(first.doc) else None
    if following is not None and following.lower_ in BEFORE_NOT:
        place = following
    edits = _coordination(clause, bare=False)
    if place == first and first.lower_ in EXPANDED:
        return [*edits, Edit(first.idx, _end(first), f" {EXPANDED[first.lower_]} not")]
    if place == first and first.lower_ == "can":
        return [*edits, Edit(_end(place), _end(place), "not")]
    return [*edits, Edit(_end(place), _end(place), " not")]


def copula(clause: Clause) -> list[Edit] | None:
    """ "is late" -> "is not late"."""
    verb = clause.verb
    if clause.auxiliaries or verb.lower_ not in BE or verb.tag_ not in ("VBZ", "VBP", "VBD"):
        return None
    place = verb
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).lower_ in BEFORE_NOT:
        place = verb.nbor(1)
    return [*_any_instead_of_some(clause), Edit(_end(place), _end(place), " not")]


def do_support(clause: Clause) -> list[Edit] | None:
    """ "likes" -> "does not like", an adverb before the verb stays before it."""
    verb = clause.verb
    if clause.auxiliaries or verb.tag_ not in DO:
        return None
    # "The train runs": the parse may take the subject for a compound of the verb.
    if clause.subject is None and (verb.i == 0 or verb.tag_ == "VBP"):
        return None
    subject = -1 if clause.subject is None else clause.subject.i
    start = verb
    while start.i and start.nbor(-1).dep_ == "advmod" and start.nbor(-1).head == verb:
        if start.nbor(-1).i <= subject or start.nbor(-1).lower_ in BEFORE_NOT:
            break
        start = start.nbor(-1)
    support = DO[verb.tag_]
    edits = _any_instead_of_some(clause) + _coordination(clause, bare=True)
    bare = bare_form(verb.text)
    if start == verb:
        return [*edits, Edit(verb.idx, _end(verb), f"{support} not {bare}")]
    return [
        *edits,
        Edit(start.idx, start.idx, f"{support} not "),
        Edit(verb.idx, _end(verb), bare),
    ]


def participle(clause: Clause) -> list[Edit] | None:
    """Headlines: "Four people killed in flood" -> "Four people not killed in flood"."""
    if clause.auxiliaries or clause.verb.tag_ not in ("VBG", "VBN") or clause.subject is None:
        return None
    return [Edit(clause.verb.idx, clause.verb.idx, "not ")]


def _any_instead_of_some(clause: Clause) -> list[Edit]:
    """ "some" after the verb would escape the negation."""
    changed = {"some": "any", "someone": "anyone", "somebody": "anybody", "something": "anything"}
    objects = [
        c for c in clause.verb.children if c.dep_ in ("dobj", "attr") and c.i > clause.verb.i
    ]
    words = [o for o in objects if o.lower_ in changed]
    words += [c for o in objects for c in o.children if c.dep_ == "det" and c.lower_ == "some"]
    return [_as(word, changed[word.lower_]) for word in words]


def _coordination(clause: Clause, *, bare: bool) -> list[Edit]:
    """The negation holds for all verbs under one subject: "does not sing or dance"."""
    edits = []
    for verb in clause.conjuncts:
        own = any(c.dep_ in ("aux", "auxpass", "neg") for c in verb.children)
        links = [c for c in verb.head.children if c.dep_ == "cc" and c.i < verb.i]
        if own or not links or links[-1].lower_ not in ("and", "or") or verb.lower_ in BE:
            return []
        if verb.tag_ != clause.verb.tag_:
            return []
        if bare:
            edits.append(Edit(verb.idx, _end(verb), bare_form(verb.text)))
        if links[-1].lower_ == "and":
            edits.append(_as(links[-1], "or"))
    return edits


def caption(doc: Doc) -> list[Edit] | None:
    """A noun phrase with a participle: "A man playing a guitar" -> "A man not playing a guitar"."""
    roots = [t for t in doc if t.dep_ == "ROOT" and t.tag_.startswith("N")]
    for root in roots[:1]:
        for child in root.children:
            if child.dep_ == "acl" and child.tag_ in ("VBG", "VBN") and child.i > root.i:
                return [Edit(child.idx, child.idx, "not ")]
    return None


RULES: dict[str, Rule] = {
    "existing_negation.v1": existing_negation,
    "negative_word.v1": negative_word,
    "lets.v1": lets,
    "imperative.v1": imperative,
    "quantifier.v1": quantifier,
    "inversion.v1": inversion,
    "auxiliary.v1": auxiliary,
    "copula.v1": copula,
    "do_support.v1": do_support,
    "participle.v1": participle,
}
"""Name with version -> rule, in the order in which they are tried."""
