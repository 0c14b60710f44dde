"""The rules, tried in order: each gives the edits that negate a clause, or None where it does not
apply. A change of what a rule does is a new version in its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, after, before, delete, end_of, like, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import BE, EXISTENTIAL, UNIVERSAL
from pipeline.negation.reading.structure import Clause, clause_of
from pipeline.negation.rules.contrast import contrast
from pipeline.negation.rules.fragments import infinitive
from pipeline.negation.rules.pairs import neither
from pipeline.negation.rules.polarity import below_negation, without_negation
from pipeline.negation.rules.positive import (
    existing_negation,
    negative_opening,
    negative_word,
)
from pipeline.negation.rules.questions import inversion
from pipeline.negation.rules.verbal import (
    auxiliary,
    conjoined,
    copula,
    do_support,
    elliptic,
    participle,
)

if TYPE_CHECKING:
    from spacy.tokens import Token

FEWER = "fewer than"
Rule = Callable[["Clause", str], "list[Edit] | None"]


def quantifier(clause: Clause, word: str) -> list[Edit] | None:
    """ "Everyone passed" -> "Not everyone passed"; "Some shops are open" -> "No shops are open"."""
    subject = clause.subject
    if subject is None or clause.finite is None or clause.inverted or subject.dep_ == "expl":
        return None
    first = subject.doc[subject.left_edge.i]
    if first.i > clause.finite.i:
        return None
    if first.lower_ == "at" and first.nbor(1).lower_ == "least" and subject.tag_ == "NNS":
        # "At least ten people came"
        counted = first.nbor(2).tag_ == "CD" and first.nbor(2).head == subject
        return [Edit(first.idx, end_of(first.nbor(1)), like(first, FEWER))] if counted else None
    if first != subject and first.head != subject:
        return None
    lower = first.lower_
    following = first.nbor(1)
    if lower in UNIVERSAL:
        # "All he wanted was rest"
        if first == subject and any(c.dep_ == "relcl" for c in subject.children):
            return None
        if first.tag_.startswith("RB") or following.lower_ in ("but", "too"):
            return None
        # "not each" is no English.
        every = "every" if first != subject else "every one"
        put = f"not {every if lower == 'each' else lower}"
        return [Edit(first.idx, end_of(first), like(first, put))]
    if lower in ("only", "even") and first.tag_ == "RB" and following.tag_ not in ("CD", "IN"):
        return [Edit(first.idx, end_of(first), like(first, f"not {lower}"))]
    if lower == "both":
        return neither(clause, first, subject)
    # "Little girls" are many, "little rain" is not much.
    if lower == "little" and first != subject and subject.tag_ != "NN":
        return None
    # "Either he or she"
    if lower == "either" and any(c.dep_ == "cc" for c in subject.children):
        return None
    if lower not in EXISTENTIAL or following.tag_ == "CD":
        return None
    if lower in ("some", "any") and (following.lower_ == "of" or following.i > subject.i):
        return [Edit(first.idx, end_of(first), like(first, "none")), *below_negation(clause)]
    edit = Edit(first.idx, end_of(first), like(first, EXISTENTIAL[lower]))
    return [edit, *(without_negation(clause, first) if lower in ("few", "little") else [])]


def lets(clause: Clause, word: str) -> list[Edit] | None:
    """ "Let's go" -> "Let's not go"."""
    verb = clause.verb
    if verb.lower_ != "let" or verb.i + 1 >= len(verb.doc):
        return None
    us = verb.nbor(1)
    following = us.nbor(1) if us.i + 1 < len(us.doc) else us
    if us.lower_ in ("'s", "’s", "us") and following.lower_ == "not":
        anymore = (t for t in verb.subtree if t.lower_ == "anymore")
        return [delete(following), *map(delete, anymore)]
    # "Let us know" asks somebody else.
    if us.lower_ == "us" and following.lower_ in ("know", "have", "hear", "in", "off", "out"):
        return None
    return [after(us, word)] if us.lower_ in ("'s", "’s", "us") else None


def imperative(clause: Clause, word: str) -> list[Edit] | None:
    """ "Sit down and wait" -> "Do not sit down or wait"."""
    verb = clause.verb
    helper = clause.auxiliaries[0] if clause.auxiliaries else None
    # "Please be seated"
    if clause.subject is None and helper is not None and helper.text in ("be", "Be"):
        put = "do not" if word == "not" else word
        plain = len(clause.auxiliaries) == 1 and clause.infinitive is None
        return [before(helper, put)] if plain and helper.i < 2 else None
    if clause.subject is not None or clause.auxiliaries or verb.tag_ not in ("VB", "VBP"):
        return None
    if verb.lower_ != bare_form(verb.text) or clause.infinitive is not None:
        return None
    # "Thank you" and "Note: ..." are no orders.
    if verb.lower_ in ("thank", "hope", "wish") or (
        verb.i + 1 < len(verb.doc) and verb.nbor(1).text == ":"
    ):
        return None
    # "Be accumulates in ice": a noun that looks like a verb.
    if verb.i + 1 < len(verb.doc) and verb.nbor(1).tag_ in ("VBZ", "MD"):
        return None
    # A noun, "and" or "(cause to)" in front: the parser has lost the subject.
    if verb.i and verb.nbor(-1).tag_ in ("-RRB-", "NN", "NNS", "NNP", "NNPS", "CC"):
        return None
    put = "do not" if word == "not" else word
    if (urged := _urged(verb)) is not None:
        return [*below_negation(clause_of(urged)), before(urged, put)]
    edits = [*below_negation(clause), *conjoined(_as_bare(clause), "not")]
    if verb.text[0].isupper():
        return [*edits, Edit(verb.idx, end_of(verb), f"{put.capitalize()} {verb.lower_}")]
    return [*edits, before(verb, put)]


def _urged(verb: Token) -> Token | None:
    """ "Come on, trust me": the order is the second verb."""
    if [t.lower_ for t in verb.doc[verb.i : verb.i + 3]] != ["come", "on", ","]:
        return None
    return next((c for c in verb.rights if c.tag_ in ("VB", "VBP") and not any(c.lefts)), None)


def _as_bare(clause: Clause) -> Clause:
    conjuncts = [v for v in clause.conjuncts if v.tag_ in ("VB", "VBP")]
    return Clause(clause.verb, "VB", [], None, [], conjuncts)


def no_longer(clause: Clause, word: str) -> list[Edit] | None:
    """ "The shop is still open" -> "The shop is no longer open"."""
    finite, verb = clause.finite, clause.verb
    if finite is None or clause.subject is None or clause.inverted or clause.conjuncts:
        return None
    still = next((c for c in verb.children if c.lower_ == "still" and c.dep_ == "advmod"), None)
    if still is None or still.i + 1 == len(verb.doc):
        return None
    # Beside a past, as in "He still won", it may mean "even so".
    lasting = clause.tag in ("VBZ", "VBP") and still.i + 1 == verb.i
    behind = still.i == finite.i + 1 and (clause.auxiliaries or finite.lower_ in BE)
    following = still.nbor(1)
    # "is still to come", "is still higher", "can still only guess"
    other = following.tag_ in ("TO", "JJR", "RBR") or following.lower_ in ("only", "just")
    if other or not (lasting or behind):
        return None
    return [replace(still, "no longer"), *below_negation(clause)]


RULES: dict[str, Rule] = {
    "negative_opening.v1": lambda clause, _: negative_opening(clause),
    "contrast.v1": lambda clause, _: contrast(clause),
    "existing_negation.v1": lambda clause, _: existing_negation(clause),
    "negative_word.v1": lambda clause, _: negative_word(clause),
    "lets.v1": lets,
    "imperative.v1": imperative,
    "infinitive.v1": lambda clause, _: infinitive(clause),
    "quantifier.v1": quantifier,
    "inversion.v1": inversion,
    "still.v1": no_longer,
    "auxiliary.v1": auxiliary,
    "copula.v1": copula,
    "participle.v1": participle,
    "elliptic.v1": elliptic,
    "do_support.v1": do_support,
}
"""Name with version -> rule, in the order in which they are tried."""
