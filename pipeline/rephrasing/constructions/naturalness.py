"""Sentences whose passive is grammatical but sounds unnatural.

"Tennis was played by me" and "The violin is played by Tom very well" are grammatical, but people
say who did it first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pipeline.negation.english.inflection import bare_form
from pipeline.negation.english.things import BODY
from pipeline.negation.kinds.facts.nouns import bare_noun, is_somebody
from pipeline.negation.reading.structure import Clause
from pipeline.rephrasing.pieces.words import OF_TIME

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

OUTSIDERS = frozenset("he she they".split())
MADE = frozenset(
    "abandon attack build capture compose create defeat design destroy develop direct discover"
    " establish found invent introduce kill murder paint publish record write".split()
)
"""Verbs whose passive is natural with a pronoun as agent: "The report was written by her"."""
ABLE = frozenset("can could may might must should".split())
HABITS = frozenset(("VBZ", "VBP"))
IN_PLACE = frozenset("in at on near during after before since until for".split())
FIELDS = frozenset(
    "mathematics maths physics economics politics athletics gymnastics linguistics electronics"
    " statistics ethics mechanics news measles".split()
)
"""Nouns that end like a plural, so that the number of their verb is unclear."""


def is_natural(clause: Clause, subject: Token, found: Token, behind: Span) -> bool:
    """Whether people would put a sentence into the passive.

    Args:
        clause: the main clause, with one object.
        subject: its subject, who would follow "by".
        found: its object, which would be the subject.
        behind: the words behind the object.

    Returns:
        False for "I played tennis", "We must warn him", "Tom often buys clothes",
        "Tom plays the violin very well".
    """
    if found.lower_ in FIELDS or _is_name_with_more(found) or _is_idle(subject, found):
        return False
    if subject.tag_ == "PRP":
        past = clause.tag == "VBD" and not clause.auxiliaries
        made = bare_form(clause.verb.text) in MADE
        if subject.lower_ not in OUTSIDERS or not (past and made):
            return False
    elif is_somebody(subject) and _is_habit_or_ability(clause, subject):
        return False
    return _may_stay_behind(behind)


def _is_idle(subject: Token, found: Token) -> bool:
    """Whether an object makes no natural subject of a passive.

    "We will visit you": such a sentence is about who acts. "The mill changed hands", "They raised
    hands": a bare part of the body, or the plural object of "change", belongs to the verb.
    """
    if found.lower_ in ("you", "me", "us"):
        return subject.tag_ == "PRP"
    if found.tag_ != "NNS" or any(found.children):
        return False
    return bare_noun(found) in BODY or bare_form(found.head.text) == "change"


def _is_name_with_more(found: Token) -> bool:
    """ "taught Ada a lot of French", "sent Ben and Ada home", taken for one object."""
    return found.tag_ not in ("NNP", "NNPS") and found.left_edge.tag_ == "NNP"


def _is_habit_or_ability(clause: Clause, subject: Token) -> bool:
    """ "Tom can play the flute", "Tom buys clothes": about Tom, not about what he does it to."""
    if any(t.lower_ in ABLE for t in clause.auxiliaries):
        return True
    person = subject.tag_ == "NNP" or subject.left_edge.lower_ in ("the", "a", "an")
    return person and not clause.auxiliaries and clause.tag in HABITS


def _may_stay_behind(behind: Span) -> bool:
    """Whether the words behind the object can follow the agent: a time, or a named place.

    "supported him wholeheartedly", "sent him there", "challenged him to a fight" belong close to
    the verb; "studied dreams in the sane" may belong to the object.
    """
    if not len(behind):
        return True
    first = behind[0]
    if first.lower_ in OF_TIME or (first.tag_ in ("DT", "JJ") and _ends_in_time(behind)):
        return True
    if first.lower_ not in IN_PLACE:
        return False
    noun = next((c for c in first.children if c.dep_ == "pobj"), None)
    if noun is None:
        return False
    if noun.tag_ == "CD" or noun.lower_ in OF_TIME:
        return True
    paid = any(c.tag_ == "$" for c in noun.subtree)
    return paid if first.lower_ == "for" else noun.tag_ == "NNP"


def _ends_in_time(behind: Span) -> bool:
    """ "last year", "the week before"."""
    return any(t.lower_ in OF_TIME for t in behind[1:3])
