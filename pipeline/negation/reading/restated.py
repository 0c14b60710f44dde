"""Finds what a sentence says a second time, and what is true of some cases only."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, one_of
from pipeline.negation.english.lexicon import (
    AUXILIARIES,
    BE,
    FINITE_TAGS,
    NEGATORS,
    PLURAL_TAGS,
    REPORTING,
    SUBJECTS,
)
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

EXPLAINING = frozenset((":", "—", "–", "--"))
# First, quick looks at a text before its words are read.
_EXPLAINS = (*EXPLAINING, "meaning")
_LINKS = ("then", "neither", "though", "until")
_RELIES = (
    *("then", "neither", "though", "except", "is that", "was that", ", until "),
    *("other ", "further ", "additional ", ", that is "),
)
_EXCEPTS = re.compile(r"\b(?:except|excepting|exceptions? of|with \w+ exceptions?)\b")
_THAT_IS = re.compile(r", that is (?:in|on|at|by|for|to|from|an?|the)\b")
# "It came to Kent, first by sea, then by rail"
_IN_ORDER = re.compile(r", first .*, then |\bfirst .*, then (?:by|in|at|to|as|from|on|with)\b")
REFERRING = frozenset("this these those both all most some".split())
AT_TIMES = frozenset(("often", "sometimes", "occasionally", "frequently"))
POSSIBLY = frozenset(("perhaps", "possibly", "maybe"))
PARTIAL = frozenset("some many certain several other few rare various".split())
_UNSURE = (*AT_TIMES, "at times", *POSSIBLY, *(f"{word} " for word in PARTIAL))
FURTHER = frozenset("other further additional".split())
WITHIN = frozenset(("in", "within", "among"))
WHOLE = frozenset("word way year month week day hour minute second decade century".split())
CASES = frozenset("case situation instance circumstance occasion context respect version".split())


def is_restated(clause: Clause, lower: str) -> bool:
    """ "It has two doors: one is green", "It is closed, meaning that nobody gets in".

    What follows explains the clause, and would contradict its denial.

    Args:
        clause: the main clause.
        lower: its sentence in lower case.
    """
    verb = clause.verb
    if not any(mark in lower for mark in _EXPLAINS):
        return False
    if bare_form(verb.text) in REPORTING:
        return False
    for token, following in pairwise(verb.doc[verb.i + 1 :]):
        # "the Geiger–Müller tube"
        spaced = token.nbor(-1).whitespace_ or token.nbor(-1).is_space
        joins = token.text == "–" and not spaced
        if token.text in EXPLAINING and not joins and _is_clause(following):
            return True
        meant = token.text == "," and following.lower_ == "meaning" and following.tag_ == "VBG"
        if meant and verb.doc[following.i + 1 : following.i + 2].text.lower() == "that":
            return True
    return False


def is_relied_on(clause: Clause, lower: str) -> bool:
    """Whether the rest of the sentence makes sense only if the clause is true.

    "It opened, then closed", "They sent ships, though these sank", "All sing, except the baker".

    Args:
        clause: the main clause.
        lower: its sentence in lower case.
    """
    verb, subject = clause.verb, clause.subject
    if clause.negators or not any(word in lower for word in _RELIES):
        return False
    begin = (clause.auxiliaries or [verb])[0].idx
    # "It closed two years later, that is in 1965"
    if _THAT_IS.search(lower):
        return True
    if _EXCEPTS.search(lower, verb.idx) or _IN_ORDER.search(lower, begin):
        return True
    for token in verb.doc[verb.i + 1 :] if any(word in lower for word in _LINKS) else ():
        # "It opened, then closed"
        after = verb.doc[token.i + 1 : token.i + 2]
        then = token.lower_ == "then" and (token.nbor(-1).text == "," or _goes_on(token, verb))
        if then and any(t.tag_ in FINITE_TAGS | {"VBN"} for t in after):
            return True
        # "It was quiet, until a war broke out"
        until = token.lower_ == "until" and token.dep_ == "mark" and token.nbor(-1).text == ","
        if until and token.head.head.i == verb.i:
            return True
        # "believes that neither of them is right"
        if token.lower_ == "neither" and any(t.dep_ == "ccomp" for t in token.ancestors):
            return True
        if token.lower_ in ("though", "although") and token.head.head.i == verb.i:
            return any(c.dep_ in SUBJECTS and c.lower_ in REFERRING for c in token.head.children)
    if subject is not None and _are_further(subject, verb):
        return True
    # "Another explanation is that it rained": and there may be others.
    opened = subject is not None and subject.left_edge.lower_ in ("a", "an", "another")
    told = any(c.dep_ == "ccomp" and c.i > verb.i for c in verb.children)
    return opened and told and bare_form(verb.text) == "be"


def _are_further(subject: Token, verb: Token) -> bool:
    """ "Other towns are Odda and Sund": further names; a denial would leave no others."""
    if verb.lower_ not in BE or subject.i > verb.i or subject.tag_ not in PLURAL_TAGS:
        return False
    if subject.left_edge.lower_ not in FURTHER:
        return False
    return any(
        c.dep_ == "attr" and (c.tag_ == "NNP" or any(t.dep_ == "conj" for t in c.rights))
        for c in verb.rights
    )


def _goes_on(then: Token, verb: Token) -> bool:
    """ "turns north then turns west"."""
    chained = {verb.i, *(c.i for c in verb.rights if c.dep_ == "conj")}
    if then.nbor(-1).dep_ == "cc" or then.i + 1 == len(then.doc):
        return False
    word = then.nbor(1)
    return word.dep_ == "conj" and word.tag_[0] == "V" and word.head.i in chained


def is_contrasted(clause: Clause) -> bool:
    """ "The bakery has opened, but the cafe has not": nothing is left to contrast."""
    if clause.negators:
        return False
    doc = clause.verb.doc
    last = next((t for t in reversed(doc) if not t.is_punct), None)
    if last is None or last.lower_ not in NEGATORS:
        return False
    rest = [t for t in doc[clause.verb.i + 1 :] if not t.is_punct]
    if len(rest) < 4 or rest[-2].lower_ not in AUXILIARIES:
        return False
    return any(t.lower_ in ("but", "while", "whereas", "though", "although") for t in rest)


def is_at_times(clause: Clause, lower: str) -> bool:
    """ "Often, the river is dry", "Perhaps it is dry", "In some cases it is": or it is not.

    Args:
        clause: the main clause.
        lower: its sentence in lower case.
    """
    subject = clause.subject
    if subject is None or clause.inverted or not any(word in lower for word in _UNSURE):
        return False
    before = subject.doc[: subject.i]
    # "Additionally, often people think"
    if any(t.lower_ in AT_TIMES and _opens(t, subject) for t in before):
        return True
    if any(t.lower_ == "times" and t.i > 0 and t.nbor(-1).lower_ == "at" for t in before):
        return True
    first = subject.left_edge.i
    # "Perhaps the mayor knows"; "She is perhaps not there" would keep its "perhaps".
    near = [*before[:1], *subject.doc[max(first - 1, 0) : first + 1]]
    near += [c for c in clause.verb.children if clause.negators or c.i < first]
    return any(t.lower_ in POSSIBLY for t in near) or holds_in_part(clause.verb)


def holds_in_part(verb: Token) -> bool:
    """ "In some cases, the car is towed", "In some towns, it is": and in others it is not."""
    return any(
        (one_of(case.lower_) in CASES or _has_others(place, case))
        and any(c.lower_ in PARTIAL for c in case.lefts)
        for place in verb.lefts
        if place.dep_ == "prep"
        for case in place.children
    )


def _has_others(place: Token, case: Token) -> bool:
    """ "In some towns", but not "in other words", "in a few years"."""
    return place.lower_ in WITHIN and one_of(case.lower_) not in WHOLE


def _opens(adverb: Token, subject: Token) -> bool:
    return adverb.dep_ == "advmod" and adverb.i < subject.left_edge.i and adverb.head.i > subject.i


def _is_clause(first: Token) -> bool:
    """Whether words with a subject and a finite verb begin here, and not a quotation."""
    doc: Doc = first.doc
    if first.is_quote and doc[-1].is_quote:
        return False
    subject = next((t for t in doc[first.i : first.i + 6] if t.dep_ in SUBJECTS), None)
    if subject is None or subject.head.i < subject.i:
        return False
    verb = subject.head
    # "– something he had long argued for"
    if verb.dep_ in ("relcl", "acl", "advcl") or any(c.dep_ == "mark" for c in verb.lefts):
        return False
    helped = any(c.dep_ in ("aux", "auxpass") and c.tag_ in FINITE_TAGS for c in verb.lefts)
    return helped or verb.tag_ in FINITE_TAGS
