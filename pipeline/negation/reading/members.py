"""Finds what a sentence says of things that would not exist if its clause were denied.

"The town has several mills, including the Grey Mill": denied, it would still name one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.lexicon import HAVE, PLURAL_TAGS, SUBJECTS
from pipeline.negation.reading.dependent import PREPOSITIONS
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import Clause, is_below

if TYPE_CHECKING:
    from spacy.tokens import Token

# First, quick looks at a text before its words are read.
_SET_APART = re.compile(r", (?:\w+ ){1,4}\w+(?:ing|ed|en)\b")
_SINGLED_OUT = re.compile(r", (?:but |and )?(?:most |more )?(?:especially|notably|particularly) ")
_NUMBERS = (" two ", " one ", " three ", " four ", " five ", " six ", " 2 ", " 3 ", " 4 ")
_NAMING = (", including", ", such as", ", like ", ", namely", ", among them")
_TELLING = (", who ", ", which ", ", whose ")
DEFINITE = frozenset(
    "the this these those all both each every any what which than over only exactly".split()
)
STOPS = frozenset((",", ":", "–", "—", "-"))
GROUPS = frozenset("number variety range series people".split())
CREATING = frozenset(
    "find get make write build create found establish produce publish paint compose invent develop"
    " open start release launch design record form bear adopt".split()
)
"""Verbs whose object need not exist once they are denied."""
NEARBY = 8
"""Words after a noun in which its names may begin: "two towns in the west of Kent, Ash and Elm"."""
LIST = 14
"""Words in which a list of names reaches its "and"."""


def names_members(clause: Clause, lower: str) -> bool:
    """Whether the sentence goes on with things that would not exist if the clause were denied.

    "has mills, including the Grey Mill", "had two sons, Ben and Tom", "has many friends, some of
    whom sing", "The guests come from Kent, with most of them living in Ash", "She likes songs,
    especially ballads".

    Args:
        clause: the clause to deny.
        lower: its sentence in lower case.
    """
    rest = lower[clause.verb.idx :]
    if clause.negators or (", " not in rest and ": " not in rest and "- " not in rest):
        return False
    if "ly " in rest and _SINGLED_OUT.search(rest) is not None:
        return True
    if ", with " in rest and _has_setting(clause):
        return True
    if _may_be_set_apart(rest) and _is_set_apart(clause):
        return True
    counted = any(word in rest for word in _NUMBERS)
    naming = any(word in rest for word in _NAMING)
    part = " of whom" in rest or " of which" in rest or ", of which" in rest
    telling = any(word in rest for word in _TELLING)
    if not (counted or naming or part or telling):
        return False
    objects = [noun for noun in _objects(clause) if _is_indefinite(noun)]
    return bool(objects) and (
        (counted and any(_is_counted(noun) and _is_named(noun) for noun in objects))
        or (naming and _has_example(objects, clause))
        or (part and _has_part(objects, clause))
        or (telling and _is_told_of(objects, clause))
    )


def _may_be_set_apart(rest: str) -> bool:
    if ", the " in rest or ", each " in rest or " being " in rest:
        return _SET_APART.search(rest) is not None
    return False


def _objects(clause: Clause) -> Iterator[Token]:
    """The objects of the verb, and what "there is"."""
    there = any(c.dep_ == "expl" for c in clause.verb.lefts)
    for verb in (clause.verb, *clause.conjuncts):
        for child in verb.rights:
            if child.dep_ == "dobj" or (there and child.dep_ in ("attr", "nsubj")):
                yield child
                yield from (c for c in child.rights if c.dep_ == "conj")


def _is_indefinite(noun: Token) -> bool:
    """ "mills", "two mills"; not "the mills", nor "over two mills", of which there may be one."""
    if noun.tag_ == "PRP" or (noun.tag_ == "NNP" and not _is_counted(noun)):
        return False
    # "the nine rules": the parser may attach "the" to "nine".
    before = noun.doc[noun.left_edge.i : noun.i]
    return not any(t.lower_ in DEFINITE or t.dep_ == "poss" for t in before)


def _is_counted(noun: Token) -> bool:
    return any(c.dep_ == "nummod" and c.tag_ == "CD" for c in noun.lefts)


def _is_named(noun: Token) -> bool:
    """ "two sons, Ben and Tom", "one daughter, Ada (born 1858)"; not "two parts: a box, ..."."""
    doc = noun.doc
    for stop in doc[noun.i + 1 : noun.i + NEARBY]:
        if stop.tag_.startswith("V") or stop.dep_ == "cc":
            return False
        if stop.text in STOPS and stop.i + 1 < len(doc):
            single = any(c.dep_ == "nummod" and c.lower_ in ("one", "1") for c in noun.lefts)
            return _opens_list(stop, single=single)
    return False


def _opens_list(stop: Token, *, single: bool) -> bool:
    """Whether names follow a stop, and not a clause or what the names of others begin."""
    doc, first = stop.doc, stop.nbor(1)
    # "two rooms: the hall and the kitchen"
    if stop.text == ":" and first.lower_ == "the":
        return True
    if first.tag_ not in ("NNP", "NNPS") and not first.is_quote:
        return False
    head = first
    while head.dep_ == "compound":
        head = head.head
    joined = any(t.dep_ == "cc" for t in doc[first.i : first.i + LIST])
    return head.dep_ not in SUBJECTS and (single or joined)


def _has_example(objects: list[Token], clause: Clause) -> bool:
    """ ", including a mill" or ", such as Ada" after a plural, but not ", such as a mill"."""
    several = [n for n in objects if n.tag_ in PLURAL_TAGS or n.lower_ in GROUPS]
    if not several:
        return False
    near = {clause.verb.i, *(n.i for n in objects)}
    for token in clause.verb.doc[several[0].i + 1 :]:
        if token.lower_ not in ("including", "such", "like", "namely", "among"):
            continue
        if token.nbor(-1).text != "," or token.i + 1 == len(token.doc):
            continue
        if token.lower_ in ("such", "like") and not _is_name(token):
            continue
        holder = token.head.head if token.lower_ == "such" else token.head
        if holder.i in near:
            return True
    return False


def _is_name(word: Token) -> bool:
    """ "such as Ada", "like the Grey Mill"."""
    following = word.doc[word.i + 1 : word.i + 4]
    named = any(t.tag_ in ("NNP", "NNPS") or t.is_quote for t in following)
    return named and (word.lower_ != "such" or following[0].lower_ == "as")


def _has_part(objects: list[Token], clause: Clause) -> bool:
    """ ", some of whom sing", " - most of which are old", ", of which one is closed"."""
    held = {n.i for n in objects}
    for token in clause.verb.doc[clause.verb.i + 3 :]:
        if token.lower_ not in ("whom", "which") or token.nbor(-1).lower_ != "of":
            continue
        if not any(t.text in STOPS for t in token.doc[token.i - 4 : token.i - 1]):
            continue
        if any(t.i in held for t in token.ancestors):
            return True
    return False


def _is_told_of(objects: list[Token], clause: Clause) -> bool:
    """ "has a barn, which is old", "wrote a song, which she sang"."""
    verb = clause.verb
    there = any(c.dep_ == "expl" for c in verb.lefts)
    if not (there or verb.lower_ in HAVE or bare_form(verb.text) in CREATING):
        return False
    return any(
        told.dep_ == "relcl" and any(_follows_comma(t) for t in told.lefts)
        for noun in objects
        for told in noun.rights
    )


def _follows_comma(first: Token) -> bool:
    opening = first.doc[first.left_edge.i]
    return opening.tag_ in ("WP", "WDT", "WP$") and lower_before(opening) == ","


def _has_setting(clause: Clause) -> bool:
    """ ", with most of them living in Ash", ", with singers such as Ada"."""
    for token in clause.verb.doc[clause.verb.i + 2 :]:
        if token.lower_ != "with" or token.nbor(-1).text != "," or is_below(token, clause.verb):
            continue
        for child in token.rights:
            if child.dep_ == "pcomp" and any(c.dep_ in SUBJECTS for c in child.lefts):
                return True
            if child.dep_ == "pobj" and (_is_doing(child) or _has_such(child)):
                return True
    return False


def _is_set_apart(clause: Clause) -> bool:
    """ ", the plan being to sell bread": a participle that has its own subject."""
    return any(
        child.dep_ == "advcl"
        and child.tag_ in ("VBG", "VBN")
        and any(c.dep_ in SUBJECTS for c in child.lefts)
        and not any(c.dep_ in ("aux", "auxpass", "mark") for c in child.lefts)
        # The parser may attach the comma to either verb.
        and "," in (child.left_edge.text, child.doc[child.left_edge.i - 1].text)
        for child in clause.verb.rights
    )


def _is_doing(noun: Token) -> bool:
    """ "the winner earning a place", without a comma in between."""
    for token in noun.doc[noun.i + 1 : noun.i + NEARBY]:
        if token.text == ",":
            return False
        # "elements of the set corresponding to it"
        late = token.dep_ in ("acl", "amod") and token.head.i < token.i
        if late and token.tag_ == "VBG" and token.lower_ not in PREPOSITIONS:
            return noun in token.ancestors
    return False


def _has_such(noun: Token) -> bool:
    return noun.tag_ in PLURAL_TAGS and any(
        c.lower_ == "as" and c.nbor(-1).lower_ == "such" for c in noun.rights
    )
