"""All and most in the predicate: "in all schools" -> "in only some schools"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, end_of, replace
from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import NUMBER_WORDS
from pipeline.negation.kinds.facts.limits import WEAK
from pipeline.negation.kinds.facts.scene import Scene
from pipeline.negation.kinds.quantity.several import JOINING

if TYPE_CHECKING:
    from spacy.tokens import Token

DETERMINERS = frozenset("the its his her their these those our my your".split())
# "all sorts of", "at all costs", "on all sides"
SET_PHRASES = frozenset(
    "times means sides costs odds ages intents fronts kinds sorts manner things others days years"
    " competitions rights accounts purposes eyes fours directions levels".split()
)
# "as with most mills", "available in most shops, with a few exceptions"
COMPARED = frozenset(
    "as like unlike than comparison similar compared exception exceptions except".split()
)
LEADING = frozenset("lead beat surpass outscore exceed outnumber outrank".split())
PLACED = frozenset("in on to by from with for across throughout over through under at".split())
AFTER_ALL = frozenset("other others but such those who that which or time".split())
# "the largest of all", "one of all", "the sum of all"
TOTALS = frozenset(
    "sum total set union average mean list collection product number combination most one part"
    " majority percent % half third quarter mother father".split()
)


def some_of_all(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is taught in all schools" -> "It is taught in only some schools"."""
    if not scene.has(("all",)) or scene.is_question or scene.is_denied:
        return
    for every in scene.tokens[1:-1]:
        if every.lower_ != "all" or every.i in scene.enclosed:
            continue
        noun = _counted(every)
        if noun is None or noun.i < scene.head.i or not scene.states(noun):
            continue
        # "led all bakers with 40 loaves"
        if noun.lower_ in SET_PHRASES or bare_form(noun.head.text) in LEADING:
            continue
        if every.nbor(1).lower_ in AFTER_ALL or not _is_placed(noun):
            continue
        number = next((c for c in noun.lefts if c.dep_ == "nummod"), None)
        behind = every.nbor(1)
        if number is not None:
            known = number.lower_ in NUMBER_WORDS and number.lower_ != "two"
            if known and number.i == every.i + 1:
                yield [Edit(every.idx, end_of(every), "only one of the")]
        elif behind.lower_ in DETERMINERS:
            yield [Edit(every.idx, end_of(every), "only some of")]
        else:
            yield [Edit(every.idx, end_of(every), "only some")]


def few_of_most(scene: Scene) -> Iterator[list[Edit]]:
    """ "It is eaten in most villages" -> "It is eaten in only a few villages"."""
    clause = scene.clause if scene.has(("most",)) else None
    if clause is None or clause.negators or scene.is_question or scene.is_denied:
        return
    if any(t.lower_ in WEAK for t in clause.auxiliaries) or scene.has(COMPARED):
        return
    if bare_form(scene.head.text) in JOINING:
        return
    for most in scene.tokens[2:-1]:
        if most.lower_ != "most" or most.nbor(-1).lower_ in ("the", "at", "for", "its", "their"):
            continue
        noun, new = _part(most)
        if noun is None or not _is_placed(noun) or not scene.asserts_count(most):
            continue
        yield [replace(most, new)]


def _part(most: Token) -> tuple[Token | None, str]:
    """What "most" belongs to, "villages" or "most of", and what stands for it."""
    noun = most.head
    if most.dep_ == "amod" and noun.tag_ == "NNS" and noun.left_edge.i == most.i:
        return (noun, "only a few") if noun.lower_ not in SET_PHRASES else (None, "")
    of = most.nbor(1)
    whole = next((c for c in of.children if c.dep_ == "pobj"), None)
    if of.lower_ != "of" or of.head.i != most.i or whole is None:
        return None, ""
    many = whole.tag_ in ("NNS", "NNPS") or whole.lower_ in ("them", "us", "you")
    return most, "only a few" if many else "only a small part"


def _counted(every: Token) -> Token | None:
    """The noun of "all schools", "all the schools", "all of the schools"."""
    noun = every.head
    if every.dep_ in ("det", "predet") and noun.i > every.i and noun.tag_ == "NNS":
        return noun if every.nbor(-1).lower_ not in DETERMINERS else None
    return None


def _is_placed(noun: Token) -> bool:
    """Whether a noun is an object, or stands behind a preposition that makes it no whole."""
    if noun.dep_ == "dobj":
        return True
    if noun.dep_ != "pobj":
        return False
    before = noun.head
    if before.lower_ == "of":
        above = before.head
        best = any(t.tag_ in ("JJS", "RBS") for t in above.subtree if t.i < before.i)
        return not best and above.lower_ not in TOTALS and above.tag_ in ("NN", "NNS")
    return before.lower_ in PLACED
