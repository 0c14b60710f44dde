"""Words that a negation licenses or bars: some and any, already and yet, too and either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.edits import Edit, delete, end_of, replace
from pipeline.negation.english.lexicon import NEGATORS, TO_ANY, TO_SOME
from pipeline.negation.reading.structure import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

OBJECTS = frozenset(("dobj", "attr", "dative", "pobj", "acomp"))
TIMES = frozenset("after when well just shortly soon quite very then now recently".split())
# "a few minutes away" is a distance.
UNITS = frozenset(
    "seconds minutes hours days weeks months years decades centuries degrees times steps miles"
    " kilometres kilometers metres meters feet inches yards pounds dollars euros percent".split()
)
# "not quite late", "not fairly easy": degrees that a negation does not reverse.
FAIRLY = frozenset("quite pretty rather fairly".split())
LICENSING = frozenset("without absence lack lacking free devoid before than against".split())
DEGREES = frozenset("so very too as how that this pretty rather quite nearly".split())
"""Words that make "much" fit a statement: "very much"."""
CLOSING = frozenset(
    "of in at on about for to when if because lately anymore these here there".split()
)
# Subordinate clauses: their content is outside the scope of the negation.
SUBORDINATE = frozenset(("advcl", "relcl", "acl", "ccomp", "csubj", "parataxis", "nsubj"))


def below_negation(clause: Clause) -> list[Edit]:
    """The changes that a new negation requires: "some bread" -> "any bread", "too" -> "either".

    "not a few" would be many: "a few shops" -> "any shops", "a couple of shops" -> "any shops".
    """
    edits = []
    for child in clause.verb.children:
        if child.i < clause.verb.i:
            continue
        if child.dep_ in OBJECTS:
            edits += _any_for_some(child)
            # "not quite late" denies something else than "quite late".
            edits += [delete(c) for c in child.lefts if c.lower_ in FAIRLY and child.tag_ == "JJ"]
        elif child.lower_ == "too" and child.dep_ == "advmod" and _is_last(child):
            edits.append(replace(child, "either"))
        elif child.lower_ == "well" and child.nbor(-1).lower_ == "as" and _is_closed(child):
            edits.append(Edit(child.nbor(-1).idx, end_of(child), "either"))
        elif child.lower_ == "already" and child.dep_ == "advmod" and _is_last(child):
            edits.append(replace(child, "yet"))
    return edits


def _any_for_some(noun: Token) -> list[Edit]:
    # "use one style, some with another as an option"
    if noun.lower_ in TO_ANY and not any(c.dep_ == "acl" for c in noun.children):
        return [replace(noun, TO_ANY[noun.lower_])]
    if few := _a_few(noun):
        return few
    for child in noun.children:
        # "some 40 people" is a number, "some day" a time.
        some = child.dep_ == "det" and child.lower_ == "some" and child.i + 1 < len(child.doc)
        if some and child.nbor(1).tag_ != "CD":
            return [replace(child, "any")]
    return []


def _a_few(noun: Token) -> list[Edit]:
    """ "a few (of the) shops", "a couple of shops", "a number of shops"."""
    few = next((c for c in noun.children if c.lower_ == "few"), noun)
    if few.i == 0 or few.nbor(-1).lower_ != "a" or few.i + 1 == len(few.doc):
        return []
    article, following = few.nbor(-1), few.nbor(1)
    if any(c.lower_ == "only" for c in noun.head.children) or noun.lower_ in UNITS:
        return []
    if article.i > 0 and article.nbor(-1).lower_ in ("only", "just"):
        return []
    quite = article.i > 0 and article.nbor(-1).lower_ == "quite"
    if few.lower_ == "few":
        # "a few hundred people", "a few more", "They are a few of the best."
        counts = following.tag_ in ("CD", "JJR") or following.lower_ in ("hundred", "thousand")
        named = noun.dep_ == "attr" and following.lower_ == "of"
        # "quite a few shops" -> "any shops"
        first = article.nbor(-1) if quite else article
        return [] if counts or named else [Edit(first.idx, end_of(few), "any")]
    if few.lower_ in ("couple", "number") and not quite and following.lower_ == "of":
        many = any(c.tag_ in ("NNS", "NNPS") for c in following.children)
        return [Edit(article.idx, end_of(following), "any")] if many else []
    return []


def _is_closed(token: Token) -> bool:
    """The last word, or before a comma: "has other rooms, as well, such as a hall"."""
    return _is_last(token) or token.nbor(1).text in (",", ";")


def _is_last(token: Token) -> bool:
    return all(t.is_punct for t in token.doc[token.i + 1 :])


def without_negation(clause: Clause, negator: Token) -> list[Edit]:
    """ "any" and "at all" are odd without the negation that licensed them."""
    edits = []
    for token in clause.verb.subtree:
        if token.i <= negator.i:
            continue
        if token.lower_ == "nor" and _joins_contents(token, clause.verb):
            edits.append(replace(token, "and"))
            continue
        if not _within(token, clause.verb):
            continue
        # "without any", "the absence of any": licensed by that word.
        above = (token.head, token.head.head, token.head.head.head)
        if any(t.lower_ in LICENSING for t in above):
            continue
        word, following = token.lower_, token.doc[token.i + 1 : token.i + 2]
        if word == "nor" and token.dep_ == "cc":
            edits.append(replace(token, "and"))
        elif word == "more" and token.nbor(-1).lower_ == "any" and _is_last(token):
            edits.append(delete(token.nbor(-1), token))
        elif word == "any" and any(t.lower_ == "more" for t in following):
            continue
        elif word == "any" and any(t.tag_ in ("JJR", "RBR") for t in following):
            edits.append(delete(token))
        elif word == "all" and token.nbor(-1).lower_ == "at":
            edits.append(delete(token.nbor(-1), token))
        elif (word == "ever" and token.dep_ == "advmod") or word == "whatsoever":
            edits.append(delete(token))
        elif word in ("yet", "either"):
            if token.dep_ == "advmod" and _is_licensed(token, negator):
                edits.append(replace(token, TO_SOME[word]))
        elif word in TO_SOME:
            edits.append(replace(token, TO_SOME[word]))
        elif word == "much" and _is_bare_much(token):
            of = token.dep_ == "amod" and token.head.i > token.i
            edits.append(replace(token, "a lot of" if of else "a lot"))
        elif word == "long" and _takes_long(token):
            edits.append(replace(token, "a long time"))
    return edits + _before_for_until(clause, negator)


def _is_bare_much(token: Token) -> bool:
    """ "does not eat much (bread)": without a degree, "much" goes only with a denial.

    Not "does not like it very much", "is not much older", "does not look much like him".
    """
    head = token.head
    if any(True for _ in token.lefts) or token.nbor(-1).lower_ in DEGREES:
        return False
    if token.dep_ == "amod":
        return head.dep_ in OBJECTS and token.i + 1 < len(token.doc) and head.i > token.i
    if token.dep_ not in ("advmod", "dobj", "npadvmod") or head.i > token.i:
        return False
    following = token.doc[token.i + 1 : token.i + 2]
    closed = not len(following) or following[0].is_punct or following[0].lower_ in CLOSING
    return head.tag_[0] == "V" and closed


def _takes_long(token: Token) -> bool:
    """ "It will not take long", without "very" or "so"."""
    taken = token.nbor(-1).lower_ in ("take", "takes", "took", "taking", "taken")
    return taken and (_is_last(token) or token.nbor(1).lower_ in ("to", ","))


def _joins_contents(nor: Token, verb: Token) -> bool:
    """ "not known whether it opened, nor whether it closed": two contents of one verb."""
    content = nor.head
    if nor.dep_ != "cc" or content.dep_ != "ccomp" or content.head != verb:
        return False
    return not any(c.lower_ in NEGATORS for c in content.children)


def _is_licensed(word: Token, negator: Token) -> bool:
    """Whether "yet" or "either" is used as only a negation allows."""
    # "It is not easy, yet, we try."
    if word.lower_ == "yet" and word.i and word.nbor(-1).text == ",":
        return False
    # "have not come yet, have they?"
    if _is_last(word) or word.i == negator.i + 1 or word.nbor(1).text == ",":
        return True
    if word.lower_ == "either":
        return False
    # "No ship has yet come in", but not "has yet to come in"
    return word.nbor(-1).dep_ in ("aux", "auxpass") and word.nbor(1).tag_ != "TO"


def _before_for_until(clause: Clause, negator: Token) -> list[Edit]:
    """ "did not open until May" -> "opened before May": the start is meant, not the end.

    "had never been tried before until May" has its "before" already.
    """
    return [
        delete(token)
        if {token.nbor(-1).lower_, token.nbor(1).lower_} & {"before", "after"}
        else replace(token, "before")
        for token in clause.verb.subtree
        if token.i > negator.i and is_until(token) and _is_near(token.head, clause.verb)
    ]


def _is_near(head: Token, verb: Token) -> bool:
    """The verb itself or its complement, and not a verb coordinated with it."""
    return head == verb or (head.head == verb and head.dep_ not in ("conj", "ccomp", "relcl"))


def is_until(token: Token) -> bool:
    """Whether a word is "until" or "till", without another word of time after it: "until after"."""
    if token.lower_ not in ("until", "till") or token.i + 1 == len(token.doc):
        return False
    return token.dep_ == "mark" or token.nbor(1).lower_ not in TIMES


def _within(token: Token, verb: Token) -> bool:
    """Whether no other clause, and no other negation, is between a word and the verb."""
    while token != verb:
        bare = token.dep_ == "ccomp" and token.tag_ in ("VB", "VBG")
        if (token.dep_ in SUBORDINATE and not bare) or any(
            c.lower_ in NEGATORS for c in token.children
        ):
            return False
        token = token.head
    return True
