"""Rules for subjects that start with "every", "some", "only", "at least ten" and the like."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of, like
from pipeline.negation.english.lexicon import ANYBODY, BE, EXISTENTIAL, PLURAL_TAGS, UNIVERSAL
from pipeline.negation.reading.structure import Clause
from pipeline.negation.rules.amounts import SHARES
from pipeline.negation.rules.pairs import neither, neither_of_either
from pipeline.negation.rules.polarity import UNITS, below_negation, without_negation

if TYPE_CHECKING:
    from spacy.tokens import Token

FEWER = "fewer than"
MORE = "more than"
MEASURES = UNITS | frozenset("litres liters grams kilograms tons tonnes cups".split())
ALMOST = ("about", "almost", "nearly", "virtually")
SOME = frozenset(
    (
        "many",
        "others",
        "several",
        "numerous",
        "various",
        "certain",
        *(w for w in EXISTENTIAL if w.startswith("some")),
    )
)
"""First words of subjects that leave others open, which may do what these do not."""


SEVERAL = {"several": "no", "certain": "no", "various": "no", "numerous": "few"}
"""The same before a plural, and what denies them: "Numerous shops open" -> "Few shops open"."""
FRACTIONS = frozenset("third quarter fifth sixth eighth tenth".split())
"""Fractions of less than a half: the denial may be true of another part, too."""
ONLY = frozenset(("only", "just"))
COUNTED = frozenset(("many", "most", *(w for w in EXISTENTIAL if w.startswith("some")), *SEVERAL))
"""First words of subjects that their denial takes away: "No shops", "Not many shops"."""
_OTHERS = re.compile(
    r"\b(?:while|whereas|whilst|and|but) (?:the |a )?"
    r"(?:others?|another|rest|remaining|remainder|few)\b|, depending (?:up)?on\b"
)
_NAMING = re.compile(r"(?:,| [-–—]) (?:including|among them|notably|namely|e\.g\.|such as) ")


def is_of_some(clause: Clause) -> bool:
    """ "Some shops do not open": without the "not" the sentence can be true as well.

    So can "One account claims that it opened" with one, "One study treats of bats", and "One
    reason was the cost".
    """
    subject = clause.subject
    if subject is None:
        return False
    if names_one_of_several(clause) or _is_fraction(subject):
        return True
    # "Six bakers stand there, and two are singing": others of them may not be.
    alone = subject.tag_ == "CD" and subject.left_edge == subject.right_edge
    if alone and clause.verb.dep_ == "conj":
        return True
    # "Other mills were closed", and yet others were not
    if not clause.negators and _are_others(clause, subject):
        return True
    if _is_one_of_some(clause, subject):
        return True
    if not clause.negators:
        return False
    near = (subject, *subject.lefts)
    if any(t.tag_ == "PRP$" or t.lower_ in ("the", "these", "those") for t in near):
        return False
    few = any(t.lower_ == "few" and any(c.lower_ == "a" for c in t.lefts) for t in near)
    return few or any(t.lower_ in SOME for t in near)


def _are_others(clause: Clause, subject: Token) -> bool:
    """ "Other mills were closed"; not "Other mills are Ash Mill and Elm Mill", which are named."""
    told = clause.verb.lower_ in ("include", "included") or any(
        c.dep_ == "attr" for c in clause.verb.rights
    )
    return subject.left_edge.lower_ == "other" and subject.tag_ == "NNS" and not told


def _is_fraction(noun: Token) -> bool:
    """ "A third of the rain falls in May": two thirds do not; but "The third of the mills"."""
    # "one-third": the parser may take "one" for the subject.
    after = noun.doc[noun.i + 1 : noun.i + 3]
    part = after[1] if len(after) == 2 and after[0].text == "-" else noun
    if part.lower_ not in FRACTIONS or any(c.lower_ == "the" for c in part.lefts):
        return False
    return any(c.lower_ == "of" for c in part.rights)


def _is_one_of_some(clause: Clause, subject: Token) -> bool:
    """ "One study treats of bats", "One is the mill"; not "One must wait", "One of them is"."""
    first, verb = subject.left_edge, clause.verb
    if first.lower_ != "one" or subject.i > verb.i:
        return False
    if first == subject:
        # "One is not a fool": people in general
        deed = clause.tag == "VBD" and not clause.auxiliaries
        named = verb.lower_ in BE and any(map(_identifies, verb.rights))
        return not any(subject.rights) and (deed or named)
    # "One litre weighs a kilogram": each of them
    counted = verb.lower_ in BE and any(_is_counted(c) for c in verb.rights)
    measured = (counted or f"{subject.lower_}s" in MEASURES) and clause.tag in ("VBZ", "VBP")
    return first.head == subject and subject.tag_ == "NN" and not measured


def names_one_of_several(clause: Clause) -> bool:
    """ "A reason for the delay was the snow": another reason may be the ice.

    But "A kilometre is 1,000 metres" and "A whale is an animal" say it of each.
    """
    subject, verb = clause.subject, clause.verb
    if subject is None or verb.lower_ not in BE or subject.i > verb.i:
        return False
    first = subject.left_edge
    # "Examples are the snow and the ice"
    if subject.lower_ == "examples" and first == subject:
        return any(map(_identifies, verb.rights))
    if subject not in (first, first.head) or first.lower_ not in ("a", "an", "one", "another"):
        return False
    picked = first.lower_ in ("one", "another") and first != subject
    picked = picked or subject.lower_ == "example"
    if not picked and not any(c.lower_ in ("of", "for", "in", "between") for c in subject.rights):
        return False
    return any(_identifies(c) for c in verb.rights)


def _identifies(complement: Token) -> bool:
    """ "the snow", "Rome", "that it snowed", "to wait", ":"; not "a lake", "late", "six miles"."""
    if complement.dep_ in ("ccomp", "xcomp"):
        return complement.tag_.startswith("V")
    if complement.text == ":":
        return True
    if complement.dep_ != "attr":
        return False
    before = complement.left_edge
    return not _is_counted(complement) and before.lower_ not in ("a", "an", "one", "another")


def _is_counted(complement: Token) -> bool:
    return complement.tag_ == "CD" or any(c.tag_ == "CD" for c in complement.lefts)


def has_counterpart(clause: Clause, lower: str) -> bool:
    """ "Some sing while others dance", "Many shops closed, including the bakery".

    If "None sing" or "Not many shops closed", there are no others and no bakery to add.

    Args:
        clause: the main clause.
        lower: its sentence in lower case.
    """
    subject = clause.subject
    if subject is None or subject.i > clause.verb.i:
        return False
    rest = lower[clause.verb.idx :]
    shared = subject.lower_ in SHARES
    # "20% are from Kent, 30% from Surrey"
    if shared and any(sign in rest for sign in ("%", " percent", " per cent")):
        return True
    first = subject.doc[subject.left_edge.i]
    counted = first.lower_ in COUNTED or first.nbor(1).lower_ == "few"
    if not (counted or shared or subject.tag_ in ("CD", "$")):
        return False
    if _OTHERS.search(rest) is not None:
        return True
    return counted and first.lower_ != "most" and _NAMING.search(lower) is not None


def is_almost_any(clause: Clause, lower: str) -> bool:
    """ "Almost anyone can do it": neither "not almost anyone" nor "almost anyone cannot".

    Args:
        clause: the main clause.
        lower: its sentence in lower case.
    """
    finite = clause.finite
    if finite is None or not any(word in lower for word in ALMOST):
        return False
    return any(
        second.lower_ in ANYBODY and first.lower_ in ALMOST
        for first, second in pairwise(finite.doc[: finite.i])
    )


def is_only_so_many(clause: Clause, lower: str) -> bool:
    """ "Only about ten came", "Only one, the baker, came": neither "not only" nor "more than" fits.

    And "Only one did not come" denies something else.

    Args:
        clause: the main clause.
        lower: its sentence in lower case.
    """
    if "only" not in lower or clause.subject is None or clause.negators or clause.inverted:
        return False
    only = _only(clause.subject)
    return only is not None and _not_only(only, clause.subject) is None


def _only(subject: Token) -> Token | None:
    """The "only" in "Only members vote", which the parser may attach to the verb.

    "Just" counts too, before a plural or a name: "Just the smell of it" is the mere smell.
    """
    first = subject.doc[subject.left_edge.i]
    # "In May, only Ada's mill was open": the parser may attach the comma to the mill.
    if first.text == "," and first.i < subject.i:
        first = first.nbor(1)
    if first.i and first.nbor(-1).lower_ in ONLY:
        first = first.nbor(-1)
    if first.lower_ not in ONLY or first == subject or first.i > subject.i:
        return None
    if first.i and not (first.nbor(-1).is_punct or first.nbor(-1).dep_ == "cc"):
        return None
    named = first.nbor(1).tag_ in (*PLURAL_TAGS, "NNP", "PRP", "CD")
    return first if named or first.lower_ == "only" else None


def _not_only(only: Token, subject: Token) -> list[Edit] | None:
    """ "Only members" -> "Not only members", "Only two" -> "More than two"."""
    following = only.nbor(1)
    if following.tag_ == "CD":
        # "Only one river, the Wye, floods"
        if any(t.dep_ == "appos" for t in subject.subtree):
            return None
        return [Edit(only.idx, end_of(only), like(only, MORE))]
    # "Only about ten", "Only very rarely"
    if following.tag_ in ("IN", "RB", "WRB", "TO"):
        return None
    return [Edit(only.idx, end_of(only), like(only, f"not {only.lower_}"))]


def quantifier(clause: Clause, word: str) -> list[Edit] | None:
    """ "Everyone passed" -> "Not everyone passed"; "Some shops are open" -> "No shops are open"."""
    subject = clause.subject
    if subject is None or clause.finite is None or clause.inverted or subject.dep_ == "expl":
        return None
    if (pair := neither_of_either(clause)) is not None:
        return pair
    if (only := _only(subject)) is not None and only.i < clause.finite.i:
        return _not_only(only, subject)
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
    if lower in SEVERAL and first.dep_ == "amod" and subject.tag_ == "NNS":
        # "Several hundred people"
        counts = following.tag_ == "CD" or following.lower_ in ("hundred", "thousand", "million")
        return None if counts else [Edit(first.idx, end_of(first), like(first, SEVERAL[lower]))]
    if lower in UNIVERSAL:
        # "All he wanted was rest"
        if first == subject and any(c.dep_ == "relcl" for c in subject.children):
            return None
        if first.tag_.startswith("RB") or following.lower_ in ("but", "too"):
            return None
        # "not each" is not English.
        every = "every" if first != subject else "every one"
        put = f"not {every if lower == 'each' else lower}"
        return [Edit(first.idx, end_of(first), like(first, put))]
    if lower == "even" and first.tag_ == "RB" and following.tag_ not in ("CD", "IN"):
        return [Edit(first.idx, end_of(first), like(first, "not even"))]
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
    # "some also sing" -> "none sing"
    added = [c for c in clause.verb.lefts if c.lower_ == "also" and lower in ("some", "any")]
    return [
        edit,
        *map(delete, added),
        *(without_negation(clause, first) if lower in ("few", "little") else []),
    ]
