"""Finds what repeats the structure of a clause without its verb, or is set against a part of it.

"Ten came from Ash and six from Elm", "It is cheap but good": beside a denial the second part is
left without a verb, or without anything to set it against.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form, is_form
from pipeline.negation.english.lexicon import AUXILIARIES, BE, FINITE_TAGS, REPORTING, SUBJECTS
from pipeline.negation.reading.headline import is_headline
from pipeline.negation.reading.neighbour import lower_before
from pipeline.negation.reading.structure import FINITE_VERBS, Clause, is_below

if TYPE_CHECKING:
    from spacy.tokens import Token

AT_TIMES = frozenset("sometimes occasionally even".split())
# A first, quick look before the words are read.
_AT_TIMES = re.compile(rf"\band (?:{'|'.join(sorted(AT_TIMES))}) ")
PLACING = frozenset("in on at from by to until near under over".split())


def has_parallel(clause: Clause, rest: str) -> bool:
    """Whether a part of the sentence repeats a clause, or is set against it.

    "Ten came from Ash and six from Elm", "He is mayor of Ash; and of Elm", "It is cheap but good",
    "Two came: Ada and Ben".

    Args:
        clause: the clause to deny.
        rest: the text from its verb on, in lower case.
    """
    return (
        ("; " in rest and _trails_off(clause))
        or (" nor " in rest and _denies_more(clause))
        or (" but " in rest and _is_set_off(clause))
        or (": " in rest and _lists_all(clause))
        or (" and no " in rest and _lacks(clause))
        or (", and " in rest and _is_repeated(clause))
        or (" and " in rest and (_is_split(clause) or _leaves_passive(clause)))
        or (_AT_TIMES.search(rest) is not None and _is_at_times(clause))
        or (", " in rest and _goes_on(clause))
        or (" to " in rest and clause.tag in FINITE_VERBS and _leaves_second(clause))
    )


def _denies_more(clause: Clause) -> bool:
    """ "is not a cook, nor is he a baker": without the first denial "nor" denies nothing more."""
    doc = clause.verb.doc
    return bool(clause.negators) and any(
        nor.lower_ == "nor" and helper.lower_ in AUXILIARIES
        for nor, helper in pairwise(doc[clause.verb.i + 1 :])
    )


def _is_at_times(clause: Clause) -> bool:
    """ "is dry and sometimes cold", "hit the barn and even the mill": more than a first part."""
    if clause.negators:
        return False
    for adverb in clause.verb.doc[clause.verb.i + 1 :]:
        joining = adverb.nbor(-1)
        if adverb.lower_ not in AT_TIMES or joining.lower_ != "and" or adverb.dep_ != "advmod":
            continue
        if is_below(joining.head, clause.verb):
            continue
        other = next((c for c in joining.head.rights if c.dep_ == "conj" and c.i > adverb.i), None)
        if other is None or any(c.dep_ in SUBJECTS for c in other.lefts):
            continue
        # "was not damaged or even sunk"
        if adverb.lower_ != "even" or all(other.i != verb.i for verb in clause.conjuncts):
            return True
    return False


def _trails_off(clause: Clause) -> bool:
    """ "was mayor of Ash; and of Elm", "ate fish; mainly cod": no clause after a semicolon."""
    doc = clause.verb.doc
    stops = [t for t in doc[clause.verb.i + 1 : len(doc) - 2] if t.text == ";"]
    if len(stops) != 1:
        return False
    following = stops[0].nbor(1)
    before = doc[clause.verb.i : stops[0].i].text
    if before.count("(") > before.count(")") or following.tag_ not in ("CC", "RB"):
        return False
    return not any(t.tag_ in FINITE_TAGS for t in doc[following.i :])


def _is_repeated(clause: Clause) -> bool:
    """ "is spoken in Ash, and Dutch in Elm": a second clause that leaves out the verb."""
    if any(c.dep_ == "dobj" for c in clause.verb.rights):
        return False
    for other in clause.verb.rights:
        if other.dep_ != "conj" or other.tag_[:2] not in ("NN", "JJ", "PR", "CD"):
            continue
        link = other.doc[other.left_edge.i - 1]
        if link.tag_ != "CC" or lower_before(link) != ",":
            continue
        places = {c.lower_ for c in other.rights if c.dep_ == "prep"} & PLACING
        before = clause.verb.doc[clause.verb.i : link.i]
        if any(t.dep_ == "prep" and t.lower_ in places for t in before):
            return True
    return False


def _is_set_off(clause: Clause) -> bool:
    """ "is cheap but good", "had two sons but no daughter": nothing is left to set against it."""
    if clause.negators:
        return False
    for but in clause.verb.doc[clause.verb.i + 2 :]:
        if but.lower_ != "but" or but.dep_ != "cc":
            continue
        other = next((c for c in but.head.rights if c.dep_ == "conj" and c.i > but.i), None)
        # "bought a boat, but without a sail": the parser joins the phrase with nothing.
        if other is None and _is_phrase(but) and not is_below(but.head, clause.verb):
            return True
        # "describes a hall, but made of wood": no second verb of the subject, but of the hall
        if other is not None and other.tag_ == "VBN" and not clause.auxiliaries:
            whole = any(c.dep_ in ("aux", "auxpass", *SUBJECTS) for c in other.lefts)
            if not whole and not is_below(but.head, clause.verb):
                return True
        if other is None or other.tag_[0] in "VM" or but.nbor(1).lower_ in ("also", "not"):
            continue
        if not is_below(but.head, clause.verb):
            return True
    return False


def _is_phrase(but: Token) -> bool:
    """Whether a preposition follows, and no finite verb after it."""
    behind = but.doc[but.i + 1 :]
    if but.nbor(-1).text != "," or not len(behind) or behind[0].dep_ != "prep":
        return False
    return not any(t.tag_ in FINITE_TAGS for t in behind)


def _goes_on(clause: Clause) -> bool:
    """ "Rebels hit bridge, kill five", "Police fight miners, clear square": a second verb.

    Headlines have no "and". Beside a denial of the first the second would still be asserted. Not
    "Bomb kills five, injures two", whose second verb changes its form with the first, nor "Bridge
    hit, police say".
    """
    verb = clause.verb
    if not is_headline(verb.doc):
        return False
    shared = {v.i for v in clause.conjuncts} if clause.tag == "VBZ" else frozenset()
    for comma in verb.doc[verb.i + 1 : len(verb.doc) - 1]:
        second = comma.nbor(1)
        if comma.text != "," or second.i in shared or second.dep_ == "aux":
            continue
        # "Mayor says lane important, not vital", without its "is"
        if second.lower_ == "not" and bare_form(verb.text) in REPORTING:
            return True
        held = any(c.dep_ in (*SUBJECTS, "mark") and c.i > comma.i for c in second.lefts)
        if second.tag_ in (*FINITE_VERBS, "VB") and not held and not _is_frame(second):
            return True
        # "clear square", where the parser takes the verb for an adjective
        thing = second.doc[second.i + 1 : second.i + 2]
        bare = second.tag_ == "JJ" and verb.tag_ == "VBP" and is_form(second.text, "VBP")
        if bare and any(t.tag_ in ("NN", "NNS") for t in thing):
            return True
    return False


def _is_frame(verb: Token) -> bool:
    """ ", says official": who says so, at the end."""
    behind = verb.doc[verb.i + 1 :]
    return bare_form(verb.text) in REPORTING and all(t.tag_[0] in "NDP" for t in behind)


def _lacks(clause: Clause) -> bool:
    """ "had two sons, and no daughter"."""
    return not clause.negators and any(
        no.lower_ == "no"
        and no.dep_ == "det"
        and no.nbor(-1).dep_ == "cc"
        and no.head.dep_ == "conj"
        and not is_below(no.head, clause.verb)
        for no in clause.verb.doc[clause.verb.i + 2 :]
    )


def _is_split(clause: Clause) -> bool:
    """ "Ten came from Ash and six from Elm": the denial of the first leaves six without a verb."""
    subject = clause.subject
    if subject is None or subject.i > clause.verb.i:
        return False
    if subject.tag_ != "CD" and not any(c.tag_ == "CD" for c in subject.lefts):
        return False
    return any(
        token.tag_ == "CD"
        and token.dep_ == "conj"
        and any(c.dep_ == "prep" for c in token.rights)
        and not is_below(token, clause.verb)
        for token in clause.verb.doc[clause.verb.i + 2 :]
    )


def _lists_all(clause: Clause) -> bool:
    """ "There are two mills: one in Ash and one in Elm", "Two came: Ada and Ben".

    Not "It has two parts: a lid and a box", which tells what they are like.
    """
    doc, verb = clause.verb.doc, clause.verb
    colon = next((t for t in doc[verb.i + 1 : len(doc) - 3] if t.text == ":"), None)
    if colon is None or clause.negators:
        return False
    first = colon.nbor(1)
    if first.is_quote or first.text[0].isdigit() or first.lower_ in ("a", "an"):
        return False
    counted = (t for t in doc[: colon.i] if t.tag_ == "CD" and not t.text.isdigit())
    joined = any(t.lower_ == "and" for t in doc[colon.i :])
    return joined and any(not is_below(t, verb) for t in counted)


def _leaves_passive(clause: Clause) -> bool:
    """ "The barn was closed and the doors removed": a second passive, without its "were"."""
    passive = any(t.lower_ in BE for t in clause.auxiliaries) or (
        clause.verb.lower_ in BE and any(c.tag_ == "VBN" for c in clause.verb.rights)
    )
    return passive and any(
        other.dep_ == "conj"
        and other.tag_[:2] == "NN"
        and any(c.dep_ == "acl" and c.tag_ == "VBN" and c.i == other.i + 1 for c in other.rights)
        for other in clause.verb.rights
    )


def _leaves_second(clause: Clause) -> bool:
    """ "learned to sing and taught it": the parser gives a second verb to the infinitive."""
    return any(
        token.tag_ == clause.tag
        and token.dep_ == "conj"
        and not any(c.dep_ in SUBJECTS for c in token.lefts)
        for aim in clause.verb.rights
        if aim.tag_ == "VB" and any(c.tag_ == "TO" for c in aim.lefts)
        for token in aim.rights
    )
